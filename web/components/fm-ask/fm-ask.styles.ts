import { css } from 'lit';

export const styles = css`
  ul {
    max-height: 10rem;
    overflow: auto;
  }

  .suggestions button {
    min-height: 1.75rem;
    border-radius: 1rem;
    font-size: var(--fm-size-small);
  }
`;
