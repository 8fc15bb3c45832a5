import { css } from 'lit';

export const styles = css`
  :host {
    border-right: 1px solid var(--fm-line);
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
    padding: var(--fm-space-2) var(--fm-space-3);
    border-radius: var(--fm-radius);
    color: var(--fm-text);
    text-decoration: none;
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

  .user button {
    justify-content: flex-start;
    width: 100%;
    max-width: 12rem;
    padding: var(--fm-space-1) var(--fm-space-3);
  }

  .who {
    display: grid;
    min-width: 0;
    line-height: 1.25;
    text-align: left;
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
      border-right: 0;
      border-bottom: 1px solid var(--fm-line);
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

    .user {
      margin-left: auto;
      order: 1;
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
      order: 2;
      display: none;
    }

    nav.open {
      display: block;
    }
  }
`;
