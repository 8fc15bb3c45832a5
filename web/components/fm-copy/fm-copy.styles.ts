import { css } from 'lit';

export const styles = css`
  :host {
    display: flex;
    align-items: stretch;
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius);
    background: var(--fm-surface-sunken);
  }

  code {
    flex: 1;
    min-width: 0;
    padding: var(--fm-space-2) var(--fm-space-3);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  button {
    border-radius: 0;
    border-left: 1px solid var(--fm-line);
    background: var(--fm-surface);
  }

  button:focus-visible {
    outline-offset: -3px;
  }
`;
