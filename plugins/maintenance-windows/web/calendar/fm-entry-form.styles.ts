import { css } from 'lit';

export const styles = css`
  form {
    max-width: 44rem;
  }

  .pair {
    align-items: start;
  }

  .pair > * {
    flex: 1 1 10rem;
  }

  .problem[hidden] {
    display: none;
  }
`;
