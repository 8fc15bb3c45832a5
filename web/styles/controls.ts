import { css } from 'lit';

/** Native buttons, fields and choices in our look: `<button class="primary">`, `<label class="field">`. */
export const controls = css`
  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: var(--fm-space-2);
    min-height: var(--fm-control-height);
    padding: 0 var(--fm-space-3);
    border: 1px solid var(--fm-line-strong);
    border-radius: var(--fm-radius);
    background: var(--fm-surface);
    color: var(--fm-text);
    font: inherit;
    font-weight: 500;
    text-decoration: none;
    white-space: nowrap;
    cursor: pointer;
    transition: background-color var(--fm-transition);
  }

  button:hover:not(:disabled),
  .button:hover {
    background: var(--fm-hover);
  }

  button.primary,
  .button.primary {
    border-color: transparent;
    background: var(--fm-accent);
    color: var(--fm-text-on-accent);
  }

  button.primary:hover:not(:disabled),
  .button.primary:hover {
    background: var(--fm-accent-hover);
  }

  button.danger {
    border-color: transparent;
    background: var(--fm-danger);
    color: var(--fm-text-on-accent);
  }

  button.danger:hover:not(:disabled) {
    background: var(--fm-danger-hover);
  }

  button.plain,
  .button.plain {
    border-color: transparent;
    background: transparent;
  }

  button.plain:hover:not(:disabled),
  .button.plain:hover {
    background: var(--fm-hover);
  }

  button.square {
    width: var(--fm-control-height);
    padding: 0;
  }

  [aria-disabled='true'] {
    opacity: 0.65;
    cursor: not-allowed;
  }

  button:disabled {
    opacity: 0.55;
    cursor: not-allowed;
  }

  .field {
    display: grid;
    gap: var(--fm-space-1);
    font-weight: 500;
  }

  .field .hint,
  .field .problem {
    font-weight: 400;
    font-size: var(--fm-size-small);
  }

  .field .hint {
    color: var(--fm-text-quiet);
    overflow-wrap: anywhere;
  }

  .field .problem {
    color: var(--fm-bad-text);
  }

  input:not([type='checkbox'], [type='radio']),
  select,
  textarea {
    width: 100%;
    min-height: var(--fm-control-height);
    padding: var(--fm-space-1) var(--fm-space-3);
    border: 1px solid var(--fm-line-strong);
    border-radius: var(--fm-radius);
    background: var(--fm-surface);
    color: var(--fm-text);
    font: inherit;
    font-weight: 400;
  }

  select {
    padding-right: var(--fm-space-2);
  }

  input[aria-invalid='true'] {
    border-color: var(--fm-bad-mark);
  }

  /* The button for the calendar is a stop of its own, of which the field is told nothing more than this. */
  input[type='datetime-local']:focus-within {
    outline: 2px solid var(--fm-focus);
    outline-offset: 0;
  }

  input:focus-visible,
  select:focus-visible,
  textarea:focus-visible {
    outline-offset: 0;
  }

  ::placeholder {
    color: var(--fm-text-quiet);
    opacity: 1;
  }

  input[type='checkbox'],
  input[type='radio'] {
    flex: none;
    width: 1.05rem;
    height: 1.05rem;
    margin: 0;
    accent-color: var(--fm-accent);
  }

  .choice {
    display: inline-flex;
    align-items: center;
    gap: var(--fm-space-2);
    overflow-wrap: anywhere;
  }

  /* A question of several choices: one below the other, and no frame of the browser's. */
  fieldset {
    display: grid;
    align-content: start;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--fm-space-2);
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }

  legend {
    margin-block-end: var(--fm-space-2);
    padding: 0;
    font-weight: 500;
  }

  p.problem {
    display: flex;
    gap: var(--fm-space-1);
    color: var(--fm-bad-text);
    font-size: var(--fm-size-small);
  }

  @media (forced-colors: active) {
    button.primary,
    .button.primary,
    button.danger {
      border-color: ButtonText;
    }

    button:disabled,
    [aria-disabled='true'] {
      color: GrayText;
      opacity: 1;
    }
  }

  /* On paper nothing can be pressed. */
  @media print {
    button,
    .button,
    fm-menu {
      display: none;
    }
  }
`;
