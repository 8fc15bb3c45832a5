import { css } from 'lit';

export const styles = css`
  :host {
    display: block;
  }

  h2,
  .notice {
    overflow-wrap: anywhere;
  }

  h2 a {
    color: inherit;
  }

  summary {
    padding: var(--fm-space-1) 0;
    cursor: pointer;
  }

  .steps {
    display: flex;
    flex-wrap: wrap;
    gap: var(--fm-space-2) var(--fm-space-4);
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .steps li {
    display: grid;
    padding-inline-start: var(--fm-space-2);
    border-inline-start: 2px solid var(--fm-line);
  }

  .changes {
    max-height: 14rem;
    padding: 0;
    overflow: auto;
    list-style: none;
  }

  @media print {
    button,
    fm-job-log {
      display: none;
    }
  }
`;
