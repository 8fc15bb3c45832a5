import { html, type TemplateResult } from 'lit';

/** What is shown instead of a page. */
export interface Refusal {
  kind: 'forbidden' | 'empty';
  heading: string;
  textContent: string;
}

export const NOT_ALLOWED: Refusal = {
  kind: 'forbidden',
  heading: 'Your role does not show this page.',
  textContent: 'Ask an administrator if you need it.',
};

export const SWITCHED_OFF: Refusal = {
  kind: 'empty',
  heading: 'This page is switched off.',
  textContent: 'Its feature is off in the configuration of this manager.',
};

export function notFound(): TemplateResult {
  return html`<fm-state kind="empty" heading="There is no such page." page>
    The address may be mistyped, or the thing was deleted.
    <a slot="actions" class="button" href="/">Go to the start</a>
  </fm-state>`;
}
