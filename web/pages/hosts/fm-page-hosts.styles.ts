import { css } from 'lit';

export const styles = css`
  .filters {
    display: grid;
    grid-template-columns: minmax(12rem, 2fr) repeat(3, minmax(9rem, 1fr));
    gap: var(--fm-space-3);
    align-items: end;
  }

  fm-table {
    --fm-table-height: max(18rem, calc(100dvh - 18.25rem));
  }

  @media (max-width: 48rem) {
    .filters {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }

    .filters .search {
      grid-column: 1 / -1;
    }
  }
`;
