import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-badge/fm-badge.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import '#web/components/fm-state/fm-state.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import '#web/components/fm-time/fm-time.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { plural, totalText } from '#web/core/format.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { safeLine, safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { DELIVERED, STATES, texts } from './texts.ts';

type Delivery = Schemas['NotificationDelivery'];
type State = Schemas['DeliveryState'];

/** What was sent and what was not, the newest first. */
export class FmDeliveries extends FmElement {
  static override properties = { state: { state: true } };
  declare state: State | '';
  readonly #action = new Action(this);
  readonly #deliveries = new PagedList<Delivery, { state?: State[] }>(this, {
    query: () => (this.state === '' ? {} : { state: [this.state] }),
    read: async (query, page, signal) => {
      const params = { query: { ...query, ...page } };
      const list = await must(api.GET('/api/v1/notification-deliveries', { params, signal }));
      return { rows: list.deliveries, total: list.total, cursor: list.next_cursor };
    },
  });

  constructor() {
    super();
    this.state = '';
  }

  override render(): TemplateResult {
    return html`<div class="stack">
      <div class="row spread">
        <label class="field">
          State
          <select
            @change=${({ target }: Event) => (this.state = (target as HTMLSelectElement).value as State)}
          >
            <option value="">Any</option>
            ${Object.entries(STATES).map(
              ([value, [, label]]) =>
                html`<option value=${value} ?selected=${value === this.state}>${label}</option>`,
            )}
          </select>
        </label>
        <span class="row">
          <span class="quiet" role="status">
            ${totalText(this.#deliveries.total, 'delivery', 'deliveries')}
          </span>
          <button ?disabled=${this.#deliveries.isLoading} @click=${() => this.#deliveries.restart()}>
            Refresh
          </button>
        </span>
      </div>
      ${errorNotice(this.#action.problem)}
      ${renderReading(this.#deliveries, {
        what: 'the log',
        isEmpty: (rows) => rows.length === 0,
        empty: () =>
          html`<fm-state kind="empty" heading=${texts.noDeliveries}>${texts.noDeliveriesText}</fm-state>`,
        complete: (rows) =>
          html`<fm-table
            label="Delivery log"
            .columns=${this.#columns()}
            .rows=${rows}
            .total=${this.#deliveries.total}
            @fm-near-end=${() => this.#deliveries.more()}
          ></fm-table>`,
      })}
    </div>`;
  }

  #columns(): Column<Delivery>[] {
    return [
      {
        key: 'recipient',
        header: 'To',
        minRem: 12,
        grow: 1,
        render: ({ recipient, channel }) =>
          html`${safeName(recipient)}
            <span class="quiet small">${channel === 'mail' ? 'by mail' : 'webhook'}</span>`,
      },
      {
        key: 'fact',
        header: 'Event',
        minRem: 11,
        render: ({ fact, job_id: jobId }) =>
          jobId === null
            ? DELIVERED[fact]
            : html`<a href="/jobs/${encodeURIComponent(jobId)}" tabindex="-1">${DELIVERED[fact]}</a>`,
      },
      {
        key: 'state',
        header: 'State',
        minRem: 8.5,
        render: ({ state }) => html`<fm-badge tone=${STATES[state][0]} label=${STATES[state][1]}></fm-badge>`,
      },
      {
        key: 'at',
        header: 'Time',
        minRem: 8.5,
        priority: 2,
        render: ({ created_at: at }) => html`<fm-time datetime=${at}></fm-time>`,
      },
      {
        key: 'answer',
        header: 'Response',
        minRem: 14,
        grow: 2,
        priority: 2,
        isLong: true,
        render: ({ last_answer: answer, tries, state }) =>
          html`${answer === null ? '–' : safeLine(answer)}
          ${state === 'waiting' && tries > 0 ? html`<span class="quiet small">${plural(tries, 'attempt')}</span>` : nothing}`,
      },
      {
        key: 'again',
        header: 'Send again',
        minRem: 9,
        priority: 2,
        text: () => null,
        render: (one) =>
          one.state === 'dead' && one.fact !== 'test'
            ? html`<button
                aria-label="Send again to ${safeName(one.recipient)}"
                ?disabled=${this.#action.isBusy}
                @click=${() => this.#again(one)}
              >
                Send again
              </button>`
            : nothing,
      },
    ];
  }

  async #again({ id, recipient }: Delivery): Promise<void> {
    if (this.#action.isBusy) return;
    await this.#action.run(async () => {
      const params = { path: { delivery_id: id } };
      const now = await must(
        api.POST('/api/v1/notification-deliveries/{delivery_id}/send-again', { params }),
      );
      this.#deliveries.change((rows) => rows.map((row) => (row.id === id ? now : row)));
      announce(`Sending again to ${safeName(recipient)}.`);
    });
  }
}

define('fm-deliveries', FmDeliveries);
