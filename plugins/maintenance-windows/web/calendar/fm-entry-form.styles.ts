import { css } from 'lit';

export const styles = css`
  form {
    max-width: 44rem;
  }

  fieldset {
    display: grid;
    gap: var(--fm-space-2);
    min-width: 0;
    padding: 0;
    border: 0;
  }

  legend {
    padding: 0;
    font-weight: 500;
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

  fieldset .problem {
    color: var(--fm-bad-text);
    font-size: var(--fm-size-small);
  }
`;
