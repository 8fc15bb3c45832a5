import { html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../core/action.ts';
import { announce } from '../../core/announce.ts';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { PagedList } from '../../core/pagedList.ts';
import { may } from '../../core/permissions.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import type { Column } from '../../components/fm-table/column.ts';
import '../../components/fm-table/fm-table.ts';
import '../../components/fm-time/fm-time.ts';
import { hostHref } from '../host/columns.ts';
import { hostName } from '../host/hostName.ts';
import { groupHref } from './columns.ts';
import { groupTexts as texts } from './texts.ts';

type Change = Schemas['GroupChange'];
type Decision = Schemas['DecideGroupChangesRequest']['decision'];

/** The most that the manager takes in one call. */
const AT_ONCE = 500;

/** What the host reports now, where it differs from before. */
function saysText({ before, after }: Change): string {
  const fields = ['os_family', 'os_name', 'os_version', 'arch'] as const;
  const news = fields.filter((field) => before[field] !== after[field]);
  return safeName(news.map((field) => `${before[field] ?? ''} → ${after[field] ?? ''}`).join(', '));
}

const columns: readonly Column<Change>[] = [
  {
    key: 'host',
    header: 'Host',
    minRem: 10,
    grow: 2,
    isRowHeader: true,
    render: ({ host }) => html`<a href=${hostHref(host)} tabindex="-1">${hostName(host)}</a>`,
  },
  {
    key: 'change',
    header: 'Change',
    minRem: 12,
    grow: 1,
    render: ({ group, direction }) =>
      html`${texts.direction[direction]} <a href=${groupHref(group)}>${safeName(group.name)}</a>`,
  },
  { key: 'says', header: 'Reported', minRem: 10, grow: 2, priority: 2, render: saysText },
  { key: 'state', header: 'State', minRem: 8, render: ({ state }) => texts.changeState[state] },
  {
    key: 'since',
    header: 'Since',
    minRem: 9,
    priority: 3,
    render: ({ since }) => html`<fm-time .datetime=${since}></fm-time>`,
  },
];

/**
 * Hosts that wait to enter or leave groups: of one group, of one host, or all. Nothing where none waits. Administrators
 * decide here; then it fires `fm-changed`.
 */
export class FmGroupChanges extends FmElement {
  static override properties = {
    groupId: { attribute: false },
    hostId: { attribute: false },
    selected: { state: true },
  };
  declare groupId: string | null;
  declare hostId: string | null;
  declare selected: ReadonlySet<string>;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.groupId = null;
    this.hostId = null;
    this.selected = new Set();
  }

  readonly #changes = new PagedList<Change, { group_id?: string; host_id?: string }>(this, {
    query: () => ({
      ...(this.groupId === null ? {} : { group_id: this.groupId }),
      ...(this.hostId === null ? {} : { host_id: this.hostId }),
    }),
    read: async (asked, page, signal) => {
      const params = { query: { ...asked, ...page } };
      const list = await must(api.GET('/api/v1/group-changes', { params, signal }));
      return { rows: list.changes, total: list.total, cursor: list.next_cursor };
    },
  });

  override render(): unknown {
    const { total, error } = this.#changes;
    // Hidden it takes no room among the parts of a page.
    this.hidden = total === 0 || (total === null && error === null);
    if (this.hidden) return nothing;
    return html`<section class="card stack tight" aria-label=${texts.changes}>
      <h2>${texts.changes}</h2>
      <p>${texts.changesText}</p>
      ${errorNotice(this.#action.problem)}
      ${renderReading(this.#changes, { what: 'the pending changes', complete: (rows) => this.#table(rows) })}
    </section>`;
  }

  #table(rows: readonly Change[]): TemplateResult {
    const mayDecide = may(session.user, 'groups:confirm');
    return html`<fm-table
        label=${texts.changes}
        .rows=${rows}
        .total=${this.#changes.total}
        .columns=${columns}
        .selected=${mayDecide ? this.selected : null}
        @fm-select=${({ detail }: CustomEvent<ReadonlySet<string>>) => (this.selected = detail)}
        @fm-near-end=${() => this.#changes.more()}
      ></fm-table>
      ${mayDecide ? this.#buttons() : html`<p class="quiet">${texts.administratorsDecide}</p>`}`;
  }

  #buttons(): TemplateResult {
    const isOff = this.#action.isBusy || this.selected.size === 0;
    return html`<div class="row">
      <button class="primary" ?disabled=${isOff} @click=${() => void this.#decide('confirm')}>
        ${texts.confirm}
      </button>
      <button ?disabled=${isOff} @click=${() => void this.#decide('reject')}>${texts.reject}</button>
    </div>`;
  }

  async #decide(decision: Decision): Promise<void> {
    await this.#action.run(async () => {
      const ids = [...this.selected];
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        const body = { decision, ids: ids.slice(from, from + AT_ONCE) };
        await must(api.POST('/api/v1/group-changes/decide', { body }));
      }
      announce(texts.decided[decision]);
    });
    // One that has ended meanwhile is refused; what still waits is read anew.
    this.selected = new Set();
    this.#changes.restart();
    this.dispatchEvent(new CustomEvent('fm-changed'));
  }
}

define('fm-group-changes', FmGroupChanges);
