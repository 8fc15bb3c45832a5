import { css } from 'lit';

export const styles = css`
  dialog {
    width: min(40rem, calc(100vw - 1rem));
    max-height: min(34rem, calc(100dvh - 2rem));
    margin: min(12vh, 6rem) auto auto;
    padding: 0;
    overflow: hidden;
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius-large);
    background: var(--fm-surface-raised);
    color: var(--fm-text);
    box-shadow: var(--fm-shadow-raised);
  }

  dialog[open] {
    display: flex;
    flex-direction: column;
  }

  dialog::backdrop {
    background: var(--fm-overlay);
  }

  .field-row {
    display: flex;
    align-items: center;
    gap: var(--fm-space-2);
    padding: var(--fm-space-2) var(--fm-space-3);
    border-block-end: 1px solid var(--fm-line);
  }

  .field-row input {
    flex: 1;
    width: auto;
    min-width: 0;
    border: 0;
    background: transparent;
    box-shadow: none;
    font-size: var(--fm-size-large);
  }

  .field-row input:focus-visible {
    outline: none;
  }

  .field-row:focus-within {
    box-shadow: inset 0 0 0 2px var(--fm-focus);
  }

  [role='listbox'] {
    flex: 1;
    overflow-y: auto;
    padding: var(--fm-space-2);
  }

  .heading {
    padding: var(--fm-space-2) var(--fm-space-2) var(--fm-space-1);
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
    font-weight: var(--fm-weight-strong);
  }

  [role='option'] {
    display: flex;
    align-items: center;
    gap: var(--fm-space-3);
    padding: var(--fm-space-2);
    border-radius: var(--fm-radius);
    cursor: pointer;
    overflow-wrap: anywhere;
  }

  [role='option'] .detail {
    margin-inline-start: auto;
    text-align: end;
  }

  [role='option'][aria-selected='true'] {
    background: var(--fm-selected);
    color: var(--fm-link);
    outline: 1px solid transparent;
  }

  [role='option'][aria-selected='true'] .detail {
    color: inherit;
  }

  .told {
    padding: var(--fm-space-2) var(--fm-space-4) var(--fm-space-3);
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
  }
`;
