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
    /* Twenty of them move at once in the list of a job's hosts: each lays out itself alone, and does not glide. */
    contain: strict;
  }

  .part {
    flex: 0 0 auto;
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

  /* The words beside it tell the parts; here only how much is done is to be seen. */
  @media (forced-colors: active) {
    .bar {
      border: 1px solid CanvasText;
    }

    .part {
      background: CanvasText;
      forced-color-adjust: none;
    }

    .part.neutral {
      background: Canvas;
    }
  }

  @media print {
    .bar,
    .part {
      print-color-adjust: exact;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .unknown .part {
      width: 100%;
      opacity: 0.5;
    }
  }
`;
