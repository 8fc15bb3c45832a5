import { css } from 'lit';

export const styles = css`
  .filters {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(9rem, 14rem));
    gap: var(--fm-space-3);
  }
`;
