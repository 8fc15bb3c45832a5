import { css, html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-badge/fm-badge.ts';
import { statusBadge } from '../../components/fm-badge/status.ts';
import '../../components/fm-time/fm-time.ts';
import { explain } from '../../core/errors.ts';
import { countText } from '../../core/format.ts';
import type { Reading } from '../../core/reading.ts';
import { safeLine, safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { cvePageHref } from '../../domain/exposure/texts.ts';
import { severityBadge, severityText } from '../../domain/patch/severity.ts';
import { groupHref } from '../../domain/group/columns.ts';
import { asker } from '../../domain/host/asker.ts';
import { listsAt, patchBadge } from '../../domain/host/columns.ts';
import { nextWindow } from '../../domain/window/nextWindow.ts';
import type { LastJobs } from './lastJobs.ts';
import { nextWorkOf, nextWorkView } from './nextWork.ts';
import type { ExploitedCves, OpenTrouble, SecurityFigures } from './openTrouble.ts';
import { texts } from './texts.ts';

type Host = Schemas['Host'];
type Check = Schemas['HealthCheck'];

const CHECKS_SHOWN = 5;

export const overviewStyles = css`
  .overview {
    /* Two dates with their zones are wider than a narrow card's column of values. */
    --fm-time-space: normal;
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr));
    gap: var(--fm-space-4);
    align-items: start;
  }

  .overview ul {
    display: grid;
    gap: var(--fm-space-1);
    padding: 0;
    list-style: none;
  }
`;

interface Known {
  jobs: LastJobs;
  /** What policies will do here; null: the reader may not see it. */
  outlook: Reading<Schemas['HostOutlook']> | null;
  trouble: OpenTrouble;
}

/** What one must know of a host at three in the morning: whether it is well, what waits for it, what was done last. */
export function hostOverview(host: Host, { jobs, outlook, trouble }: Known): TemplateResult {
  return html`<div class="overview">
    ${statusCard(host, trouble)} ${workCard(host, { jobs, outlook })} ${aboutCard(host)}
  </div>`;
}

function statusCard(host: Host, trouble: OpenTrouble): TemplateResult {
  return html`<section class="card" aria-label=${texts.status}>
    <h2>${texts.status}</h2>
    <dl class="facts">
      ${fact(
        texts.agent,
        html`${statusBadge('health', host.health_status)} ${texts.lastSeen}
          <fm-time .datetime=${host.last_seen_at}></fm-time>`,
      )}
      ${fact(texts.patches, pending(host))}
      ${isAsked(trouble.security) ? security(trouble.security) : nothing}
      ${isAsked(trouble.exploited) ? fact(texts.exploited, inline(trouble.exploited, exploited)) : nothing}
      ${fact(texts.reboot, reboot(host))}
      ${asker.may('checks:read') && asker.serves('listHealthChecks') ? fact(texts.checks, checks(host, trouble)) : nothing}
    </dl>
  </section>`;
}

const isAsked = ({ value, error, isLoading }: Reading<unknown>): boolean =>
  isLoading || value !== undefined || error !== null;

function pending(host: Host): TemplateResult {
  const { patches_total: total } = host;
  return html`${patchBadge(host)}
  ${total === null || total === 0 ? nothing : html`<a href="?tab=patches">${texts.pending(total)}</a>`}`;
}

function security(reading: Reading<SecurityFigures>): TemplateResult {
  return html`${fact(
    texts.severity,
    inline(reading, ({ bySeverity }) =>
      bySeverity === null
        ? texts.unknown
        : bySeverity
            .map(([severity, count]) => `${countText(count)} ${severityText(severity).toLowerCase()}`)
            .join(', '),
    ),
  )}
  ${fact(
    texts.overdue,
    inline(reading, ({ overdue, overdueDays }) =>
      overdue === 0
        ? texts.noneOverdue
        : html`<a href="?tab=exposure">${texts.overdueText(overdue, overdueDays)}</a>`,
    ),
  )}
  ${fact(
    texts.worst,
    inline(reading, ({ worst }) => worstPatches(worst)),
  )}`;
}

function worstPatches(patches: SecurityFigures['worst']): TemplateResult {
  return html`<ul aria-label=${texts.worst}>
    ${patches.map(
      ({ package: name, available_version: version, severity, over_days: days, standing }) =>
        html`<li>
          ${severityBadge(severity)} ${safeName(name)}
          ${safeName(version)}${standing === 'late' ? `, ${texts.overBy(days ?? 0)}` : nothing}
        </li>`,
    )}
    <li><a href="?tab=patches">${texts.allPatches}</a></li>
  </ul>`;
}

function exploited({ cves, total }: ExploitedCves): unknown {
  if (total === 0) return texts.exploitedNone;
  return html`<ul aria-label=${texts.exploited}>
    ${cves.map(
      ({ cve, packages }) =>
        html`<li>
          <fm-badge tone="bad" label="KEV"></fm-badge> <a href=${cvePageHref(cve)}>${safeName(cve)}</a>
          ${packages[0] ? safeName(packages[0].name) : nothing}
        </li>`,
    )}
    ${total > cves.length ? html`<li><a href="?tab=exposure">${texts.moreCves(total - cves.length)}</a></li>` : nothing}
  </ul>`;
}

function reboot({ reboot_required: isRequired }: Host): unknown {
  if (isRequired === null) return texts.unknown;
  return isRequired
    ? html`<fm-badge tone="warn" label=${texts.rebootRequired}></fm-badge>`
    : texts.rebootNotRequired;
}

function checks({ health_check_status: status }: Host, { checks: reading }: OpenTrouble): TemplateResult {
  const label = texts.checkStates[status];
  const tone = status === 'failing' ? 'bad' : status === 'unknown' ? 'warn' : null;
  return html`${
    tone === null
      ? html`<a href="?tab=checks">${label}</a>`
      : html`<fm-badge tone=${tone} label=${label}></fm-badge> ${inline(reading, notPassing)}`
  }`;
}

function notPassing(all: readonly Check[]): TemplateResult {
  const worst = all.toSorted((a, b) => a.last_status.localeCompare(b.last_status));
  const more = worst.length - CHECKS_SHOWN;
  return html`<ul aria-label=${texts.checks}>
    ${worst
      .slice(0, CHECKS_SHOWN)
      .map(
        ({ name, last_message: message }) =>
          html`<li>
            <a href="?tab=checks">${safeName(name)}</a>:
            ${message === null ? texts.notRun : safeLine(message)}
          </li>`,
      )}
    ${more > 0 ? html`<li><a href="?tab=checks">${texts.moreChecks(more)}</a></li>` : nothing}
  </ul>`;
}

function workCard(host: Host, { jobs, outlook }: Pick<Known, 'jobs' | 'outlook'>): TemplateResult {
  const upcoming = (value: Schemas['HostOutlook'] | null): unknown =>
    inline(jobs.reading, () => nextWorkView(nextWorkOf(value, jobs.jobs)));
  return html`<section class="card" aria-label=${texts.work}>
    <h2>${texts.work}</h2>
    <dl class="facts">
      ${
        asker.may('jobs:read')
          ? fact(
              texts.lastJobs,
              inline(jobs.reading, () => jobs.renderLast()),
            )
          : nothing
      }
      ${fact(texts.lastPatched, html`<fm-time .datetime=${host.last_patched_at}></fm-time>`)}
      ${fact(texts.listsUpdated, html`<fm-time .datetime=${listsAt(host)} missing=${texts.unknown}></fm-time>`)}
      ${
        asker.may('jobs:read')
          ? fact(texts.nextWork, outlook ? inline(outlook, upcoming) : upcoming(null))
          : nothing
      }
      ${asker.serves('listHostWindows') ? fact(texts.nextWindow, nextWindow(host)) : nothing}
    </dl>
  </section>`;
}

function aboutCard({
  os_name: system,
  kernel,
  booted_at: bootedAt,
  ip_address: address,
  package_proxies: proxies,
  groups,
  tags,
  annotations,
}: Host): TemplateResult {
  return html`<section class="card" aria-label=${texts.about}>
    <h2>${texts.about}</h2>
    <dl class="facts">
      ${fact(texts.system, system === null ? texts.unknown : safeName(system))}
      ${fact(texts.kernel, kernel === null ? texts.unknown : safeName(kernel))}
      ${fact(
        texts.upSince,
        bootedAt === null
          ? texts.unknown
          : html`<fm-time .datetime=${bootedAt} mode="absolute"></fm-time> (<fm-time
                .datetime=${bootedAt}
              ></fm-time
              >)`,
      )}
      ${fact(texts.address, safeName(address))}
      ${proxies?.length ? fact(texts.packageProxy, proxies.map((url) => safeName(url)).join(', ')) : nothing}
      ${fact(
        texts.groups,
        groups.length === 0
          ? texts.none
          : groups.map(
              (group, at) =>
                html`${at === 0 ? '' : ', '}<a href=${groupHref(group)}>${safeName(group.name)}</a>`,
            ),
      )}
      ${fact(texts.tags, tags.length === 0 ? texts.none : tags.map((tag) => safeName(tag)).join(', '))}
      ${Object.entries(annotations ?? {}).map(([key, value]) => fact(safeName(key), safeName(value)))}
    </dl>
  </section>`;
}

/** A value among facts: what is not there yet, or could not be read, takes a line and no card. */
function inline<T>(reading: Reading<T>, complete: (value: T) => unknown): unknown {
  const { value, error } = reading;
  if (value !== undefined) return complete(value);
  if (error === null) return html`<span class="quiet">${texts.loading}</span>`;
  return html`<span role="alert">${explain(error).what}</span>
    <button class="plain" ?disabled=${reading.isLoading} @click=${() => reading.retry()}>
      ${texts.tryAgain}
    </button>`;
}

function fact(term: string, value: unknown): TemplateResult {
  return html`<dt>${term}</dt>
    <dd>${value}</dd>`;
}
