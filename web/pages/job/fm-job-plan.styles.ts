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

  .totals {
    display: flex;
    flex-wrap: wrap;
    gap: var(--fm-space-3) var(--fm-space-5);
    margin: 0;
  }

  .totals dt {
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
  }

  .totals dd {
    margin: 0;
    font-size: var(--fm-size-large);
    font-weight: 600;
  }

  .held,
  .missing {
    margin: var(--fm-space-1) 0 0;
    padding-inline-start: var(--fm-space-4);
    overflow-wrap: anywhere;
  }

  @media print {
    .options,
    .approve {
      display: none;
    }
  }

  .names {
    overflow-wrap: anywhere;
  }

  .options {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr));
    align-items: start;
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
