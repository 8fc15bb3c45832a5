import { css } from 'lit';

export const styles = css`
  :host {
    display: grid;
    gap: var(--fm-space-2);
  }

  .search {
    flex: 1 1 10rem;
    max-width: 20rem;
  }

  .log {
    height: 22rem;
    overflow: auto;
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius);
    background: var(--fm-surface-sunken);
    /* Lines that come ten times a second lay nothing out but themselves. */
    contain: strict;
    /* The lines move by a transform; the browser must not correct for it. */
    overflow-anchor: none;
    overscroll-behavior: contain;
  }

  .log:focus-visible {
    outline-offset: -2px;
  }

  .space {
    position: relative;
    overflow: hidden;
  }

  .line {
    display: flex;
    gap: var(--fm-space-3);
    height: 22px;
    padding: 0 var(--fm-space-3);
    font-family: var(--fm-font-mono);
    font-size: var(--fm-size-small);
    line-height: 22px;
    white-space: pre;
  }

  .lines {
    width: max-content;
    min-width: 100%;
  }

  .line a {
    flex: none;
    color: var(--fm-text-quiet);
    text-decoration: none;
  }

  .line a:hover {
    text-decoration: underline;
  }

  .wrapped .line {
    height: auto;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  .line.first-error {
    box-shadow: inset 3px 0 0 var(--fm-bad-text);
  }

  .line.chosen {
    background: var(--fm-info-fill);
  }

  .line.attempt {
    border-block-start: 1px solid currentcolor;
    font-weight: 500;
  }

  .stderr {
    color: var(--fm-bad-text);
  }

  .agent,
  .manager {
    color: var(--fm-info-text);
  }
`;
