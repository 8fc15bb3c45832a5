import { css } from 'lit';

/** Web Awesome's dialog, as all of ours look; each sets its `--width`. */
export const dialog = css`
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
`;
