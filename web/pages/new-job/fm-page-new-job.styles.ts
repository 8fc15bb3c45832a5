import { css } from 'lit';

export const styles = css`
  .filters,
  .options {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr));
    align-items: end;
    gap: var(--fm-space-3);
  }

  fieldset {
    display: grid;
    gap: var(--fm-space-2);
    margin: 0;
    padding: 0;
    border: 0;
  }

  legend {
    padding: 0;
    font-weight: 500;
  }

  fm-table {
    --fm-table-height: 22rem;
  }
`;
