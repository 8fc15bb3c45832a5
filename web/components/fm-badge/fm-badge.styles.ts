import { css, unsafeCSS } from 'lit';

const tones = ['ok', 'warn', 'bad', 'info', 'neutral'].map(
  (tone) => `:host([tone='${tone}']) {
    background: var(--fm-${tone}-fill);
    color: var(--fm-${tone}-text);
    --mark: var(--fm-${tone}-mark);
  }`,
);

export const styles = css`
  :host {
    display: inline-flex;
    align-items: center;
    gap: 0.35rem;
    max-width: 100%;
    padding: 0.05rem 0.5rem 0.05rem 0.4rem;
    border-radius: 1rem;
    font-size: var(--fm-size-small);
    font-weight: 500;
    line-height: 1.45;
    /* Seen where the reader's own colours leave no fill. */
    border: 1px solid transparent;
  }

  ${unsafeCSS(tones.join('\n'))}

  :host([tone='busy']) {
    background: var(--fm-info-fill);
    color: var(--fm-info-text);
    --mark: var(--fm-info-mark);
  }

  :host([compact]) {
    position: relative;
    justify-content: center;
    width: 1.35rem;
    height: 1.35rem;
    padding: 0;
  }

  span {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  svg {
    flex: none;
    width: 0.7rem;
    height: 0.7rem;
    fill: var(--mark);
  }

  .line {
    fill: none;
    stroke: var(--mark);
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  /* The whole picture and not its path, which would be laid out anew in every frame. */
  svg:has(.turning) {
    animation: turn 1.2s linear infinite;
  }

  @media (forced-colors: active) {
    svg {
      fill: currentColor;
    }

    .line {
      stroke: currentColor;
    }
  }

  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
`;
