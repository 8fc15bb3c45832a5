import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-badge/fm-badge.ts';
import { bytesText, countText, plural } from '../../core/format.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import type { StatusText } from '../../components/fm-badge/status.ts';
import { securityBadge } from '../patch/severity.ts';
import type { JobHost } from './state.ts';
import { foldReasons, isEmptyPlan, type PlanGroup } from './planGroups.ts';

const NAMES_SHOWN = 8;
/** A list of so few entries is open from the start. */
const FEW_ENTRIES = 12;
const FEW_REASONS = 3;
const CVES_SHOWN = 4;
const REASONS: Readonly<Record<string, string>> = {
  HELD: 'held on the host',
  PHASED: 'phased update: not this host’s turn yet',
  NEEDS_NEW: 'needs new packages',
  NEEDS_REMOVAL: 'would remove other packages',
  DEPENDENCY: 'unmet dependencies',
  EXCLUDED: 'excluded by this job',
  SOURCE_FAILED: 'repository fails',
  SECURITY_UNKNOWN: 'unknown whether it is a security update',
};

/** Why nothing would change, by the first of these reasons for which packages stay. */
const IDLE: Readonly<Record<string, string>> = {
  HELD: 'No changes: the packages are held, see below.',
  PINNED: 'No changes: the host’s apt preferences suppress the security updates, see below.',
  SECURITY_UNKNOWN:
    'No known security updates. For some updates it is unknown whether they are security updates, see below. Plan all patches to include them.',
};

function idleText({ kept_back: kept }: Schemas['Plan']): string {
  const why = Object.keys(IDLE).find((code) => kept.some(({ reason }) => reason === code));
  return IDLE[why ?? ''] ?? 'Nothing to do: these hosts lack nothing that this job installs.';
}

const VERDICTS: Readonly<Record<Schemas['Reversible']['verdict'], StatusText>> = {
  yes: ['ok', 'Full rollback possible'],
  partly: ['warn', 'Partial rollback possible'],
  no: ['bad', 'No rollback possible'],
};

export function verdictBadge({ verdict }: Schemas['Reversible']): TemplateResult {
  const [tone, label] = VERDICTS[verdict];
  return html`<fm-badge tone=${tone} label=${label}></fm-badge>`;
}

export function hostNames(hosts: readonly JobHost[]): string {
  const names = hosts.slice(0, NAMES_SHOWN).map(({ fqdn }) => safeName(fqdn));
  const more = hosts.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** One plan, for all hosts that have it; destructive changes come first, unfolded. */
export function planCard({ plan, hosts, hash }: PlanGroup): TemplateResult {
  return html`<section class="card stack tight" aria-label="Plan for ${hostNames(hosts)}">
    <div class="row spread">
      <h3>${plural(hosts.length, 'host')}${hosts.length > 1 ? ', identical plan' : ''}</h3>
      ${isEmptyPlan(plan) || plan.manager_does ? nothing : verdictBadge(plan.reversible)}
    </div>
    <p class="names quiet">${hostNames(hosts)}</p>
    ${
      plan.cut
        ? html`<p>
            <strong>Too large to be shown in full</strong>: entries are missing here, so the plan cannot be
            approved.
          </p>`
        : nothing
    }
    ${
      isEmptyPlan(plan)
        ? html`<p>${idleText(plan)}</p>`
        : plan.manager_does
          ? acts(plan.manager_does)
          : facts(plan)
    }
    ${foldReasons(plan.reversible.reasons).map(reason)} ${entries('Removed', plan.remove, true)}
    ${entries('Downgraded', plan.downgrade, true)} ${entries('Upgraded', plan.upgrade)}
    ${entries('Newly installed', plan.install)} ${keptBack(plan.kept_back)}
    <p class="small quiet">Plan <code title=${hash}>${hash.slice(0, 12)}</code></p>
  </section>`;
}

/** Names only a few packages: a new release of a distribution gives a hundred of them the same reason. */
function reason({ message, packages }: ReturnType<typeof foldReasons>[number]): TemplateResult {
  const names = packages.map((name) => html`<code>${safeName(name)}</code>`);
  if (names.length <= FEW_REASONS)
    return html`<p class="small">
      ${names.map((name, index) => html`${index > 0 ? ', ' : nothing}${name}`)}${names.length > 0 ? ': ' : nothing}${safeName(message)}
    </p>`;
  return html`<details class="small">
    <summary>${plural(names.length, 'package')}: ${safeName(message)}</summary>
    <ul class="entries" tabindex="0" aria-label=${safeName(message)}>
      ${names.map((name) => html`<li>${name}</li>`)}
    </ul>
  </details>`;
}

const ACTS: Readonly<Record<Schemas['PlannedAct']['action'], string>> = {
  hold: 'Hold',
  unhold: 'Unhold',
  reboot: 'Reboot the host',
  dial: 'The host connects to the manager, and closes its port',
  listen: 'The manager connects to the host, at its port',
};

/** What the manager planned by itself. */
const acts = (all: readonly Schemas['PlannedAct'][]): TemplateResult =>
  html`<ul>
    ${all.map(({ action, package: name }) => html`<li>${ACTS[action]} ${name === null ? nothing : html`<code>${safeName(name)}</code>`}</li>`)}
  </ul>`;

function facts(plan: Schemas['Plan']): TemplateResult {
  const size = (bytes: number | null): string => (bytes === null ? 'unknown' : bytesText(bytes));
  const reboot = plan.reboot_expected;
  return html`<dl class="facts">
    <dt>Download</dt>
    <dd>${size(plan.download_size_bytes)} per host</dd>
    <dt>Disk</dt>
    <dd>${diskText(plan.disk_change_bytes)}</dd>
    <dt>Reboot</dt>
    <dd>${reboot === null ? 'Unknown' : reboot ? 'Needed afterwards' : 'Not needed'}</dd>
  </dl>`;
}

function diskText(bytes: number | null): string {
  if (bytes === null) return 'unknown';
  if (bytes === 0) return 'No change';
  return `${bytesText(Math.abs(bytes))} ${bytes > 0 ? 'more' : 'less'} per host`;
}

function entries(
  title: string,
  list: readonly Schemas['PlanEntry'][],
  isOpen = list.length <= FEW_ENTRIES,
): unknown {
  if (list.length === 0) return nothing;
  return html`<details ?open=${isOpen}>
    <summary>${title}: ${plural(list.length, 'package')}</summary>
    <ul class="entries" tabindex="0" aria-label=${title}>
      ${list.map(
        (entry) =>
          html`<li>
            <code>${safeName(entry.name)}</code>
            <span class="quiet">${versions(entry.from, entry.to)}</span> ${holes(entry)}
          </li>`,
      )}
    </ul>
  </details>`;
}

/** Whether a package closes a hole, how bad that is, and which; nothing where that is not known. */
export function holes({
  security,
  severity,
  cves = [],
  cves_total: total = cves.length,
}: Pick<Schemas['PlanEntry'], 'security' | 'severity' | 'cves' | 'cves_total'>): unknown {
  if (security !== true) return nothing;
  const named = cves.slice(0, CVES_SHOWN);
  const more = total > named.length ? ` and ${countText(total - named.length)} more` : '';
  return html`${securityBadge(severity ?? null)}
  ${
    named.length === 0
      ? nothing
      : html`<span class="small quiet"
          >${named.map((cve, index) => html`${index > 0 ? ', ' : nothing}${cveLink(cve)}`)}${more}</span
        >`
  }`;
}

/** A link only where the text has the form of a CVE id. */
function cveLink(cve: string): unknown {
  if (!/^CVE-\d{4}-\d{4,}$/.test(cve)) return safeName(cve);
  return html`<a href="https://www.cve.org/CVERecord?id=${cve}" target="_blank" rel="noreferrer noopener"
    >${cve}</a
  >`;
}

export function versions(from: string | null, to: string | null): string {
  if (from === null) return safeName(to);
  return to === null ? `${safeName(from)}, removed` : `${safeName(from)} → ${safeName(to)}`;
}

function keptBack(list: readonly Schemas['KeptBack'][]): unknown {
  if (list.length === 0) return nothing;
  return html`<details>
    <summary>Kept back: ${plural(list.length, 'package')}</summary>
    <ul class="entries" tabindex="0" aria-label="Kept back">
      ${list.map(
        ({ name, reason, message, ...advice }) =>
          html`<li>
            <code>${safeName(name)}</code>
            <span class="quiet">${REASONS[reason] ?? safeName(message)}</span> ${holes(advice)}
          </li>`,
      )}
    </ul>
  </details>`;
}
