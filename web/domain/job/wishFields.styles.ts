import { css } from 'lit';

/** The styles of `wishFields.ts` and `waveFields.ts`. */
export const wishStyles = css`
  .options {
    display: grid;
    /* A date with its time is 16 rem wide at the least. */
    grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr));
    align-items: start;
    gap: var(--fm-space-3);
  }

  .checks {
    max-width: 40rem;
  }

  .choices {
    grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr));
  }

  .waves,
  .preview {
    display: grid;
    gap: var(--fm-space-3);
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .preview {
    gap: var(--fm-space-1);
    padding-inline-start: 1.5rem;
    list-style: decimal;
    overflow-wrap: anywhere;
  }

  .wave {
    display: grid;
    grid-template-columns: 4.5rem 6rem 10rem 13rem auto;
    justify-content: start;
    align-items: end;
    gap: var(--fm-space-2);
  }

  .wave strong {
    padding-block-end: var(--fm-space-2);
  }

  @media (max-width: 40rem) {
    .wave {
      grid-template-columns: 1fr 1fr;
      justify-content: stretch;
    }

    .wave strong {
      grid-column: 1 / -1;
      padding: 0;
    }

    .wave button {
      justify-self: start;
    }
  }

  .budget {
    max-inline-size: 24rem;
  }
`;
