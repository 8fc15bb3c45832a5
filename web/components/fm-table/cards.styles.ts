import { css } from 'lit';

/** Styles of the cards that replace the columns where there is no room. */
export const cards = css`
  /* Cards: the name, and below it what there is to say of it. */
  .cards .head {
    display: flex;
    align-items: center;
    min-height: 2.5rem;
  }

  .cards .head.no-check,
  .cards .head [role='columnheader']:not(.check) {
    position: absolute;
    width: 1px;
    height: 1px;
    min-height: 0;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
    border: 0;
    white-space: nowrap;
  }

  .cards .head .check {
    display: flex;
    align-items: center;
    gap: var(--fm-space-3);
    padding-inline-start: 0.85rem;
  }

  .cards .head .check label {
    place-self: center;
  }

  .cards .head .check::after {
    content: attr(data-text);
  }

  .cards .row {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--fm-space-4);
    padding: var(--fm-space-2) var(--fm-space-3);
  }

  .cards .row[aria-selected] {
    padding-inline-start: 2.75rem;
  }

  .cards .cell {
    max-width: 100%;
    padding: 0;
    text-align: start;
  }

  .cards .name {
    flex: 0 0 100%;
    order: -1;
    font-weight: var(--fm-weight-strong);
  }

  .cards .row .check {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    width: 2.75rem;
  }

  .cards .row .check label {
    place-items: start center;
    padding-top: var(--fm-space-3);
  }

  .label {
    margin-inline-end: 0.4em;
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
  }
`;
