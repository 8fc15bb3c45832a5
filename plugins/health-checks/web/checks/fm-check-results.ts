import { html, nothing } from 'lit';
import '#web/components/fm-badge/fm-badge.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import '#web/components/fm-time/fm-time.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import type { LiveEvent } from '#web/core/live.ts';
import { LiveTopic } from '#web/core/liveTopic.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { safeLine } from '#web/core/safeText.ts';
import type { Paths, Schemas } from '#web/core/schema.ts';
import { hostName } from '#web/domain/host/hostName.ts';
import { fleetTexts as texts, standingOf } from './texts.ts';

type Result = Schemas['HealthCheckHostResult'];
type Query = NonNullable<Paths['/api/v1/health-checks/results']['get']['parameters']['query']>;

const columns: readonly Column<Result>[] = [
  {
    key: 'host',
    header: 'Host',
    minRem: 11,
    grow: 1,
    isRowHeader: true,
    render: (row) => html`<a href="/hosts/${row.host_id}?tab=checks" tabindex="-1">${hostName(row)}</a>`,
    text: ({ fqdn }) => fqdn,
  },
  {
    key: 'status',
    header: 'Result',
    minRem: 7,
    render: (row) => {
      const [tone, label] = standingOf({ ...row, replaced: false });
      return html`<fm-badge tone=${tone} label=${label}></fm-badge>`;
    },
    text: ({ last_status: status }) => status,
  },
  {
    key: 'message',
    header: 'Message',
    minRem: 14,
    grow: 2,
    isLong: true,
    priority: 2,
    render: ({ last_message: message }) => (message === null ? texts.notRun : safeLine(message)),
  },
  {
    key: 'at',
    header: 'Last run',
    minRem: 9,
    priority: 3,
    render: ({ last_checked_at: at }) => html`<fm-time .datetime=${at}></fm-time>`,
    text: ({ last_checked_at: at }) => at,
  },
];

/** The hosts of one check, those on which it fails first. */
export class FmCheckResults extends FmElement {
  static override properties = { check: { attribute: false } };
  declare check: Schemas['FleetHealthCheck'] | null;
  readonly #live = new LiveTopic(this, {
    topic: () => 'fleet',
    onEvents: (events) => this.#received(events),
  });
  readonly #rows = new PagedList<Result, Query>(this, {
    query: () => {
      const { check } = this;
      if (!check) return null;
      return check.group_check_id === null
        ? { name: check.name, own: true }
        : { group_check_id: check.group_check_id };
    },
    live: this.#live,
    read: async (query, page, signal) => {
      const params = { query: { ...query, ...page } };
      const list = await must(api.GET('/api/v1/health-checks/results', { params, signal }));
      return { rows: list.results, total: list.total, cursor: list.next_cursor };
    },
  });

  constructor() {
    super();
    this.check = null;
  }

  override render(): unknown {
    if (!this.check) return nothing;
    return renderReading(this.#rows, {
      what: 'the hosts of the check',
      isEmpty: (rows) => rows.length === 0,
      empty: () => html`<p class="quiet">${texts.noHosts}</p>`,
      complete: (rows) =>
        html`<fm-table
          label=${texts.hosts}
          .columns=${columns}
          .rows=${rows}
          .total=${this.#rows.total}
          .rowKey=${({ check_id: id }: Result) => id}
          .rowHref=${({ host_id: id }: Result) => `/hosts/${id}?tab=checks`}
          @fm-near-end=${() => void this.#rows.more()}
        ></fm-table>`,
    });
  }

  /** A result that changed is put into its row; the order stays, so that nothing moves under the reader. */
  #received(events: readonly LiveEvent[]): void {
    const news = new Map<string, Result['last_status']>();
    for (const { kind, data } of events)
      if (kind === 'health_check.updated' && data.last_status !== null)
        news.set(data.check_id, data.last_status);
    if (news.size === 0) return;
    this.#rows.change((rows) =>
      rows.map((row) => ({ ...row, last_status: news.get(row.check_id) ?? row.last_status })),
    );
  }
}

define('fm-check-results', FmCheckResults);
