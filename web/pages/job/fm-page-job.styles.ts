import { css } from 'lit';

export const styles = css`
  .live {
    display: inline-flex;
    align-items: center;
    gap: var(--fm-space-1);
  }

  fm-page-header,
  .notice {
    overflow-wrap: anywhere;
  }

  .waves {
    display: grid;
    gap: var(--fm-space-3);
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .waves li {
    display: grid;
    gap: var(--fm-space-1);
  }

  .choices {
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: var(--fm-space-1) var(--fm-space-4);
    margin: 0;
  }

  .choices dt {
    font-weight: 600;
  }

  .choices dd {
    margin: 0;
  }

  @media (max-width: 40rem) {
    .choices {
      grid-template-columns: 1fr;
    }

    .choices dd {
      margin-block-end: var(--fm-space-2);
    }
  }

  .causes {
    margin: var(--fm-space-1) 0 0;
    padding-inline-start: var(--fm-space-4);
  }
`;
