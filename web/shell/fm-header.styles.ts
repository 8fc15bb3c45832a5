import { css } from 'lit';

export const styles = css`
  :host {
    border-inline-end: 1px solid var(--fm-line);
    background: var(--fm-surface);
  }

  header {
    position: sticky;
    top: 0;
    display: flex;
    flex-direction: column;
    gap: var(--fm-space-4);
    height: 100vh;
    padding: var(--fm-space-4) var(--fm-space-3);
  }

  .brand {
    display: inline-flex;
    align-items: center;
    gap: var(--fm-space-2);
    padding: 0 var(--fm-space-2);
    color: var(--fm-text);
    font-size: var(--fm-size-large);
    font-weight: var(--fm-weight-strong);
    letter-spacing: -0.01em;
    text-decoration: none;
  }

  .mark {
    width: 1.75rem;
    height: 1.75rem;
  }

  nav {
    flex: 1;
    overflow-y: auto;
  }

  .section {
    justify-content: flex-start;
    width: 100%;
    margin-block-start: var(--fm-space-1);
    padding: 0 var(--fm-space-3);
    border: 0;
    background: none;
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
    font-weight: var(--fm-weight-strong);
  }

  .section:first-child {
    margin-block-start: 0;
  }

  .section > .icon {
    margin-inline-start: auto;
  }

  .section > .count + .icon {
    margin-inline-start: 0;
  }

  /* Folded over the page that is on the screen. */
  .section[aria-current] {
    background: var(--fm-selected);
    color: var(--fm-link);
  }

  .find {
    justify-content: flex-start;
    color: var(--fm-text-quiet);
    font-weight: 400;
  }

  kbd {
    margin-inline-start: auto;
    padding: 0 var(--fm-space-1);
    border: 1px solid var(--fm-line);
    border-radius: 4px;
    font: var(--fm-size-small) / 1.5 var(--fm-font);
  }

  .count {
    min-width: 1.5rem;
    margin-inline-start: auto;
    padding: 0 var(--fm-space-1);
    border-radius: 1rem;
    background: var(--fm-info-fill);
    color: var(--fm-info-text);
    font-size: var(--fm-size-small);
    font-weight: var(--fm-weight-strong);
    text-align: center;
  }

  .bell {
    position: relative;
  }

  .unread {
    position: absolute;
    inset-block-start: 0.35rem;
    inset-inline-end: 0.35rem;
    width: 0.6rem;
    height: 0.6rem;
    border: 2px solid var(--fm-surface);
    border-radius: 50%;
    background: var(--fm-accent);
    forced-color-adjust: none;
  }

  ul {
    display: grid;
    gap: 2px;
    padding: 2px;
    list-style: none;
  }

  li a {
    display: flex;
    align-items: center;
    gap: var(--fm-space-3);
    padding: 0.3rem var(--fm-space-3);
    border-radius: var(--fm-radius);
    color: var(--fm-text);
    text-decoration: none;
  }

  /* The list scrolls, and cuts what lies outside of it. */
  li a:focus-visible,
  .section:focus-visible {
    outline-offset: -2px;
  }

  li a .icon {
    color: var(--fm-text-quiet);
  }

  li a:hover {
    background: var(--fm-hover);
  }

  li a[aria-current] {
    background: var(--fm-selected);
    color: var(--fm-link);
    font-weight: var(--fm-weight-strong);
  }

  li a[aria-current] .icon {
    color: inherit;
  }

  .views {
    padding-inline-start: var(--fm-space-5);
    font-size: var(--fm-size-small);
    overflow-wrap: anywhere;
  }

  .user {
    display: flex;
    align-items: center;
    gap: var(--fm-space-1);
  }

  .user fm-menu {
    order: -1;
    flex: 1;
    min-width: 0;
  }

  .user fm-menu::part(button) {
    justify-content: flex-start;
    width: 100%;
    padding: var(--fm-space-1) var(--fm-space-3);
  }

  /* The name and the role need the room. */
  .user fm-menu::part(mark) {
    display: none;
  }

  .who {
    display: grid;
    min-width: 0;
    line-height: 1.25;
    text-align: start;
  }

  .who span {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .toggle {
    display: none;
  }

  @media (max-width: 56rem) {
    :host {
      position: sticky;
      top: 0;
      z-index: 5;
      border-inline-end: 0;
      border-block-end: 1px solid var(--fm-line);
    }

    header {
      flex-flow: row wrap;
      align-items: center;
      gap: var(--fm-space-2);
      height: auto;
      padding: var(--fm-space-2) var(--fm-space-3);
    }

    .toggle {
      display: inline-flex;
    }

    .find {
      margin-inline-start: auto;
      order: 1;
    }

    .user {
      order: 1;
    }

    .user fm-menu {
      order: 1;
    }

    .find kbd {
      display: none;
    }

    /* Still said, though there is no room to show it. */
    .who {
      position: absolute;
      width: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }

    nav {
      flex: 0 0 100%;
      max-height: calc(100dvh - 4rem);
      order: 2;
      display: none;
    }

    nav.open {
      display: block;
    }
  }

  /* A phone on its side, or a page at 400 %: a frame that stays would leave no room for the page. */
  @media (max-width: 56rem) and (max-height: 22rem) {
    :host {
      position: static;
    }

    nav {
      max-height: none;
    }
  }

  @media (max-width: 30rem) {
    /* Still said, though there is no room to show it. */
    .find-text {
      position: absolute;
      width: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }

    .find {
      width: var(--fm-control-height);
      padding: 0;
      justify-content: center;
      border-color: transparent;
    }

    header {
      gap: var(--fm-space-1);
    }

    .brand {
      padding: 0;
    }
  }

  @media (forced-colors: active) {
    .section[aria-current],
    li a[aria-current] {
      border-inline-start: 4px solid Highlight;
    }
  }

  @media print {
    :host {
      display: none;
    }
  }
`;
