import { html, type TemplateResult } from 'lit';
import { safeName } from '../../core/safeText.ts';

const CVE = /^CVE-\d{4}-\d{4,19}$/;

/** The address of a CVE's record; null for what only looks like a CVE. */
export function cveHref(id: string): string | null {
  return CVE.test(id) ? `https://www.cve.org/CVERecord?id=${id}` : null;
}

/** The CVEs, each a link to its record, which opens in a tab of its own. */
export function cveLinks(ids: readonly string[]): TemplateResult[] {
  return ids.map((id, at) => {
    const href = cveHref(id);
    const text = safeName(id);
    const link =
      href === null
        ? html`${text}`
        : html`<a href=${href} target="_blank" rel="noreferrer noopener">${text}</a>`;
    return html`${at === 0 ? '' : ', '}${link}`;
  });
}
