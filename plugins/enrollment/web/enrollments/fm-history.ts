import { html, type TemplateResult } from 'lit';
import { api, must } from '#web/core/api.ts';
import '#web/components/fm-badge/fm-badge.ts';
import type { Tone } from '#web/components/fm-badge/fm-badge.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import '#web/components/fm-state/fm-state.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import '#web/components/fm-time/fm-time.ts';
import { define, FmElement } from '#web/core/element.ts';
import { totalText } from '#web/core/format.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { texts } from './texts.ts';

type Decided = Schemas['DecidedEnrollment'];
type Outcome = Decided['state'];

const OUTCOMES: Readonly<Record<Outcome, readonly [Tone, string]>> = {
  approved: ['ok', 'Approved'],
  denied: ['bad', 'Denied'],
  expired: ['neutral', 'Expired'],
};

const COLUMNS: Column<Decided>[] = [
  {
    key: 'fqdn',
    header: 'Host',
    minRem: 14,
    grow: 2,
    render: ({ fqdn, host_id: hostId }) =>
      hostId === null
        ? safeName(fqdn)
        : html`<a href="/hosts/${encodeURIComponent(hostId)}" tabindex="-1">${safeName(fqdn)}</a>`,
  },
  {
    key: 'status',
    header: 'Outcome',
    minRem: 7,
    render: ({ state }) => {
      const [tone, label] = OUTCOMES[state];
      return html`<fm-badge tone=${tone} label=${label}></fm-badge>`;
    },
  },
  {
    key: 'decided_at',
    header: 'Decided',
    minRem: 8.5,
    render: ({ decided_at: at }) =>
      html`<fm-time mode="absolute" datetime=${at ?? ''} missing="not recorded"></fm-time>`,
  },
  {
    key: 'decided_by',
    header: 'Decided by',
    minRem: 10,
    priority: 2,
    render: ({ decided_by: by, state }) =>
      by
        ? safeName(by.name)
        : html`<span class="quiet">${state === 'expired' ? texts.nobody : texts.unknown}</span>`,
  },
  {
    key: 'source',
    header: 'Requested from',
    minRem: 9,
    priority: 3,
    render: ({ source_address: source, ip_address: address }) => safeName(source ?? address),
  },
  {
    key: 'fetched_at',
    header: 'Certificate fetched',
    minRem: 9,
    priority: 4,
    render: ({ fetched_at: at, state }) =>
      state === 'approved'
        ? html`<fm-time mode="absolute" datetime=${at ?? ''} missing="not yet"></fm-time>`
        : '–',
  },
];

/** What became of the requests of the last 30 days: who decided, and when. */
export class FmHistory extends FmElement {
  static override properties = { outcome: { state: true } };
  declare outcome: Outcome | '';

  constructor() {
    super();
    this.outcome = '';
  }

  readonly #requests = new PagedList<Decided, { state?: Outcome[] }>(this, {
    query: () => (this.outcome === '' ? {} : { state: [this.outcome] }),
    read: async (query, page, signal) => {
      const list = await must(
        api.GET('/api/v1/admin/decided-enrollments', { params: { query: { ...query, ...page } }, signal }),
      );
      return { rows: list.enrollments, total: list.total, cursor: list.next_cursor };
    },
  });

  override render(): TemplateResult {
    return html`<div class="stack">
      <div class="row spread">
        <label class="field">
          Outcome
          <select
            @change=${({ target }: Event) => (this.outcome = (target as HTMLSelectElement).value as Outcome)}
          >
            <option value="">Any</option>
            ${Object.entries(OUTCOMES).map(
              ([value, [, label]]) =>
                html`<option value=${value} ?selected=${value === this.outcome}>${label}</option>`,
            )}
          </select>
        </label>
        <span class="quiet" role="status">${totalText(this.#requests.total, 'request')}</span>
      </div>
      ${renderReading(this.#requests, {
        what: 'the history',
        isEmpty: (rows) => rows.length === 0,
        empty: () => html`<fm-state kind="empty" heading=${texts.noHistory}>${texts.kept}</fm-state>`,
        complete: (rows) =>
          html`<fm-table
            label="Request history"
            .columns=${COLUMNS}
            .rows=${rows}
            .total=${this.#requests.total}
            @fm-near-end=${() => void this.#requests.more()}
          ></fm-table>`,
      })}
    </div>`;
  }
}

define('fm-history', FmHistory);
