import { css } from 'lit';

export const styles = css`
  time {
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
`;
