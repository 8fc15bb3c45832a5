import { css } from 'lit';

export const styles = css`
  wa-dialog {
    --width: 32rem;
  }

  wa-dialog::part(title) {
    font-size: var(--fm-size-large);
    overflow-wrap: anywhere;
  }

  wa-dialog::part(footer) {
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: var(--fm-space-2);
  }

  ul {
    padding-left: var(--fm-space-5);
    overflow-wrap: anywhere;
  }
`;
