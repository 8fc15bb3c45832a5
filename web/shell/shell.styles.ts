import { css } from 'lit';

export const styles = css`
  :host {
    display: grid;
    grid-template-columns: 13.5rem minmax(0, 1fr);
    min-height: 100vh;
  }

  main {
    width: 100%;
    max-width: var(--fm-page-width);
    margin: 0 auto;
    padding: var(--fm-space-5) var(--fm-space-6) var(--fm-space-7);
  }

  .content {
    min-width: 0;
  }

  .site {
    margin: 0;
    padding: var(--fm-space-1) var(--fm-space-4);
    border-bottom: 1px solid var(--fm-line);
    background: var(--fm-surface-raised);
    font-weight: 600;
    text-align: center;
  }

  .told {
    position: sticky;
    top: 0;
    z-index: 4;
    max-width: var(--fm-page-width);
    margin: 0 auto;
  }

  .broken {
    max-width: calc(var(--fm-page-width) - 2 * var(--fm-space-6));
    margin: var(--fm-space-3) auto 0;
  }

  .alone {
    grid-column: 1 / -1;
    display: grid;
    align-items: center;
  }

  .skip {
    position: fixed;
    top: var(--fm-space-2);
    left: var(--fm-space-2);
    z-index: 10;
    padding: var(--fm-space-2) var(--fm-space-3);
    border-radius: var(--fm-radius);
    background: var(--fm-surface-raised);
    box-shadow: var(--fm-shadow-raised);
  }

  .skip:not(:focus) {
    transform: translateY(-200%);
  }

  @media (max-width: 56rem) {
    :host {
      grid-template-columns: minmax(0, 1fr);
      grid-template-rows: auto minmax(0, 1fr);
    }

    main {
      padding: var(--fm-space-4) var(--fm-space-4) var(--fm-space-6);
    }

    .tabs {
      width: calc(100% - 2 * var(--fm-space-4));
    }
  }
`;
