import { css } from 'lit';

export const styles = css`
  fm-table {
    --fm-table-height: 26rem;
  }

  .detail {
    padding: var(--fm-space-3) var(--fm-space-4);
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius-large);
    background: var(--fm-surface-sunken);
  }
`;
