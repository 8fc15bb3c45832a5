import { css } from 'lit';

export const styles = css`
  :host {
    display: grid;
    justify-items: center;
    gap: var(--fm-space-2);
    padding: var(--fm-space-6) var(--fm-space-4);
    text-align: center;
  }

  .mark {
    display: grid;
    place-items: center;
    width: 2.75rem;
    height: 2.75rem;
    border-radius: 50%;
    background: var(--fm-neutral-fill);
    color: var(--fm-neutral-text);
    font-size: 1.2rem;
  }

  :host([kind='error']) .mark {
    background: var(--fm-bad-fill);
    color: var(--fm-bad-text);
  }

  h1,
  h2 {
    font-size: var(--fm-size);
    letter-spacing: normal;
  }

  p {
    max-width: 34rem;
    color: var(--fm-text-quiet);
    overflow-wrap: anywhere;
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: var(--fm-space-2);
    margin-top: var(--fm-space-2);
  }

  .spinner {
    width: 1.6rem;
    height: 1.6rem;
    border: 3px solid var(--fm-line);
    border-top-color: var(--fm-accent);
    border-radius: 50%;
    animation: turn 0.8s linear infinite;
  }

  /* What comes at once needs no spinner that flashes. */
  :host([kind='loading']) {
    animation: appear 150ms 200ms both;
  }

  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }

  @keyframes appear {
    from {
      opacity: 0;
    }
  }
`;
