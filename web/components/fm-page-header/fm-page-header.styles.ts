import { css } from 'lit';

export const styles = css`
  :host {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--fm-space-2) var(--fm-space-4);
  }

  .what {
    display: grid;
    gap: var(--fm-space-1);
    min-width: 0;
    /* What a page puts under its heading too: descriptions and lists of names. */
    overflow-wrap: anywhere;
  }

  .title {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--fm-space-1) var(--fm-space-3);
  }

  h1 {
    min-width: 0;
  }

  .under {
    color: var(--fm-text-quiet);
  }

  ol {
    display: flex;
    flex-wrap: wrap;
    padding: 0;
    list-style: none;
    font-size: var(--fm-size-small);
  }

  li:not(:last-child)::after {
    content: '/';
    margin: 0 var(--fm-space-2);
    color: var(--fm-text-quiet);
  }

  .actions {
    display: flex;
    gap: var(--fm-space-2);
    max-width: 100%;
  }

  .tabs {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--fm-space-1);
    flex-basis: 100%;
    margin-block-start: var(--fm-space-2);
    border-bottom: 1px solid var(--fm-line);
  }

  .tabs a {
    margin-bottom: -1px;
    padding: var(--fm-space-2) var(--fm-space-3);
    border-bottom: 3px solid transparent;
    color: var(--fm-text-quiet);
    text-decoration: none;
  }

  .tabs a[aria-current] {
    border-bottom-color: var(--fm-accent);
    color: var(--fm-text);
    font-weight: var(--fm-weight-strong);
  }

  .tabs a:focus-visible {
    outline-offset: -2px;
  }

  @media (forced-colors: active) {
    .tabs a[aria-current] {
      border-bottom-color: Highlight;
    }
  }

  @media print {
    .actions,
    nav {
      display: none;
    }
  }

  /* What destroys something is never the strongest button of a page; the dialog that asks has it in full red. */
  button.danger {
    border-color: var(--fm-line-strong);
    background: var(--fm-surface);
    color: var(--fm-bad-text);
  }

  button.danger:hover:not(:disabled) {
    border-color: var(--fm-bad-text);
    background: var(--fm-bad-fill);
  }
`;
