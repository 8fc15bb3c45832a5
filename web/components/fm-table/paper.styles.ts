import { css } from 'lit';

/** Styles for paper; they come after all others. */
export const paper = css`
  /* All rows, one below the other, in shares of the paper's width. */
  @media print {
    .bar,
    .check {
      display: none !important;
    }

    .scroller,
    .scroller:not(.flows) .head {
      position: static;
      max-height: none;
      overflow: visible;
    }

    .table .head,
    .table .row {
      grid-template-columns: var(--print-tracks);
    }

    .space {
      height: auto;
      overflow: visible;
      contain: none;
    }

    .rows {
      transform: none;
    }

    .row {
      break-inside: avoid;
    }

    /* A header that sorts, and a name that opens something, are words on paper. */
    .head button,
    .row button.plain {
      display: inline;
      margin: 0;
      padding: 0;
      border: 0;
    }

    .long {
      display: block;
    }

    .missing {
      display: block;
      margin-top: var(--fm-space-2);
    }
  }
`;
