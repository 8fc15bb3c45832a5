import { css } from 'lit';

export const styles = css`
  :host {
    display: block;
    min-width: 0;
  }

  .field {
    min-width: 0;
  }

  .label {
    overflow-wrap: anywhere;
  }

  .required {
    color: var(--fm-text-quiet);
    font-weight: 400;
  }

  .with-unit {
    display: grid;
    grid-template-columns: minmax(5rem, 12rem) minmax(0, auto);
    align-items: center;
    justify-content: start;
    gap: var(--fm-space-2);
    font-weight: 400;
  }

  .with-unit.duration {
    grid-template-columns: minmax(5rem, 8rem) minmax(7rem, max-content);
  }

  textarea {
    min-height: 5rem;
    resize: vertical;
  }

  [aria-invalid='true'] {
    border-color: var(--fm-bad-mark) !important;
  }

  .switch {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: start;
    gap: 0 var(--fm-space-3);
    font-weight: 500;
    cursor: pointer;
  }

  .switch input {
    appearance: none;
    position: relative;
    width: 2.25rem;
    height: 1.25rem;
    margin-top: 0.1em;
    border: 1px solid var(--fm-line-strong);
    border-radius: 1rem;
    background: var(--fm-surface-sunken);
    cursor: inherit;
  }

  .switch input::before {
    content: '';
    position: absolute;
    inset-block: 2px;
    inset-inline-start: 2px;
    aspect-ratio: 1;
    border-radius: 50%;
    background: var(--fm-line-strong);
    transition: translate var(--fm-transition);
  }

  .switch input:checked {
    border-color: var(--fm-accent);
    background: var(--fm-accent);
  }

  .switch input:checked::before {
    translate: 1rem 0;
    background: var(--fm-text-on-accent);
  }

  .entries {
    display: grid;
    gap: var(--fm-space-1);
    padding: 0;
    font-weight: 400;
    list-style: none;
  }

  .entries li,
  .add {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--fm-space-2);
  }

  .entries li {
    padding-inline-start: var(--fm-space-3);
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius);
    overflow-wrap: anywhere;
  }

  .problem {
    display: flex;
    gap: var(--fm-space-1);
  }

  @media (forced-colors: active) {
    .switch input {
      appearance: auto;
    }

    .switch input::before {
      content: none;
    }
  }
`;
