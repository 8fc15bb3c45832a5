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

  ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  dt {
    font-weight: 600;
  }

  dd {
    margin: 0 0 var(--fm-space-2);
  }

  .causes {
    margin: var(--fm-space-1) 0 0;
    padding-inline-start: var(--fm-space-4);
  }
`;
