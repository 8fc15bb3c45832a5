import { css, html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../core/action.ts';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { plural } from '../../core/format.ts';
import { PagedList } from '../../core/pagedList.ts';
import type { Schemas } from '../../core/schema.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import type { Column } from '../../components/fm-table/column.ts';
import '../../components/fm-table/fm-table.ts';
import { memberColumns } from '../../domain/group/columns.ts';
import { texts } from './texts.ts';

type Host = Schemas['Host'];

/** Keys pressed within this time of each other make one search. */
const TYPING_MS = 180;
/** The most that the manager takes in one call. */
const AT_ONCE = 1_000;

const styles = css`
  .search {
    flex: 1 1 14rem;
    max-width: 28rem;
  }
`;

/**
 * Finds hosts and adds those that are chosen; the choice stays while somebody searches on. Fires `fm-added` (how many)
 * and `fm-cancel`.
 */
export class FmAddHosts extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    groupId: {},
    search: { state: true },
    chosen: { state: true },
  };
  declare groupId: string;
  declare search: string;
  declare chosen: ReadonlySet<string>;
  readonly #action = new Action(this);
  /** A host that is in the group already is marked so. */
  readonly #columns: readonly Column<Host>[] = [
    ...memberColumns,
    {
      key: 'is-member',
      header: 'Group',
      minRem: 7,
      render: ({ groups }) => (groups.some(({ id }) => id === this.groupId) ? texts.isMember : ''),
    },
  ];
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.groupId = '';
    this.search = '';
    this.chosen = new Set();
  }

  readonly #hosts = new PagedList<Host, { search?: string }>(this, {
    query: () => (this.search === '' ? {} : { search: this.search }),
    read: async (query, page, signal) => {
      const params = { query: { ...query, ...page } };
      const list = await must(api.GET('/api/v1/hosts', { params, signal }));
      return { rows: list.hosts, total: list.total, cursor: list.next_cursor };
    },
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
  }

  override firstUpdated(): void {
    this.renderRoot.querySelector('input')?.focus();
  }

  override render(): TemplateResult {
    const { isBusy, problem } = this.#action;
    const { size } = this.chosen;
    return html`<section class="card stack tight" aria-label="Add hosts">
      <div class="row spread">
        <label class="field search">
          Find hosts
          <input
            type="search"
            maxlength="253"
            placeholder="Name, address or machine id"
            @input=${this.#typed}
          />
        </label>
        <span class="quiet" role="status">${size === 0 ? nothing : `${plural(size, 'host')} chosen`}</span>
      </div>
      ${renderReading(this.#hosts, {
        what: 'the hosts',
        isEmpty: () => this.#hosts.total === 0,
        empty: () => html`<fm-state kind="empty" heading="No hosts match."></fm-state>`,
        complete: (rows) =>
          html`<fm-table
            label="Hosts to add"
            .rows=${rows}
            .total=${this.#hosts.total}
            .columns=${this.#columns}
            .selected=${this.chosen}
            @fm-select=${({ detail }: CustomEvent<ReadonlySet<string>>) => (this.chosen = detail)}
            @fm-near-end=${() => this.#hosts.more()}
          ></fm-table>`,
      })}
      ${errorNotice(problem)}
      <div class="row">
        <button class="primary" ?disabled=${isBusy || size === 0} @click=${this.#add}>
          ${texts.add(size)}
        </button>
        <button @click=${() => this.dispatchEvent(new CustomEvent('fm-cancel'))}>Cancel</button>
      </div>
    </section>`;
  }

  readonly #typed = ({ target }: InputEvent): void => {
    const { value } = target as HTMLInputElement;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => (this.search = value.trim()), TYPING_MS);
  };

  readonly #add = (): void =>
    void this.#action.run(async () => {
      const ids = [...this.chosen];
      const params = { path: { group_id: this.groupId } };
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        const body = { host_ids: ids.slice(from, from + AT_ONCE) };
        await must(api.POST('/api/v1/groups/{group_id}/hosts', { params, body }));
      }
      this.dispatchEvent(new CustomEvent('fm-added', { detail: ids.length }));
    });
}

define('fm-add-hosts', FmAddHosts);
