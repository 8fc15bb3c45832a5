import { css } from 'lit';

export const styles = css`
  .licences {
    padding: 0;
    list-style: none;
  }

  li + li {
    border-top: 1px solid var(--fm-line);
  }

  summary {
    padding: var(--fm-space-2) 0;
    cursor: pointer;
    overflow-wrap: anywhere;
  }

  pre {
    max-height: 16rem;
    margin-bottom: var(--fm-space-3);
    padding: var(--fm-space-3);
    overflow: auto;
    border-radius: var(--fm-radius);
    background: var(--fm-surface-sunken);
    white-space: pre-wrap;
  }
`;
