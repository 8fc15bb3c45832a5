import { css } from 'lit';

export const styles = css`
  .live {
    display: inline-flex;
    align-items: center;
    gap: var(--fm-space-1);
  }

  h1 {
    overflow-wrap: anywhere;
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
