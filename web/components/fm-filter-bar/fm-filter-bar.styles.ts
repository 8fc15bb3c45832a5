import { css } from 'lit';

export const styles = css`
  :host {
    display: block;
    container-type: inline-size;
  }

  form {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: var(--fm-space-2);
  }

  form:focus {
    outline: none;
  }

  .search {
    flex: 1 1 14rem;
    max-width: 22rem;
  }

  .choices {
    display: contents;
  }

  ::slotted(*) {
    flex: 1 1 9rem;
    max-width: 16rem;
  }

  .chip {
    display: inline-flex;
    align-items: center;
    max-width: 100%;
    min-height: var(--fm-control-height);
    border: 1px solid var(--fm-line-strong);
    border-radius: 1.25rem;
    background: var(--fm-surface);
    font-size: var(--fm-size-small);
  }

  .chip.on {
    background: var(--fm-selected);
  }

  .chip label,
  .chip .value {
    display: inline-flex;
    align-items: center;
    min-width: 0;
    padding-inline: var(--fm-space-3);
    gap: var(--fm-space-1);
    overflow-wrap: anywhere;
  }

  .chip label {
    padding-inline: var(--fm-space-2) 0;
    white-space: nowrap;
  }

  /* As wide as what is chosen, not as its longest choice. */
  .chip select {
    field-sizing: content;
    width: auto;
    min-width: 0;
    max-width: 13rem;
    min-height: calc(var(--fm-control-height) - 2px);
    padding: 0 var(--fm-space-1) 0 0;
    border: 0;
    border-radius: 1.25rem;
    background: transparent;
    font-size: inherit;
    text-overflow: ellipsis;
  }

  .chip.on select,
  .chip .value b {
    font-weight: 500;
  }

  .chip option {
    background: var(--fm-surface-raised);
  }

  .chip button {
    width: 1.75rem;
    min-height: 1.75rem;
    margin-inline-end: var(--fm-space-1);
    padding: 0;
    border-color: transparent;
    border-radius: 1rem;
    background: none;
  }

  button.clear {
    border-color: transparent;
    background: none;
    font-size: var(--fm-size-small);
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }

  .toggle {
    display: none;
  }

  @container (max-width: 34rem) {
    .search {
      max-width: none;
    }

    .toggle {
      display: inline-flex;
    }

    .choices:not(.open) > :not(.on, .clear),
    .choices:not(.open) ::slotted(*) {
      display: none;
    }

    .choices.open ::slotted(*) {
      flex: 1 1 40%;
      max-width: none;
    }
  }

  @media print {
    form {
      display: none;
    }
  }
`;
