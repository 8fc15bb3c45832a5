import { css } from 'lit';

export const styles = css`
  :host {
    display: inline-flex;
  }

  [part='mark'] {
    display: contents;
  }

  [popover] {
    position: fixed;
    inset: auto;
    min-width: 11rem;
    max-width: min(22rem, calc(100vw - 1rem));
    margin: 0;
    padding: var(--fm-space-1);
    overflow-y: auto;
    border: 1px solid var(--fm-line-strong);
    border-radius: var(--fm-radius-large);
    background: var(--fm-surface-raised);
    color: var(--fm-text);
    box-shadow: var(--fm-shadow-raised);
  }

  .item {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: center;
    justify-content: start;
    gap: 0 var(--fm-space-2);
    width: 100%;
    min-height: 2.25rem;
    padding: var(--fm-space-1) var(--fm-space-3);
    border-color: transparent;
    background: none;
    text-align: start;
    white-space: normal;
  }

  .item > .icon:first-child {
    grid-row: 1;
    color: var(--fm-text-quiet);
  }

  .item > span {
    grid-column: 2;
  }

  .item:focus-visible {
    outline-offset: -2px;
    background: var(--fm-hover);
  }

  .item.danger {
    color: var(--fm-bad-text);
    background: none;
  }

  .item.danger > .icon:first-child {
    color: inherit;
  }

  .item[aria-disabled='true'] {
    color: var(--fm-text-quiet);
    cursor: not-allowed;
  }

  .reason {
    color: var(--fm-text-quiet);
    font-weight: 400;
    font-size: var(--fm-size-small);
  }
`;
