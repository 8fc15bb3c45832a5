import { css } from 'lit';

export const styles = css`
  :host {
    display: grid;
    gap: var(--fm-space-4);
  }

  .entries {
    display: grid;
    gap: var(--fm-space-1);
    max-height: 20rem;
    margin: var(--fm-space-2) 0;
    padding: 0;
    overflow: auto;
    list-style: none;
  }

  .entries li {
    overflow-wrap: anywhere;
  }

  summary {
    padding: var(--fm-space-1) 0;
    cursor: pointer;
    font-weight: 500;
  }

  .names {
    overflow-wrap: anywhere;
  }

  .options {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr));
    align-items: end;
    gap: var(--fm-space-4);
  }

  .choice {
    align-items: start;
  }

  .choice input {
    flex: none;
    margin-top: 0.2em;
  }

  /* It says all that follows, which can be more than a narrow screen is wide. */
  .approve {
    white-space: normal;
    text-align: start;
  }
`;
