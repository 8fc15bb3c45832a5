import { css } from 'lit';

export const styles = css`
  .checks {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .check {
    display: grid;
    gap: 0.25rem 1rem;
    grid-template-columns: minmax(0, 1fr) auto;
    padding-block: 0.75rem;
    border-block-start: 1px solid var(--fm-line);
  }
  .check > .acts,
  .check > .told {
    grid-column: 1 / -1;
  }
  .check > fm-badge {
    align-self: start;
  }
  .what {
    overflow-wrap: anywhere;
  }
  .acts {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  .changes {
    list-style: none;
    margin: 0.5rem 0 0;
    padding: 0;
    display: grid;
    gap: 0.5rem;
  }
`;
