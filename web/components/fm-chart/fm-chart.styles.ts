import { css, unsafeCSS } from 'lit';

const tones = ['ok', 'warn', 'bad', 'info', 'neutral'].map(
  (tone) => `.${tone} { --mark: var(--fm-${tone}-mark); }`,
);

export const styles = css`
  ${unsafeCSS(tones.join('\n'))}

  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--fm-space-2);
  }

  .top,
  .legend {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--fm-space-1) var(--fm-space-4);
    padding: 0;
    list-style: none;
    font-size: var(--fm-size-small);
  }

  .top {
    justify-content: space-between;
  }

  .legend li {
    display: flex;
    align-items: center;
    gap: var(--fm-space-2);
  }

  .ranges {
    display: flex;
    flex-wrap: wrap;
    gap: var(--fm-space-1);
  }

  .ranges button {
    min-height: 1.75rem;
    font-size: inherit;
  }

  .ranges button[aria-pressed='true'] {
    background: var(--fm-selected);
    font-weight: var(--fm-weight-strong);
  }

  .plot {
    position: relative;
    cursor: crosshair;
    touch-action: pan-y;
  }

  svg.lines {
    display: block;
    width: 100%;
    height: 12.5rem;
    overflow: visible;
  }

  .line {
    fill: none;
    stroke: var(--mark);
    stroke-width: 2;
    vector-effect: non-scaling-stroke;
  }

  .dash-1 {
    stroke-dasharray: 6 4;
  }

  .dash-2 {
    stroke-dasharray: 2 3;
  }

  .dash-3 {
    stroke-dasharray: 9 3 2 3;
  }

  .grid {
    stroke: var(--fm-line);
    vector-effect: non-scaling-stroke;
  }

  .cursor {
    stroke: var(--fm-text-quiet);
    vector-effect: non-scaling-stroke;
  }

  .scale {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
    pointer-events: none;
  }

  .scale span {
    position: absolute;
    padding-inline-end: 0.3em;
    background: color-mix(in srgb, var(--fm-surface) 75%, transparent);
    line-height: 1.2;
  }

  .axis {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--fm-space-3);
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
  }

  .reading {
    min-height: 1.5em;
    font-size: var(--fm-size-small);
    font-variant-numeric: tabular-nums;
  }

  .figures {
    overflow-x: auto;
  }

  table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--fm-size-small);
  }

  th,
  td {
    padding: var(--fm-space-1) var(--fm-space-2);
    border-bottom: 1px solid var(--fm-line);
    text-align: end;
    font-variant-numeric: tabular-nums;
  }

  th:first-child {
    text-align: start;
  }

  @media (forced-colors: active) {
    .line,
    .cursor {
      stroke: CanvasText;
    }

    .grid {
      stroke: GrayText;
    }
  }

  @media print {
    .ranges,
    .reading {
      display: none;
    }
  }
`;
