import { css } from 'lit';

export const styles = css`
  :host {
    display: block;
    min-width: 0;
    min-height: 0;
    overflow-anchor: none;
  }

  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: flex-end;
    gap: var(--fm-space-1);
    margin-bottom: var(--fm-space-1);
  }

  .note {
    flex: 1;
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
  }

  .sort {
    display: flex;
    align-items: center;
    gap: var(--fm-space-2);
    white-space: nowrap;
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
  }

  .scroller.flows {
    max-height: none;
    overflow: clip;
  }

  .scroller:focus-visible {
    outline-offset: -2px;
  }

  .table .head,
  .table .row {
    display: grid;
    grid-template-columns: var(--tracks);
    gap: 0;
    align-items: center;
    min-height: var(--row);
  }

  .head {
    border-bottom: 1px solid var(--fm-line);
    background: var(--fm-surface-sunken);
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
    font-weight: var(--fm-weight-strong);
  }

  .scroller:not(.flows) .head {
    position: sticky;
    top: 0;
    z-index: 1;
  }

  .row {
    border-bottom: 1px solid var(--fm-line);
  }

  .row:hover {
    background: var(--fm-hover);
  }

  .row[aria-selected='true'] {
    /* A green badge is to be seen on the green row, too. */
    --fm-ok-fill: var(--fm-surface);
    background: var(--fm-selected);
  }

  .scroller:focus-visible .row.active {
    box-shadow: inset 3px 0 0 var(--fm-focus);
    background: var(--fm-hover);
  }

  .scroller:focus-visible .row.active[aria-selected='true'] {
    background: var(--fm-selected);
  }

  .space {
    position: relative;
    /* The last row's line is the frame's. A margin of -1px would leave it to scroll to. */
    height: calc(var(--height) - 1px);
    overflow: clip;
    /* Its height is told: rows that change lay nothing out but themselves. */
    contain: strict;
  }

  .rows {
    transform: translateY(var(--offset, 0));
  }

  .cell {
    min-width: 0;
    padding: var(--cell-pad, var(--fm-space-1)) var(--fm-space-3);
    overflow-wrap: anywhere;
  }

  .cell.end {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }

  .cell.mark {
    padding-inline: 0;
    text-align: center;
  }

  .mark button {
    gap: 0;
    margin-inline: 0;
    padding: 0 var(--fm-space-1);
  }

  .long {
    display: -webkit-box;
    overflow: clip;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: var(--fm-long-lines, 3);
  }

  .scroller:focus-visible .row.active .long {
    display: block;
  }

  .cell.check {
    display: grid;
    align-self: stretch;
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
    min-height: min(2.25rem, calc(var(--row) - 1px));
    cursor: pointer;
  }

  @media (pointer: coarse) {
    .check label {
      min-height: 2.25rem;
    }
  }

  .head button {
    min-height: 1.75rem;
    margin-left: calc(-1 * var(--fm-space-2));
    padding: 0 var(--fm-space-2);
    color: inherit;
    font-size: inherit;
    font-weight: inherit;
    text-align: start;
    white-space: normal;
  }

  .head .end button {
    margin-right: calc(-1 * var(--fm-space-2));
  }

  /* What opens a row looks like its text, and stands where text does. */
  /* Several buttons in a cell. */
  .acts {
    display: inline-flex;
    flex-wrap: wrap;
    gap: var(--fm-space-2);
  }

  .row button.plain {
    min-height: 1.75rem;
    max-width: 100%;
    margin-left: calc(-1 * var(--fm-space-3));
    text-align: start;
    white-space: normal;
    overflow-wrap: anywhere;
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

  .missing {
    display: none;
  }

  @media (forced-colors: active) {
    .scroller:focus-visible .row.active,
    .row[aria-selected='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
