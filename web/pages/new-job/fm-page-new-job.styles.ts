import { css } from 'lit';

export const styles = css`
  .filters,
  .options {
    display: grid;
    /* A date with its time is 16 rem wide at the least. */
    grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr));
    align-items: start;
    gap: var(--fm-space-3);
  }

  .filters {
    align-items: end;
  }

  fieldset {
    display: grid;
    gap: var(--fm-space-2);
    margin: 0;
    padding: 0;
    border: 0;
  }

  .checks {
    max-width: 40rem;
  }

  .choices {
    grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr));
  }

  .choices legend {
    margin-bottom: var(--fm-space-2);
  }

  legend {
    padding: 0;
    font-weight: 500;
  }

  fm-table {
    --fm-table-height: 22rem;
  }
`;
