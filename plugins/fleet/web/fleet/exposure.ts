import { html, nothing, svg, type TemplateResult } from 'lit';
import { countText } from '#web/core/format.ts';
import type { Schemas } from '#web/core/schema.ts';
import type { Tone } from '#web/components/fm-badge/status.ts';
import { SEVERITY_ORDER, severityText, severityTone } from '#web/domain/patch/severity.ts';
import { AGES, texts } from './texts.ts';

export interface Bar {
  key: string;
  label: string;
  tone: Tone;
  count: number;
  href: string;
}

/** How grave missing security patches are, and how long they have been missing: each bar leads to its hosts. */
export function exposureCard({
  hosts_with_security: total,
  hosts_by_severity: bySeverity,
  hosts_by_security_age: byAge,
}: Schemas['FleetStatus']): TemplateResult {
  const severity = SEVERITY_ORDER.map((key): Bar => {
    const href = `/hosts?severity=${key}&sort=-patches_severity`;
    return { key, label: severityText(key), tone: severityTone(key), count: bySeverity[key], href };
  });
  const age = AGES.map(([key, label, tone]): Bar => {
    const href = `/hosts?security_age=${key}&sort=-patches_severity`;
    return { key, label, tone, count: byAge[key], href };
  });
  return html`<section class="card" aria-labelledby="exposure">
    <h2 id="exposure">${texts.exposure}</h2>
    ${
      total === 0
        ? html`<p class="quiet">${texts.exposureNone}</p>`
        : html`<div class="exposure">${bars(texts.bySeverity, severity)} ${bars(texts.byAge, age)}</div>`
    }
  </section>`;
}

/** Bars that lead to what they count; `isPast` explains those that are not recorded. */
export function bars(title: string, rows: readonly Bar[]): TemplateResult {
  const most = Math.max(...rows.map(({ count }) => count), 1);
  const isPast = rows.some(({ key, count }) => key === 'not_recorded' && count > 0);
  return html`<div class="stack tight">
    <h3>${title}</h3>
    <ul class="bars">
      ${rows
        .filter(({ key, count }) => key !== 'not_recorded' || count > 0)
        .map(({ label, tone, count, href }) => {
          const inside = html`<span class="bar-label">${label}</span>
            <svg class="bar ${tone}" aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 100 10">
              ${svg`<rect class="track" width="100" height="10"></rect>
              <rect class="part" width=${(count / most) * 100} height="10"></rect>`}
            </svg>
            <span class="bar-count">${countText(count)}</span>`;
          return html`<li>
            ${count === 0 ? html`<span class="bar-row">${inside}</span>` : html`<a class="bar-row" href=${href}>${inside}</a>`}
          </li>`;
        })}
    </ul>
    ${isPast ? html`<p class="quiet small">${texts.notRecorded}</p>` : nothing}
  </div>`;
}
