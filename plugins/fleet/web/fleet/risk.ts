import { html, nothing, type TemplateResult } from 'lit';
import { features } from '#web/core/features.ts';
import { countText } from '#web/core/format.ts';
import type { Schemas } from '#web/core/schema.ts';
import { SEVERITY_ORDER, severityText, severityTone } from '#web/domain/patch/severity.ts';
import { bars, type Bar } from './exposure.ts';
import { levelText, texts, unnamedText, unreadText, unrecordedText } from './texts.ts';

type Exposure = Schemas['Exposure'];

/**
 * Known vulnerabilities of the hosts that the reader sees, and the patches beyond their service levels. Each figure
 * leads to its page.
 */
export function riskView(risk: Exposure): TemplateResult {
  const { patches_beyond_by_severity: late, levels, patches_not_recorded: unrecorded } = risk;
  const rows = SEVERITY_ORDER.map((key): Bar => {
    const href = `/late-patches?severity=${key}`;
    const label = levelText(severityText(key), levels[`${key}_days`]);
    return { key, label, tone: severityTone(key), count: late[key], href };
  });
  return html`<div class="stack">
    <dl class="totals">
      ${figure(texts.cvesOpen, risk.cves_open, '/vulnerabilities')} ${exploited(risk)} ${withoutFix(risk)}
      ${figure(texts.hostsAffected, risk.hosts_affected, '/hosts?has_security=true&sort=-patches_severity')}
      ${figure(texts.hostsLate, risk.hosts_beyond, '/late-patches')}
      ${risk.exceptions === 0 ? nothing : figure(texts.excepted, risk.exceptions, '/exceptions')}
    </dl>
    ${risk.patches_beyond === 0 ? html`<p class="quiet">${texts.noneLate}</p>` : bars(texts.byLevel, rows)}
    ${
      unrecorded === 0
        ? nothing
        : html`<p class="quiet small">
            <a href="/late-patches?standing=not_recorded">${unrecordedText(unrecorded)}</a>
          </p>`
    }
    ${risk.patches_unnamed === 0 ? nothing : html`<p class="quiet small">${unnamedText(risk.patches_unnamed)}</p>`}
    ${risk.hosts_unread === 0 ? nothing : html`<p class="quiet small">${unreadText(risk.hosts_unread)}</p>`}
    ${features.serves('listAdvisories') ? html`<p><a href="/patch-order">${texts.order}</a></p>` : nothing}
  </div>`;
}

/** CVEs without a fix, apart from those with a patch; nothing where no host was judged: that is not zero. */
function withoutFix({ without_fix: without }: Exposure): TemplateResult | typeof nothing {
  if (without === null || without.hosts_judged === 0) return nothing;
  return figure(texts.cvesWithoutFix, without.cves_open, '/vulnerabilities?fix=none');
}

/** Without the catalogue it is not known which CVEs are exploited, and that is not zero. */
function exploited({ exploited_open: count, data_sets: sets }: Exposure): TemplateResult {
  const isKnown = count > 0 || sets.some(({ kind }) => kind === 'kev');
  if (isKnown)
    return figure(texts.exploited, count, '/vulnerabilities?exploited=true', count > 0 ? 'bad' : '');
  return html`<div>
    <dt class="quiet">${texts.exploited}</dt>
    <dd class="unknown"><a href="/exposure-data">${texts.exploitedUnknown}</a></dd>
  </div>`;
}

const figure = (label: string, count: number, href: string, tone = ''): TemplateResult =>
  html`<div>
    <dt class="quiet">${label}</dt>
    <dd class=${tone}>${count === 0 ? countText(0) : html`<a href=${href}>${countText(count)}</a>`}</dd>
  </div>`;
