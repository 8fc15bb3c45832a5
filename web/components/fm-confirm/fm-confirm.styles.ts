import { css } from 'lit';

export const styles = css`
  fm-dialog {
    --fm-dialog-width: 32rem;
  }

  ul {
    padding-left: var(--fm-space-5);
    overflow-wrap: anywhere;
  }
`;
