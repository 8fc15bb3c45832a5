import { html, type TemplateResult } from 'lit';

/** What is shown instead of a page. */
export interface Refusal {
  kind: 'forbidden' | 'empty';
  heading: string;
  textContent: string;
}

export const NOT_ALLOWED: Refusal = {
  kind: 'forbidden',
  heading: 'You don’t have access to this page.',
  textContent: 'Ask an administrator for access.',
};

export const SWITCHED_OFF: Refusal = {
  kind: 'empty',
  heading: 'This page is disabled.',
  textContent: 'The feature is disabled in the configuration of this manager.',
};

export function notFound(): TemplateResult {
  return html`<fm-state kind="empty" heading="Page not found." page>
    The address may be mistyped, or the item was deleted.
    <a slot="actions" class="button" href="/">Go to Overview</a>
  </fm-state>`;
}
