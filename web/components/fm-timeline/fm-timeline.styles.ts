import { css, unsafeCSS } from 'lit';

const tones = ['ok', 'warn', 'bad', 'info', 'neutral'].map(
  (tone) => `.${tone} { --mark: var(--fm-${tone}-mark); }`,
);

export const styles = css`
  ${unsafeCSS(tones.join('\n'))}

  .busy {
    --mark: var(--fm-info-mark);
  }

  h3 {
    margin-top: var(--fm-space-3);
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
  }

  ol {
    padding: 0;
    list-style: none;
  }

  li {
    display: grid;
    grid-template-columns: 1rem minmax(0, 1fr);
    gap: 0 var(--fm-space-2);
    padding: var(--fm-space-1) 0;
    overflow-wrap: anywhere;
    break-inside: avoid;
  }

  li::before {
    content: '';
    width: 0.65rem;
    height: 0.65rem;
    margin-top: 0.45em;
    border: 2px solid var(--mark, var(--fm-neutral-mark));
    border-radius: 50%;
  }

  li.bad::before {
    border-radius: 0;
  }

  li.warn::before {
    border-radius: 0;
    rotate: 45deg;
  }

  .text {
    grid-column: 2;
    color: var(--fm-text-quiet);
  }
`;
