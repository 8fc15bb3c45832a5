import { css, unsafeCSS } from 'lit';

const tones = ['ok', 'warn', 'bad', 'info', 'neutral'].map(
  (tone) => `.span.${tone} { background: var(--fm-${tone}-mark); }`,
);

export const styles = css`
  ul {
    display: grid;
    gap: var(--fm-space-1);
    padding: 0;
    list-style: none;
  }

  li {
    display: grid;
    grid-template-columns: minmax(6rem, 14rem) minmax(4rem, 1fr);
    align-items: center;
    gap: 0 var(--fm-space-3);
    break-inside: avoid;
  }

  .name {
    overflow-wrap: anywhere;
  }

  .line {
    position: relative;
    height: 1rem;
    border-radius: 0.25rem;
    background: var(--fm-surface-sunken);
    overflow: clip;
  }

  .span {
    position: absolute;
    inset-block: 0;
    min-width: 3px;
    border-inline-end: 1px solid var(--fm-surface);
    background: var(--fm-info-mark);
  }

  ${unsafeCSS(tones.join('\n'))}

  .said {
    grid-column: 2;
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
  }

  .axis {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    margin-top: var(--fm-space-1);
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
  }

  @container (max-width: 30rem) {
    li {
      grid-template-columns: minmax(0, 1fr);
    }

    .said {
      grid-column: 1;
    }
  }

  :host {
    display: block;
    container-type: inline-size;
  }

  @media (forced-colors: active) {
    .line {
      border: 1px solid CanvasText;
    }

    .span {
      background: CanvasText;
      border-inline-end: 2px solid Canvas;
      forced-color-adjust: none;
    }
  }

  @media print {
    .span {
      print-color-adjust: exact;
    }
  }
`;
