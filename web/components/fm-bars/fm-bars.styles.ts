import { css, unsafeCSS } from 'lit';

const tones = ['ok', 'warn', 'bad', 'info', 'neutral'].map(
  (tone) => `.bar.${tone} { background: var(--fm-${tone}-mark); }`,
);

export const styles = css`
  ul {
    display: grid;
    grid-template-columns: fit-content(45%) minmax(3rem, 1fr) max-content;
    align-items: center;
    gap: var(--fm-space-1) var(--fm-space-3);
    padding: 0;
    list-style: none;
  }

  li {
    display: contents;
  }

  .label {
    overflow-wrap: anywhere;
  }

  .bar {
    height: 0.75rem;
    min-width: 2px;
    border-radius: 0.25rem;
    background: var(--fm-info-mark);
  }

  .bar.none {
    background: none;
  }

  ${unsafeCSS(tones.join('\n'))}

  .count {
    font-variant-numeric: tabular-nums;
    text-align: end;
  }

  @media (forced-colors: active) {
    .bar:not(.none) {
      background: CanvasText;
      forced-color-adjust: none;
    }
  }

  @media print {
    .bar {
      print-color-adjust: exact;
    }
  }
`;
