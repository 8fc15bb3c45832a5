import { css } from 'lit';

export const styles = css`
  fm-table {
    --fm-table-height: max(18rem, calc(100dvh - 20rem));
  }
`;
