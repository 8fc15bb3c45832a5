import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '../../components/fm-filter-bar/fm-filter-bar.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import type { Column } from '../../components/fm-table/column.ts';
import '../../components/fm-table/fm-table.ts';
import { Action } from '../../core/action.ts';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { plural } from '../../core/format.ts';
import { PagedList } from '../../core/pagedList.ts';
import { Resource } from '../../core/resource.ts';
import { navigate } from '../../core/router.ts';
import type { Schemas } from '../../core/schema.ts';
import { icon } from '../../icons/icons.ts';
import { readGroupNames, type GroupNames } from '../group/names.ts';
import { asker } from '../host/asker.ts';
import { readHost } from '../host/changes.ts';
import { hostName } from '../host/hostName.ts';
import { AdvisoryJobChoice } from './advisoryJobs.ts';
import { patchColumns } from './patchColumns.ts';
import { jobFor, readPatches, type Patch, type PatchQuery } from './patches.ts';
import { choosePatches, patchFiltersOf, patchQueryOf, showAllPatches, type Fixed } from './patchFilters.ts';
import { patchTexts as texts } from './patchTexts.ts';
import { levelsText } from './texts.ts';

/**
 * Pending security patches with how each stands towards its service level: filters in the address, a table, and a new
 * job for those that are selected, or for all that fit.
 */
export class FmSecurityPatches extends FmElement {
  static override properties = {
    query: { attribute: false },
    fixed: { attribute: false },
    name: {},
    selected: { state: true },
    nothingToDo: { state: true },
  };
  /** The query of the page's address. */
  declare query: URLSearchParams;
  declare fixed: Fixed;
  /** Name of the table's files. */
  declare name: string;
  declare selected: ReadonlySet<string>;
  declare nothingToDo: boolean;
  readonly #action = new Action(this);
  readonly #choice = new AdvisoryJobChoice(this);
  #columns: { asked: string; columns: readonly Column<Patch>[] } | null = null;
  #list: Pick<Schemas['ExposurePatchList'], 'hosts_total' | 'levels'> | null = null;
  readonly #rows = new PagedList<Patch, PatchQuery>(this, {
    query: () => patchQueryOf(this.query, this.fixed),
    read: async (query, page, signal) => {
      const params = { query: { ...query, ...page } };
      const list = await must(api.GET('/api/v1/exposure/patches', { params, signal }));
      this.#list = list;
      return { rows: list.patches, total: list.total, cursor: list.next_cursor };
    },
  });
  readonly #groups = new Resource<GroupNames>(this, {
    args: () => (asker.serves('listGroups') ? [] : null),
    read: (_, signal) => readGroupNames(signal),
  });
  readonly #host = new Resource<Schemas['Host'], readonly [string]>(this, {
    args: () => {
      const id = this.query.get('host');
      return id ? [id] : null;
    },
    read: ([id], signal) => readHost(id, signal),
  });

  constructor() {
    super();
    this.query = new URLSearchParams();
    this.fixed = {};
    this.name = 'security-patches';
    this.selected = new Set();
    this.nothingToDo = false;
  }

  /** Clears what was selected under other filters: it is out of sight. */
  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('query') && !changed.has('fixed')) return;
    if (this.selected.size > 0) this.selected = new Set();
    this.nothingToDo = false;
    this.#choice.clear();
    this.#action.problem = null;
  }

  override render(): TemplateResult {
    return html`<div class="stack">
      ${this.#filters()}
      ${this.#list === null ? nothing : html`<p class="quiet small">${levelsText(this.#list.levels)}</p>`}
      ${this.#bar()} ${errorNotice(this.#action.problem)} ${this.#choice.notice()}
      ${
        this.nothingToDo
          ? html`<p class="notice warn" role="alert">${icon('warning')} <span>${texts.onlyHeld}</span></p>`
          : nothing
      }
      ${renderReading(this.#rows, {
        what: 'the security patches',
        isEmpty: ({ length }) => length === 0,
        empty: () => this.#empty(),
        complete: (rows) => this.#table(rows),
      })}
    </div>`;
  }

  #filters(): TemplateResult {
    const host = this.#host.value ? hostName(this.#host.value) : null;
    return html`<fm-filter-bar
      label="Security patches"
      no-search
      .filters=${patchFiltersOf(this.query, this.fixed, { groups: this.#groups.value, host })}
      @fm-filter=${({ detail }: CustomEvent<{ name: string; value: string | null }>) =>
        choosePatches(detail.name, detail.value)}
      @fm-clear-filters=${showAllPatches}
    ></fm-filter-bar>`;
  }

  #bar(): unknown {
    const { total } = this.#rows;
    if (total === null || total === 0) return nothing;
    const { size } = this.selected;
    const counted = `${plural(total, 'patch', 'patches')} on ${plural(this.#list?.hosts_total ?? 0, 'host')}`;
    const mayRun = asker.may('jobs:run') && asker.serves('createJob');
    return html`<div class="row spread">
      <span class="quiet small" role="status">
        ${size === 0 ? counted : `${plural(size, 'patch', 'patches')} selected of ${counted}`}
      </span>
      ${
        mayRun
          ? html`<button class="primary" ?disabled=${this.#action.isBusy} @click=${() => void this.#newJob()}>
              ${icon('plus')}
              ${this.#action.isBusy ? texts.gathering : size === 0 ? texts.jobForAll : texts.jobForSome}
            </button>`
          : nothing
      }
    </div>`;
  }

  #table(rows: readonly Patch[]): TemplateResult {
    return html`<fm-table
      label="Security patches"
      name=${this.name}
      .rows=${rows}
      .columns=${this.#columnsNow()}
      .rowHref=${(row: Patch) => `/hosts/${row.host_id}?tab=exposure`}
      .selected=${this.selected}
      .total=${this.#rows.total}
      .loadAll=${this.#loadAll}
      @fm-select=${({ detail }: CustomEvent<ReadonlySet<string>>) => (this.selected = detail)}
      @fm-near-end=${() => this.#rows.more()}
    ></fm-table>`;
  }

  /** Returns the same list for the same page: the table would lay out a new one again. */
  #columnsNow(): readonly Column<Patch>[] {
    const mayExcept = asker.may('exposure:except') && asker.serves('createExposureException');
    const of = {
      hasPackages: this.fixed.package === undefined,
      mayExcept,
    };
    const asked = JSON.stringify(of);
    if (this.#columns?.asked !== asked) this.#columns = { asked, columns: patchColumns(of) };
    return this.#columns.columns;
  }

  #empty(): TemplateResult {
    const isLate = patchQueryOf(this.query, this.fixed).standing === 'late';
    return html`<fm-state kind="empty" heading=${isLate ? texts.noneLate : texts.none}>
      ${isLate ? texts.noneLateText : texts.noneText}
      ${
        Object.keys(patchQueryOf(this.query, this.fixed)).length === 0
          ? nothing
          : html`<button slot="actions" @click=${showAllPatches}>Show all pending</button>`
      }
    </fm-state>`;
  }

  readonly #loadAll = async (): Promise<void> => {
    if (!(await this.#rows.readAll())) throw new Error('not all rows were read');
  };

  /** A new job for the selected patches, or else for all that fit, loaded by the table or not. */
  async #newJob(): Promise<void> {
    if (this.#action.isBusy) return;
    this.nothingToDo = false;
    this.#choice.clear();
    const query = patchQueryOf(this.query, this.fixed);
    await this.#action.run(async () => {
      const chosen =
        this.selected.size > 0
          ? this.#rows.rows.filter(({ id }) => this.selected.has(id))
          : await readPatches(query);
      if (!this.isConnected) return;
      if (this.fixed.advisoryId !== undefined) return this.#choice.start(null, chosen);
      const href = jobFor(chosen);
      if (href === null) this.nothingToDo = true;
      else navigate(href);
    });
  }
}

define('fm-security-patches', FmSecurityPatches);
