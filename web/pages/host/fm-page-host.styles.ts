import { css } from 'lit';

export const styles = css`
  .progress {
    display: grid;
    gap: var(--fm-space-2);
  }

  .problems {
    padding-inline-start: 1.2em;
  }

  .timeline {
    display: grid;
    gap: var(--fm-space-3);
    padding: 0;
    list-style: none;
  }

  .timeline li {
    display: grid;
    grid-template-columns: 1.4em minmax(0, 1fr) max-content;
    gap: var(--fm-space-2);
    align-items: baseline;
    overflow-wrap: anywhere;
  }

  .timeline .problem .icon {
    color: var(--fm-warn-text);
  }

  @media (max-width: 44rem) {
    .timeline li {
      grid-template-columns: 1.4em minmax(0, 1fr);
    }

    .timeline .small {
      grid-column: 2;
    }
  }
`;
