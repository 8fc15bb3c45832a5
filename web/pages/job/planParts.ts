import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-table/fm-table.ts';
import type { Column } from '../../components/fm-table/column.ts';
import { ApiError } from '../../core/api.ts';
import { explainHostError } from '../../core/errors.ts';
import { bytesText, countText, plural } from '../../core/format.ts';
import { icon } from '../../icons/icons.ts';
import { may } from '../../core/permissions.ts';
import { safeLine, safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import { newJobHref } from '../../domain/host/chosenHosts.ts';
import { shortSystem } from '../../domain/host/hostName.ts';
import { happening } from '../../domain/job/hostColumns.ts';
import type { HeldPackage, PlanGroup, PlanPackage, PlanTotals } from '../../domain/job/planGroups.ts';
import { holes, hostNames, versions } from '../../domain/job/planText.ts';
import type { WhyNot } from '../../domain/job/offers.ts';
import type { JobHost } from '../../domain/job/state.ts';
import { isEnded } from '../../domain/job/text.ts';

const NAMED = 12;
const HELD_SHOWN = 6;

/** The totals of all plans, in one line of figures. */
export function totals(all: PlanTotals): TemplateResult {
  const { hosts, idleHosts, unknownHosts, packages, security, cves, downloadBytes } = all;
  if (hosts === 0) return html`<p class="quiet">No hosts planned yet.</p>`;
  return html`<dl class="totals">
    ${figure('Hosts planned', countText(hosts))}
    ${idleHosts > 0 ? figure('Nothing to do', countText(idleHosts)) : nothing}
    ${unknownHosts > 0 ? figure('Security unknown', countText(unknownHosts)) : nothing}
    ${figure('Packages', countText(packages))} ${figure('Security', countText(security))}
    ${cves > 0 ? figure('CVEs', countText(cves)) : nothing}
    ${figure('Total download', downloadBytes === null ? 'unknown' : bytesText(downloadBytes))}
  </dl>`;
}

function figure(label: string, value: string): TemplateResult {
  return html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** Hosts whose plans change nothing, which are no part of the run. */
export function idleNotice(groups: readonly PlanGroup[]): unknown {
  const hosts = groups.flatMap((group) => group.hosts);
  if (hosts.length === 0) return nothing;
  return html`<p class="quiet" role="group" aria-label="Hosts with nothing to do">
    ${plural(hosts.length, 'host')} ${hosts.length === 1 ? 'has' : 'have'} nothing to do and
    ${hosts.length === 1 ? 'is' : 'are'} not part of the run: ${hostNames(hosts)}
  </p>`;
}

/** Packages that stay because somebody holds them: apart from the rest, with a way to release them. */
export function heldNotice(job: Schemas['Job'], held: readonly HeldPackage[]): unknown {
  if (held.length === 0) return nothing;
  const security = held.filter((one) => one.security).length;
  return html`<div class="notice warn">
    ${icon('lock')}
    <div>
      <strong
        >${plural(held.length, 'package')} ${held.length === 1 ? 'is' : 'are'} held and kept
        back${security > 0 ? `, ${countText(security)} security` : ''}.</strong
      >
      <ul class="held">
        ${held.slice(0, HELD_SHOWN).map((one) => heldItem(one))}
        ${held.length > HELD_SHOWN ? html`<li>and ${countText(held.length - HELD_SHOWN)} more</li>` : nothing}
      </ul>
      ${isEnded(job) ? 'Unhold the packages, then plan again.' : nothing}
    </div>
  </div>`;
}

function heldItem({ name, security, hostIds }: HeldPackage): TemplateResult {
  const options = [
    ['operation', 'unhold'],
    ['package', name],
  ] as const;
  return html`<li>
    <code>${safeName(name)}</code>${security ? ' (security)' : nothing}: held on
    ${plural(hostIds.length, 'host')}.
    ${may(session.user, 'jobs:run') ? html`<a href=${newJobHref(hostIds, options)}>Unhold</a>` : nothing}
  </li>`;
}

/**
 * Hosts that have no plan, each with why. `whyNot`: why the others cannot be approved now; null: they can be, without
 * these.
 */
export function unplannedNotice(
  job: Schemas['Job'],
  hosts: readonly JobHost[],
  whyNot: WhyNot | null,
): unknown {
  const missing = hosts.filter(isMissing);
  if (missing.length === 0) return nothing;
  return html`<div class="notice warn" role="group" aria-label="Hosts without a plan">
    ${icon('warning')}
    <div>
      <strong
        >${plural(missing.length, 'host')} ${missing.length === 1 ? 'has' : 'have'} no
        plan${isEnded(job) ? '' : ' yet'}.</strong
      >
      ${whyNot === null || whyNot === 'still-planning' ? othersText(missing.length, whyNot) : nothing}
      <ul class="missing">
        ${missing.slice(0, NAMED).map((host) => html`<li>${safeName(host.fqdn)}: ${whyMissing(host)}</li>`)}
        ${missing.length > NAMED ? html`<li>and ${countText(missing.length - NAMED)} more</li>` : nothing}
      </ul>
    </div>
  </div>`;
}

const othersText = (missing: number, whyNot: 'still-planning' | null): string =>
  `The others can be approved without ${missing === 1 ? 'it' : 'them'}${whyNot === null ? '' : ' once they are planned'}.`;

/** Whether the host has no plan; a host without contact is reported long before planning gives it up. */
function isMissing({ plan, error, reason, state }: JobHost): boolean {
  return plan === null && (error !== null || reason === 'CONTACT_LOST' || ENDED.has(state));
}

const ENDED: ReadonlySet<string> = new Set(['failed', 'timedout', 'cancelled', 'skipped']);

function whyMissing(host: JobHost): unknown {
  if (!host.error)
    return host.state === 'cancelled' ? 'Planning was stopped before this host.' : happening(host);
  const { what, detail } = explainHostError(host.error);
  const isSame = detail === null || what.includes(detail);
  return html`${safeLine(what, 300)} ${isSame ? nothing : safeLine(detail, 300)}`;
}

const DOES: Readonly<Record<PlanPackage['does'], string>> = {
  remove: 'Removed',
  downgrade: 'Downgraded',
  upgrade: 'Upgraded',
  install: 'Newly installed',
};

const packageColumns: readonly Column<PlanPackage>[] = [
  { key: 'name', header: 'Package', minRem: 8, grow: 1.5, render: ({ name }) => safeName(name) },
  {
    key: 'system',
    header: 'System',
    minRem: 7,
    priority: 2,
    render: ({ system }) => (system === null ? '' : safeName(shortSystem(system))),
  },
  { key: 'does', header: 'Change', minRem: 9, priority: 4, render: ({ does }) => DOES[does] },
  {
    key: 'versions',
    header: 'Versions',
    grow: 2,
    priority: 5,
    render: ({ versions: all }) => {
      const [first] = all;
      const more = all.length > 1 ? ` and ${all.length - 1} more` : '';
      return first ? `${versions(first.from, first.to)}${more}` : '';
    },
  },
  {
    key: 'security',
    header: 'Security',
    grow: 2,
    priority: 3,
    render: ({ cvesTotal, ...one }) => holes({ ...one, cves: [...one.cves], cves_total: cvesTotal }),
  },
  { key: 'hosts', header: 'Hosts', minRem: 5, align: 'end', render: ({ hosts }) => countText(hosts) },
];

/** Every package of all plans, each once per system; the systems are told where there are several. */
export function packageTable(packages: readonly PlanPackage[]): TemplateResult {
  const isMixed = new Set(packages.map(({ system }) => system)).size > 1;
  return html`<fm-table
    label="Packages of the plan"
    .rows=${packages}
    .columns=${packageColumns.filter(({ key }) => isMixed || key !== 'system')}
    .rowKey=${({ key }: PlanPackage) => key}
    .total=${packages.length}
  ></fm-table>`;
}

/** Somebody else approved first: links to the jobs that run these plans. */
export function runLinks(problem: unknown): unknown {
  if (!(problem instanceof ApiError) || problem.code !== 'PLAN_ALREADY_RUN') return nothing;
  const runs = (problem.details['runs'] ?? []) as readonly { job_id?: unknown }[];
  return runs
    .flatMap(({ job_id: id }) => (typeof id === 'string' ? [id] : []))
    .slice(0, NAMED)
    .map((id) => html` <a href="/jobs/${encodeURIComponent(id)}">Open the job</a>`);
}
