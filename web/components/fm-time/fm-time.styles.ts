import { css } from 'lit';

export const styles = css`
  :host {
    color: inherit;
    font: inherit;
  }

  time {
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
`;
