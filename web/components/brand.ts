import { html, type TemplateResult } from 'lit';

/** The mark and the name. */
export function brand(): TemplateResult {
  return html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#1f6f5c"></rect>
      <path
        d="M9 8h14M9 8v17M9 16h10"
        stroke="#fff"
        stroke-width="3.6"
        stroke-linecap="round"
        fill="none"
      ></path>
      <path
        d="m16.5 23.5 3 3 6-6.5"
        stroke="#8ff0cd"
        stroke-width="3"
        stroke-linecap="round"
        stroke-linejoin="round"
        fill="none"
      ></path></svg
    ><span>Fleetmend</span>`;
}
