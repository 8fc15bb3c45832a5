import { css } from 'lit';

export const styles = css`
  .figures {
    margin: 0;
  }

  .figures > div {
    display: grid;
    grid-template-columns: minmax(8rem, 15rem) 6.5rem minmax(0, 1fr);
    align-items: baseline;
    gap: 0 var(--fm-space-3);
    padding-block: var(--fm-space-1);
    border-block-end: 1px solid var(--fm-line);
    break-inside: avoid;
  }

  .figures dd {
    margin: 0;
  }

  .value {
    font-weight: var(--fm-weight-strong);
    text-align: end;
    font-variant-numeric: tabular-nums;
  }

  @media (width < 48rem) {
    .figures > div {
      grid-template-columns: minmax(0, 1fr) auto;
    }

    .meaning {
      grid-column: 1 / -1;
    }
  }
`;
