import { css, unsafeCSS } from 'lit';

const tones = ['ok', 'warn', 'bad', 'info', 'neutral'].map(
  (tone) => `.${tone} { background: var(--fm-${tone}-mark); }`,
);

export const styles = css`
  :host {
    display: block;
    min-width: 4rem;
  }

  .bar {
    display: flex;
    gap: 1px;
    height: 0.5rem;
    overflow: hidden;
    border-radius: 0.25rem;
    background: var(--fm-neutral-fill);
  }

  .part {
    flex: 0 0 auto;
    transition: width var(--fm-transition);
  }

  [role='img'] .part {
    flex: 0 1 0;
    min-width: 0;
  }

  ${unsafeCSS(tones.join('\n'))}

  .busy {
    background: var(--fm-info-mark);
  }

  .unknown .part {
    width: 30%;
    animation: wander 1.4s ease-in-out infinite alternate;
  }

  @keyframes wander {
    from {
      transform: translateX(-40%);
    }
    to {
      transform: translateX(270%);
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .unknown .part {
      width: 100%;
      opacity: 0.5;
    }
  }
`;
