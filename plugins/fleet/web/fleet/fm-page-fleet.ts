import { html, nothing, type TemplateResult } from 'lit';
import type { ChartPoint } from '#web/components/fm-chart/fm-chart.ts';
import { api, must } from '#web/core/api.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { onTick } from '#web/components/fm-time/tick.ts';
import '#web/components/fm-time/fm-time.ts';
import '#web/components/fm-state/fm-state.ts';
import { define, FmPage } from '#web/core/element.ts';
import { features } from '#web/core/features.ts';
import { countText } from '#web/core/format.ts';
import { icon } from '#web/icons/icons.ts';
import { LiveTopic } from '#web/core/liveTopic.ts';
import { may } from '#web/core/permissions.ts';
import { setQuery } from '#web/core/query.ts';
import { Resource } from '#web/core/resource.ts';
import type { Schemas } from '#web/core/schema.ts';
import { session } from '#web/core/session.ts';
import { Soon } from '#web/core/soon.ts';
import { exposureCard } from './exposure.ts';
import { riskView } from './risk.ts';
import { noHostsInScope } from '#web/domain/user/noHosts.ts';
import './fm-first-host.ts';
import { styles } from './fm-page-fleet.styles.ts';
import { rangeOf, rangeStart, withNow, type Range } from './history.ts';
import { chartPoints, historyChart } from './historyChart.ts';
import { lastRunCard } from './lastRun.ts';
import { needsOf, underWay, type Need, type Rights } from './needs.ts';
import { texts } from './texts.ts';

type Status = Schemas['FleetStatus'];

const SETTLE_MS = 500;
const MINUTE_CHARS = 'YYYY-MM-DDTHH:MM'.length;

/** What needs a person now, the most urgent first; then what is missing, what the last run did, and the history. */
export class FmPageFleet extends FmPage {
  static override styles = [FmPage.styles, styles];
  #stopTick: (() => void) | null = null;
  readonly #readSoon = new Soon(this, SETTLE_MS, () => {
    void this.#status.reload();
    this.#approvals.retry();
  });
  #drawn: { from: readonly Schemas['FleetPoint'][]; status: Status; points: readonly ChartPoint[] } | null =
    null;
  readonly #live = new LiveTopic(this, { topic: () => 'fleet', onEvents: this.#readSoon.ask });

  readonly #status = new Resource<Status>(this, {
    live: this.#live,
    args: () => [],
    read: async (_args, signal) => must(api.GET('/api/v1/status/fleet', { signal })),
  });

  /** The approvals that the reader could give. */
  readonly #approvals = new Resource<number>(this, {
    live: this.#live,
    args: () => (may(session.user, 'jobs:run') && features.serves('listApprovals') ? [] : null),
    read: async (_args, signal) => {
      const query = { waits_for_me: true, limit: 1 };
      return (await must(api.GET('/api/v1/approvals', { params: { query }, signal }))).total;
    },
  });

  /** Read once a minute: it is counted over every pending patch of the fleet. */
  readonly #risk = new Resource<Schemas['Exposure'], readonly [string]>(this, {
    keepsValue: true,
    args: () => {
      const at = this.#status.value?.computed_at;
      return at !== undefined && seesRisk() ? [at.slice(0, MINUTE_CHARS)] : null;
    },
    read: async (_args, signal) => must(api.GET('/api/v1/exposure', { signal })),
  });

  /** Read every hour, when a point is added; between two points the chart ends with the present figures. */
  readonly #history = new Resource<Schemas['FleetHistory'], readonly [Range, string]>(this, {
    keepsValue: true,
    args: () => {
      const at = this.#status.value?.computed_at;
      if (at === undefined || !features.serves('getFleetHistory')) return null;
      const range = rangeOf(this.query.get('range'));
      return [range, rangeStart(range, new Date(at))];
    },
    read: async ([, from], signal) =>
      must(api.GET('/api/v1/status/fleet/history', { params: { query: { from } }, signal })),
  });

  /** Read again when jobs change, and every minute: a run that is over does not change. */
  readonly #lastRun = new Resource<Schemas['JobSummary'], readonly [string]>(this, {
    keepsValue: true,
    args: () => {
      const status = this.#status.value;
      return status ? [`${JSON.stringify(status.jobs)} ${status.computed_at.slice(0, MINUTE_CHARS)}`] : null;
    },
    read: async (_args, signal) => must(api.GET('/api/v1/status/jobs', { signal })),
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopTick = onTick(this.#readSoon.ask);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopTick?.();
  }

  override render(): TemplateResult {
    const status = this.#status.value;
    const at = status?.computed_at;
    return html`<div class="page">
      <fm-page-header heading=${texts.title}>
        ${at === undefined ? nothing : html`<p>Updated <fm-time datetime=${at}></fm-time></p>`}
        ${status && session.user?.scope_group_ids ? html`<p>${texts.scoped(status.hosts_total)}</p>` : nothing}
      </fm-page-header>
      ${renderReading(this.#status, {
        what: 'the overview',
        isEmpty: (status) => status.hosts_total === 0,
        empty: (status) =>
          html`${this.#waiting(status)}${
            noHostsInScope(session.user) ??
            (canEnrollHosts() ? html`<fm-first-host></fm-first-host>` : noHosts())
          }`,
        complete: (status) => this.#complete(status),
      })}
    </div>`;
  }

  #waiting(status: Status): unknown {
    const needs = needsOf(status, rights(), this.#approvals.value ?? 0, this.#risk.value);
    return needs.length === 0 ? nothing : needList(needs);
  }

  #complete(status: Status): TemplateResult {
    const needs = needsOf(status, rights(), this.#approvals.value ?? 0, this.#risk.value);
    const active = underWay(status);
    return html`
      <section class="stack" aria-labelledby="now">
        <h2 id="now">${texts.now}</h2>
        ${needs.length === 0 ? html`<p class="notice ok">${icon('check')} ${texts.nothing}</p>` : needList(needs)}
      </section>
      ${
        active.length === 0
          ? nothing
          : html`<section class="stack" aria-labelledby="under-way">
              <h2 id="under-way">${texts.underWay}</h2>
              ${needList(active)}
            </section>`
      }
      ${exposureCard(status)} ${this.#riskCard()}
      ${renderReading(this.#lastRun, {
        what: 'the last patch run',
        complete: (summary) => lastRunCard(summary, may(session.user, 'jobs:run')),
      })}
      ${totals(status)} ${this.#chart(status)}
    `;
  }

  /** Nothing where the plugin is switched off, and for readers who may not see it. */
  #riskCard(): unknown {
    if (!seesRisk()) return nothing;
    return html`<section class="card" aria-labelledby="risk">
      <h2 id="risk">${texts.risk}</h2>
      ${renderReading(this.#risk, { what: 'the vulnerabilities', complete: riskView })}
    </section>`;
  }

  #chart(status: Status): unknown {
    const points = this.#history.value?.points ?? [];
    if (points.length < 2 && !this.query.has('range')) return nothing;
    const range = rangeOf(this.query.get('range'));
    return historyChart(this.#pointsOf(points, status), range, (next) => setQuery({ range: next }, true));
  }

  /** Keeps the list for the same figures: the chart would draw another list again. */
  #pointsOf(from: readonly Schemas['FleetPoint'][], status: Status): readonly ChartPoint[] {
    if (this.#drawn?.from !== from || this.#drawn.status !== status)
      this.#drawn = { from, status, points: chartPoints(withNow(from, status)) };
    return this.#drawn.points;
  }
}

const rights = (): Rights => ({
  enrollments: may(session.user, 'enrollment:manage') && features.serves('listEnrollments'),
  certificates: may(session.user, 'certificates:manage') && features.serves('listCertificates'),
  groupChanges: may(session.user, 'groups:confirm'),
});

const seesRisk = (): boolean => may(session.user, 'exposure:read') && features.serves('getExposure');

/** The line that enrolls a host names the root's key, too. */
const canEnrollHosts = (): boolean =>
  features.serves('createEnrollment') && features.serves('getRootCertificate');

function noHosts(): TemplateResult {
  return html`<fm-state kind="empty" heading="No hosts yet">
    Enrollment is disabled on this manager, so hosts can only be added through the API.
  </fm-state>`;
}

function needList(needs: readonly Need[]): TemplateResult {
  return html`<ul class="needs">
    ${needs.map(
      ({ tone, icon: image, count, label, hint, href, at }) =>
        html`<li>
          <a class="need ${tone}" href=${href}>
            <span class="mark" aria-hidden="true">${icon(image)}</span>
            <span class="count">${countText(count)}</span>
            <span>
              <span class="label">${label}</span><br />
              <span class="quiet small"
                >${hint}
                ${at === null ? nothing : html`Oldest data: <fm-time datetime=${at}></fm-time>.`}</span
              >
            </span>
            <span class="go" aria-hidden="true">${icon('chevron-right')}</span>
          </a>
        </li>`,
    )}
  </ul>`;
}

function totals(status: Status): TemplateResult {
  return html`<section class="card">
    <h2>Hosts</h2>
    <dl class="totals">
      <div>
        <dt class="quiet">Hosts</dt>
        <dd><a href="/hosts">${countText(status.hosts_total)}</a></dd>
      </div>
      <div>
        <dt class="quiet">Healthy</dt>
        <dd><a href="/hosts?health_status=healthy">${countText(status.hosts_by_health.healthy)}</a></dd>
      </div>
      <div>
        <dt class="quiet">Pending patches</dt>
        <dd>${countText(status.patches_total)}</dd>
      </div>
    </dl>
  </section>`;
}

define('fm-page-fleet', FmPageFleet);
