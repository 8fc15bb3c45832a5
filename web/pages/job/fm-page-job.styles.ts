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

  .causes {
    margin: var(--fm-space-1) 0 0;
    padding-inline-start: var(--fm-space-4);
  }
`;
