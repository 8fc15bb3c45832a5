import { css } from 'lit';

export const styles = css`
  .live {
    display: inline-flex;
    align-items: center;
    gap: var(--fm-space-1);
  }

  h1,
  h2,
  .page-header p,
  .notice {
    overflow-wrap: anywhere;
  }

  h2 a {
    color: inherit;
  }

  .causes {
    margin: var(--fm-space-1) 0 0;
    padding-inline-start: var(--fm-space-4);
  }

  summary {
    padding: var(--fm-space-1) 0;
    cursor: pointer;
  }

  .changes {
    max-height: 14rem;
    padding: 0;
    overflow: auto;
    list-style: none;
  }
`;
