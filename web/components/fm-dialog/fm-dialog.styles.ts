import { css } from 'lit';

export const styles = css`
  dialog {
    width: min(var(--fm-dialog-width, 34rem), calc(100vw - 1rem));
    max-width: none;
    max-height: calc(100dvh - 1rem);
    padding: 0;
    overflow: auto;
    overscroll-behavior: contain;
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius-large);
    background: var(--fm-surface-raised);
    color: var(--fm-text);
    box-shadow: var(--fm-shadow-raised);
  }

  dialog::backdrop {
    background: var(--fm-overlay);
  }

  .head {
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: var(--fm-space-3);
    padding: var(--fm-space-4) var(--fm-space-4) 0 var(--fm-space-5);
  }

  h2 {
    padding-top: 0.3em;
    overflow-wrap: anywhere;
  }

  h2:focus {
    outline: none;
  }

  .content {
    padding: var(--fm-space-3) var(--fm-space-5) var(--fm-space-4);
    overflow-wrap: anywhere;
  }

  .foot {
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: var(--fm-space-2);
    padding: 0 var(--fm-space-5) var(--fm-space-4);
  }

  .foot:not(.used) {
    display: none;
  }

  @media (max-width: 30rem) {
    .head,
    .content,
    .foot {
      padding-inline: var(--fm-space-4);
    }
  }
`;
