import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import '#web/components/fm-filter-bar/fm-filter-bar.ts';
import { putSearch } from '#web/components/fm-filter-bar/address.ts';
import type { PageAction } from '#web/components/fm-page-header/fm-page-header.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { setQuery } from '#web/core/query.ts';
import { Resource } from '#web/core/resource.ts';
import { navigate } from '#web/core/router.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { asker } from '#web/domain/host/asker.ts';
import { readHost } from '#web/domain/host/changes.ts';
import { newJobHref } from '#web/domain/host/chosenHosts.ts';
import { hostName } from '#web/domain/host/hostName.ts';
import { packageHref } from '#web/domain/package/texts.ts';
import './fm-host-choice.ts';
import { texts } from './texts.ts';

type Row = Schemas['PackageDifference'];
type List = Schemas['PackageDifferenceList'];
type Side = 'here' | 'there';

interface Query {
  hostId: string;
  other: string;
  search?: string;
}

const keyOf = ({ name, arch }: Row): string => `${name} ${arch}`;

const versions = (all: readonly string[]): unknown =>
  all.length === 0 ? html`<span class="quiet">${texts.none}</span>` : all.map(safeName).join(', ');

const columnsFor = ([here, there]: readonly [string, string]): readonly Column<Row>[] => [
  { key: 'name', header: 'Package', minRem: 12, grow: 2, render: ({ name }) => safeName(name) },
  { key: 'here', header: here, minRem: 10, grow: 1, render: (row) => versions(row.here) },
  { key: 'there', header: there, minRem: 10, grow: 1, render: (row) => versions(row.there) },
  {
    key: 'newer',
    header: 'Newer on',
    minRem: 10,
    priority: 2,
    render: ({ newer, here: a, there: b }) =>
      newer === null
        ? a.length > 0 && b.length > 0
          ? texts.notComparable
          : ''
        : newer === 'here'
          ? here
          : there,
  },
  { key: 'arch', header: 'Architecture', minRem: 8, priority: 3, render: ({ arch }) => safeName(arch) },
];

/** What differs between two hosts; `?host=…&with=…`. */
export class FmPageCompare extends FmPage {
  static override properties = { selected: { state: true } };
  declare selected: ReadonlySet<string>;
  #last: List | null = null;
  readonly #names = new Resource<readonly [string, string], readonly [string, string]>(this, {
    args: () => this.#pair(),
    read: async (ids, signal) => {
      const read = async (id: string): Promise<string> => hostName(await readHost(id, signal));
      return Promise.all([read(ids[0]), read(ids[1])]);
    },
  });
  /** The first host, while the second is not chosen. */
  readonly #first = new Resource<Schemas['Host'], readonly [string]>(this, {
    args: () => {
      const id = this.query.get('host');
      return id && !this.#pair() ? [id] : null;
    },
    read: ([id], signal) => readHost(id, signal),
  });
  readonly #rows = new PagedList<Row, Query>(this, {
    query: () => this.#query(),
    read: async ({ hostId, other, search }, page, signal) => {
      const query = { other_host_id: other, ...(search === undefined ? {} : { search }), ...page };
      const params = { path: { host_id: hostId }, query };
      const list = await must(api.GET('/api/v1/hosts/{host_id}/packages/differences', { params, signal }));
      this.#last = list;
      return { rows: list.differences, total: list.total, cursor: list.next_cursor };
    },
  });

  constructor() {
    super();
    this.selected = new Set();
  }

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header
        heading="Compare hosts"
        .crumbs=${[{ label: 'Packages', href: '/packages' }]}
        .actions=${this.#actions()}
        @fm-action=${({ detail }: CustomEvent<string>) => this.#act(detail)}
      >
        <p>${texts.what}</p>
      </fm-page-header>
      ${this.#pair() ? this.#comparison() : this.#choice()}
    </div>`;
  }

  #pair(): readonly [string, string] | null {
    const [here, there] = [this.query.get('host'), this.query.get('with')];
    return here && there && here !== there ? [here, there] : null;
  }

  #query(): Query | null {
    const pair = this.#pair();
    if (!pair) return null;
    const search = this.query.get('search')?.trim().slice(0, 256);
    return { hostId: pair[0], other: pair[1], ...(search ? { search } : {}) };
  }

  #choice(): TemplateResult {
    const here = this.query.get('host');
    const isSame = here !== null && here === this.query.get('with');
    return html`${isSame ? html`<p class="notice warn" role="alert">${texts.sameHost}</p>` : nothing}
    ${here === null ? nothing : this.#chosen()}
    ${keyed(
      here,
      html`<fm-host-choice
        label=${here ? texts.second : texts.first}
        without=${here ?? ''}
        @fm-choose=${({ detail }: CustomEvent<string>) => setQuery({ [here ? 'with' : 'host']: detail }, true)}
      ></fm-host-choice>`,
    )}`;
  }

  /** The host that was chosen first. */
  #chosen(): TemplateResult {
    return html`<section class="card row spread" aria-label=${texts.first}>
      ${renderReading(this.#first, {
        what: 'the host',
        complete: (host) => html`<p>${texts.first}: <strong>${hostName(host)}</strong></p>`,
      })}
      <button @click=${() => setQuery({ host: null, with: null }, true)}>${texts.change}</button>
    </section>`;
  }

  #comparison(): TemplateResult {
    return html`${renderReading(this.#names, {
      what: 'the hosts',
      complete: (names) =>
        html`<fm-filter-bar
            label="Packages"
            .search=${this.query.get('search') ?? ''}
            placeholder="Name"
            @fm-search=${putSearch}
            @fm-clear-filters=${() => setQuery({ search: null })}
          ></fm-filter-bar>
          ${this.#notes(names)}
          ${renderReading(this.#rows, {
            what: 'the differences',
            isEmpty: ({ length }) => length === 0,
            empty: () => this.#none(names),
            complete: (rows) => this.#table(rows, names),
          })}`,
    })}`;
  }

  #table(rows: readonly Row[], names: readonly [string, string]): TemplateResult {
    return html`<fm-table
      label="Differences"
      name="package-differences"
      .rows=${rows}
      .columns=${columnsFor(names)}
      .rowKey=${keyOf}
      .rowHref=${({ name }: Row) => packageHref(name)}
      .selected=${this.#mayUpdate() ? this.selected : null}
      .total=${this.#rows.total}
      .loadAll=${() => this.#rows.readAll()}
      @fm-select=${({ detail }: CustomEvent<ReadonlySet<string>>) => (this.selected = detail)}
      @fm-near-end=${() => this.#rows.more()}
    ></fm-table>`;
  }

  #notes(names: readonly [string, string]): unknown {
    const last = this.#last;
    if (last === null || this.#rows.total === null) return nothing;
    const failing = [last.here, last.there].flatMap(({ problem }, at) =>
      problem === null ? [] : [texts.failing(names[at] ?? '')],
    );
    return html`${failing.length > 0 ? html`<p class="notice warn">${failing.join(' ')}</p>` : nothing}
      <p class="quiet small" role="status">
        ${texts.counts(last.total, last.only_here, last.only_there, names)}
      </p>`;
  }

  #none(names: readonly [string, string]): TemplateResult {
    const unknown = [this.#last?.here, this.#last?.there].flatMap((state, at) =>
      state?.collected_at === null ? [names[at] ?? ''] : [],
    );
    if (unknown.length > 0)
      return html`<fm-state kind="empty" heading=${texts.unknown}>${texts.unknownText(unknown)}</fm-state>`;
    const heading = this.query.get('search') ? texts.noneFits : texts.same;
    return html`<fm-state kind="empty" heading=${heading}></fm-state>`;
  }

  #mayUpdate(): boolean {
    return asker.may('jobs:run') && asker.serves('createJob');
  }

  #actions(): PageAction[] {
    if (!this.#pair()) return [];
    const found: PageAction[] = [
      { key: 'swap', label: 'Swap' },
      { key: 'other', label: 'Other hosts', icon: 'hosts' },
    ];
    const names = this.#names.value;
    if (!names || !this.#mayUpdate()) return found;
    const update = (side: Side, name: string): PageAction => {
      const count = this.#olderOn(side).length;
      const reason = count === 0 ? texts.chooseFirst(name) : null;
      return { key: side, label: texts.update(name, count), icon: 'plus', reason };
    };
    return [update('here', names[0]), update('there', names[1]), ...found];
  }

  /** Names of selected packages that the other host has in a newer version. */
  #olderOn(side: Side): string[] {
    const newer = side === 'here' ? 'there' : 'here';
    const rows = this.#rows.rows.filter((row) => this.selected.has(keyOf(row)) && row.newer === newer);
    return [...new Set(rows.map(({ name }) => name))];
  }

  #act(key: string): void {
    const pair = this.#pair();
    if (!pair) return;
    const [host, other] = pair;
    if (key === 'swap') setQuery({ host: other, with: host });
    else if (key === 'other') setQuery({ host: null, with: null, search: null }, true);
    else this.#update(key as Side, key === 'here' ? host : other);
  }

  #update(side: Side, hostId: string): void {
    const packages = this.#olderOn(side).map((name): [string, string] => ['package', name]);
    navigate(newJobHref([hostId], [['operation', 'update'], ...packages]));
  }
}

define('fm-page-compare', FmPageCompare);
