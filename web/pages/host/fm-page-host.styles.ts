import { css } from 'lit';

export const styles = css`
  .back {
    display: inline-flex;
    align-items: center;
    gap: var(--fm-space-1);
    font-size: var(--fm-size-small);
  }

  h1 {
    overflow-wrap: anywhere;
  }

  .columns {
    display: grid;
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
    gap: var(--fm-space-5);
    align-items: start;
  }

  .progress {
    display: grid;
    gap: var(--fm-space-2);
  }

  @media (max-width: 74rem) {
    .columns {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
