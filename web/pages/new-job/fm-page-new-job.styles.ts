import { css } from 'lit';

export const styles = css`
  .filters {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr));
    align-items: end;
    gap: var(--fm-space-3);
  }

  fm-table {
    --fm-table-height: 22rem;
  }
`;
