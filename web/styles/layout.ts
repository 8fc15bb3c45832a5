import { css } from 'lit';

/** How pages are laid out: one header, then cards and stacks. */
export const layout = css`
  .page {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--fm-space-5);
  }

  .page-header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--fm-space-3);
  }

  .page-header p {
    margin-top: var(--fm-space-1);
    color: var(--fm-text-quiet);
  }

  .stack {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--fm-space-4);
  }

  .stack.tight {
    gap: var(--fm-space-2);
  }

  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--fm-space-2);
  }

  .row.spread {
    justify-content: space-between;
  }

  .card {
    padding: var(--fm-space-4) var(--fm-space-5);
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius-large);
    background: var(--fm-surface);
    box-shadow: var(--fm-shadow);
  }

  /* A part of the page that may show nothing: then it takes no gap either. */
  :host(.part) {
    display: contents;
  }

  .card > h2 + * {
    margin-top: var(--fm-space-3);
  }

  /* The stack has its gap. */
  .card.stack:not(.tight) > h2 + * {
    margin-top: 0;
  }

  .facts {
    display: grid;
    grid-template-columns: minmax(7rem, max-content) minmax(0, 1fr);
    gap: var(--fm-space-2) var(--fm-space-5);
  }

  .facts dt {
    color: var(--fm-text-quiet);
  }

  .facts dd {
    overflow-wrap: anywhere;
  }

  .notice {
    display: flex;
    gap: var(--fm-space-3);
    padding: var(--fm-space-3) var(--fm-space-4);
    /* Seen where the reader's own colours leave no fill. */
    border: 1px solid transparent;
    border-radius: var(--fm-radius);
    background: var(--fm-info-fill);
    color: var(--fm-info-text);
  }

  /* Addresses and names are long words. */
  .notice > :not(.icon) {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  .notice.bad {
    background: var(--fm-bad-fill);
    color: var(--fm-bad-text);
  }

  .notice.warn {
    background: var(--fm-warn-fill);
    color: var(--fm-warn-text);
  }

  .notice.ok {
    background: var(--fm-ok-fill);
    color: var(--fm-ok-text);
  }

  .notice .icon {
    margin-top: 0.2em;
  }

  @media print {
    .card {
      padding: var(--fm-space-2) 0;
      border: 0;
      box-shadow: none;
    }
  }

  @media (max-width: 30rem) {
    .card {
      padding: var(--fm-space-4);
    }

    .facts {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }

    .facts dd {
      margin-bottom: var(--fm-space-3);
    }
  }
`;
