import { css, unsafeCSS } from 'lit';

const tones = ['ok', 'warn', 'bad', 'info', 'neutral'].map(
  (tone) =>
    `.need.${tone} { --mark: var(--fm-${tone}-mark); --fill: var(--fm-${tone}-fill); --ink: var(--fm-${tone}-text); }`,
);

export const styles = css`
  .needs {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 28rem), 1fr));
    gap: var(--fm-space-3);
    padding: 0;
    list-style: none;
  }

  .need {
    display: grid;
    grid-template-columns: 2.25rem minmax(1.75rem, max-content) minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--fm-space-3);
    height: 100%;
    padding: var(--fm-space-3) var(--fm-space-4);
    border: 1px solid var(--fm-line);
    border-inline-start: 4px solid var(--mark);
    border-radius: var(--fm-radius);
    background: var(--fm-surface);
    color: var(--fm-text);
    text-decoration: none;
    transition: background-color var(--fm-transition);
  }

  .need:hover {
    background: var(--fm-hover);
  }

  ${unsafeCSS(tones.join('\n'))}

  .need.busy {
    --mark: var(--fm-info-mark);
    --fill: var(--fm-info-fill);
    --ink: var(--fm-info-text);
  }

  .need .mark {
    display: grid;
    place-items: center;
    width: 2.25rem;
    height: 2.25rem;
    border-radius: 50%;
    background: var(--fill);
    color: var(--ink);
  }

  .need .count {
    font-size: var(--fm-size-title);
    font-weight: var(--fm-weight-strong);
    font-variant-numeric: tabular-nums;
    text-align: end;
  }

  .need .label {
    font-weight: 500;
  }

  .need .go {
    color: var(--fm-text-quiet);
  }

  .totals {
    display: flex;
    flex-wrap: wrap;
    gap: var(--fm-space-2) var(--fm-space-6);
  }

  .totals dd {
    font-size: var(--fm-size-large);
    font-weight: var(--fm-weight-strong);
    font-variant-numeric: tabular-nums;
  }

  .totals .unknown {
    font-size: var(--fm-size-body);
    font-weight: 400;
  }

  .totals .bad {
    color: var(--fm-bad-text);
  }

  .exposure {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
    align-items: start;
    gap: var(--fm-space-5);
  }

  h3 {
    font-size: var(--fm-size-body);
    font-weight: 500;
  }

  .bars,
  .ended {
    padding: 0;
    list-style: none;
  }

  .bar-row {
    display: grid;
    grid-template-columns: 7.5rem minmax(2rem, 1fr) minmax(3rem, max-content);
    align-items: center;
    gap: var(--fm-space-3);
    min-height: 1.75rem;
    color: var(--fm-text);
  }

  a.bar-row:hover {
    background: var(--fm-hover);
  }

  .bar {
    width: 100%;
    height: 0.75rem;
  }

  .bar .track {
    fill: var(--fm-surface-sunken);
  }

  .bar .part {
    fill: var(--fm-warn-mark);
  }

  .bar.bad .part {
    fill: var(--fm-bad-mark);
  }

  .bar.info .part {
    fill: var(--fm-info-mark);
  }

  .bar-count {
    font-variant-numeric: tabular-nums;
    text-align: end;
  }

  .ended li {
    padding: var(--fm-space-2) 0;
    overflow-wrap: anywhere;
  }

  .ended li + li {
    border-top: 1px solid var(--fm-line);
  }

  @media (forced-colors: active) {
    .bar .part {
      fill: CanvasText;
    }
  }

  @media (max-width: 30rem) {
    .need {
      grid-template-columns: max-content minmax(0, 1fr) auto;
      padding: var(--fm-space-3);
    }

    .need .mark {
      display: none;
    }
  }
`;
