import { css } from 'lit';

export const styles = css`
  :host {
    display: grid;
    justify-items: center;
  }

  .card {
    width: min(100%, 24rem);
    padding: var(--fm-space-6);
  }

  .brand {
    display: flex;
    align-items: center;
    gap: var(--fm-space-2);
    margin-bottom: var(--fm-space-5);
    font-size: var(--fm-size-large);
    font-weight: var(--fm-weight-strong);
  }

  .mark {
    width: 2rem;
    height: 2rem;
  }

  @media (max-width: 30rem) {
    .card {
      padding: var(--fm-space-5) var(--fm-space-4);
    }
  }
`;
