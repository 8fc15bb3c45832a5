import { css } from 'lit';

/** Base styles of every shadow root: global style sheets do not reach into it. */
export const base = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  :host {
    color: var(--fm-text);
    font: var(--fm-size) / 1.5 var(--fm-font);
  }

  :host([hidden]),
  [hidden] {
    display: none !important;
  }

  h1,
  h2,
  h3,
  p,
  ul,
  ol,
  dl,
  dd,
  figure,
  pre {
    margin: 0;
  }

  h1,
  h2,
  h3 {
    line-height: 1.25;
    font-weight: var(--fm-weight-strong);
    text-wrap: balance;
  }

  h1 {
    font-size: var(--fm-size-title);
    letter-spacing: -0.015em;
  }

  h2 {
    font-size: var(--fm-size-large);
  }

  h3 {
    font-size: var(--fm-size);
  }

  /* The heading takes the focus after a change of page; it is no control. */
  h1:focus,
  main:focus {
    outline: none;
  }

  a {
    color: var(--fm-link);
    text-underline-offset: 0.2em;
  }

  code,
  pre,
  .mono {
    font-family: var(--fm-font-mono);
    font-size: max(0.9em, var(--fm-size-small));
  }

  :focus-visible {
    outline: 2px solid var(--fm-focus);
    outline-offset: 2px;
    border-radius: var(--fm-radius);
  }

  .icon {
    width: 1.15em;
    height: 1.15em;
    flex: none;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.9;
    stroke-linecap: round;
    stroke-linejoin: round;
    vertical-align: -0.2em;
  }

  .quiet {
    color: var(--fm-text-quiet);
  }

  .small {
    font-size: var(--fm-size-small);
  }

  .number {
    font-variant-numeric: tabular-nums;
  }

  .visually-hidden:not(:focus-within) {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
    border: 0;
    white-space: nowrap;
  }

  /* Not a short transition: every property of everything would have one, and a size set by a script be read too early. */
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation-duration: 0.01ms !important;
      animation-iteration-count: 1 !important;
      transition-duration: 0s !important;
      scroll-behavior: auto !important;
    }
  }
`;
