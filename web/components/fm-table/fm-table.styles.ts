import { css } from 'lit';

export const styles = css`
  :host {
    display: block;
    min-height: 0;
  }

  .scroller {
    /* With its page's head and what stands above it, no higher than the window. */
    max-height: var(--fm-table-height, max(18rem, calc(100dvh - 16rem)));
    overflow: auto;
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius-large);
    background: var(--fm-surface);
    /* The rows move by a transform; the browser must not correct for it. */
    overflow-anchor: none;
    overscroll-behavior: contain;
  }

  .scroller:focus-visible {
    outline-offset: -2px;
  }

  .head,
  .row {
    display: grid;
    grid-template-columns: var(--tracks);
    gap: 0;
    align-items: center;
    height: var(--row);
  }

  .head {
    position: sticky;
    top: 0;
    z-index: 1;
    border-bottom: 1px solid var(--fm-line);
    background: var(--fm-surface-sunken);
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
    font-weight: var(--fm-weight-strong);
  }

  .row {
    border-bottom: 1px solid var(--fm-line);
  }

  .row:hover {
    background: var(--fm-hover);
  }

  .row[aria-selected='true'] {
    background: var(--fm-selected);
  }

  .scroller:focus-visible .row.active {
    box-shadow: inset 3px 0 0 var(--fm-focus);
    background: var(--fm-hover);
  }

  .space {
    position: relative;
    /* The last row's line is the frame's. */
    margin-bottom: -1px;
    overflow: hidden;
  }

  .cell {
    min-width: 0;
    padding: 0 var(--fm-space-3);
    /* Not hidden: that can still be scrolled, by a drag or a search of the page, and then shows the end of a name. */
    overflow: clip;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .cell.end {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }

  .cell.check {
    display: grid;
    height: 100%;
    padding: 0;
  }

  .check > * {
    place-self: center;
  }

  /* All of the cell is the box: beside it a click would open the row. */
  .check label {
    display: grid;
    place-items: center;
    place-self: stretch;
    cursor: pointer;
  }

  .head button {
    min-height: 1.75rem;
    margin-left: calc(-1 * var(--fm-space-2));
    padding: 0 var(--fm-space-2);
    color: inherit;
    font-size: inherit;
    font-weight: inherit;
  }

  .head .end button {
    margin-right: calc(-1 * var(--fm-space-2));
  }

  /* What opens a row looks like its text, and stands where text does. */
  .row button.plain {
    min-height: 1.75rem;
    margin-left: calc(-1 * var(--fm-space-3));
  }

  a {
    color: inherit;
    font-weight: 500;
    text-decoration: none;
  }

  .row:hover a,
  .scroller:focus-visible .row.active a {
    color: var(--fm-link);
    text-decoration: underline;
  }
`;
