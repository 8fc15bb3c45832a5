import { css } from 'lit';

export const styles = css`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--fm-space-2);
    container-type: inline-size;
  }

  form {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: var(--fm-space-2) var(--fm-space-3);
  }

  form:focus {
    outline: none;
  }

  .search {
    flex: 2 1 14rem;
  }

  .choices {
    display: contents;
  }

  .choices > *,
  ::slotted(*) {
    flex: 1 1 9rem;
    max-width: 16rem;
  }

  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: var(--fm-space-1) var(--fm-space-2);
    padding: 0;
    list-style: none;
  }

  .chips li {
    max-width: 100%;
  }

  .chips button {
    max-width: 100%;
    min-height: 1.75rem;
    border-color: var(--fm-line-strong);
    border-radius: 1rem;
    background: var(--fm-selected);
    font-size: var(--fm-size-small);
    text-align: start;
    white-space: normal;
    overflow-wrap: anywhere;
  }

  .chips button.clear {
    border-color: transparent;
    background: none;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }

  .toggle {
    display: none;
  }

  @container (max-width: 34rem) {
    .toggle {
      display: inline-flex;
    }

    .choices:not(.open) {
      display: none;
    }

    .choices.open > *,
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
