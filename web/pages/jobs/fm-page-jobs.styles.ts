import { css } from 'lit';

export const styles = css`
  .filters {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(9rem, 100%), 1fr));
    gap: var(--fm-space-3);
    max-width: 45rem;
  }
`;
