import { css } from 'lit';

export const styles = css`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--fm-space-4);
  }

  [role='tablist'] {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--fm-space-1);
    border-bottom: 1px solid var(--fm-line);
  }

  [role='tab'] {
    margin-bottom: -1px;
    border: 0;
    border-bottom: 3px solid transparent;
    border-radius: var(--fm-radius) var(--fm-radius) 0 0;
    background: none;
    color: var(--fm-text-quiet);
  }

  [role='tab'][aria-selected='true'] {
    border-bottom-color: var(--fm-accent);
    color: var(--fm-text);
    font-weight: var(--fm-weight-strong);
  }

  [role='tab']:focus-visible {
    outline-offset: -2px;
  }

  .count {
    padding: 0 0.45em;
    border-radius: 1em;
    background: var(--fm-neutral-fill);
    color: var(--fm-neutral-text);
    font-size: var(--fm-size-small);
    font-weight: 500;
    font-variant-numeric: tabular-nums;
  }

  .count.warn {
    background: var(--fm-warn-fill);
    color: var(--fm-warn-text);
  }

  .count.bad {
    background: var(--fm-bad-fill);
    color: var(--fm-bad-text);
  }

  [role='tabpanel']:focus {
    outline: none;
  }

  [role='tabpanel']:focus-visible {
    outline: 2px solid var(--fm-focus);
    outline-offset: 4px;
  }

  @media (forced-colors: active) {
    [role='tab'][aria-selected='true'] {
      border-bottom-color: Highlight;
    }
  }

  @media print {
    [role='tab'][aria-selected='true'] {
      display: inline-flex;
    }
  }
`;
