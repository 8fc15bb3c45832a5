import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-filter-bar/fm-filter-bar.ts';
import { putFilter, putSearch } from '#web/components/fm-filter-bar/address.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import '#web/components/fm-time/fm-time.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { countText, plural } from '#web/core/format.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { Resource } from '#web/core/resource.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { dataDates } from '#web/domain/exposure/dataSets.ts';
import { PatchOn } from '#web/domain/exposure/patchOn.ts';
import { cvePageHref, unfixedSources } from '#web/domain/exposure/texts.ts';
import { cveColumns, cveThreatColumn } from '#web/domain/exposure/threat.ts';
import { clearFilters, filtersOf, isFiltered, isWithoutFix, queryOf, type Query } from './filters.ts';
import { guessedText, judgedText, setAsideText, texts, unknownText } from './texts.ts';

type Row = Schemas['Cve'];
type Figures = Schemas['Exposure'];

/** Without versions: each distribution has its own. */
const fixedBy = ({ packages }: Row): TemplateResult[] =>
  packages.map(({ name }) => html`<div>${safeName(name)}</div>`);

const columns: readonly Column<Row>[] = [
  ...cveColumns,
  { key: 'hosts', header: 'Hosts open', minRem: 6, align: 'end', render: ({ hosts_open: hosts }) => hosts },
  cveThreatColumn,
  { key: 'packages', header: 'Packages', minRem: 12, grow: 1, priority: 3, isLong: true, render: fixedBy },
  {
    key: 'first',
    header: 'First known',
    minRem: 8,
    priority: 4,
    render: ({ first_seen_at: at }) =>
      at === null ? texts.notRecorded : html`<fm-time .datetime=${at} mode="date"></fm-time>`,
  },
];

const columnsWithoutFix: readonly Column<Row>[] = [
  ...cveColumns,
  {
    key: 'hosts',
    header: 'Hosts without a fix',
    minRem: 8,
    align: 'end',
    render: ({ without_fix: without }) => without?.hosts ?? 0,
  },
  cveThreatColumn,
  {
    key: 'sources',
    header: 'In source package',
    minRem: 14,
    grow: 1,
    priority: 3,
    isLong: true,
    render: ({ without_fix: without }) => unfixedSources(without),
  },
];

/** The CVEs of the fleet, known-exploited ones first. */
export class FmPageVulnerabilities extends FmPage {
  static override properties = { setAside: { state: true }, unknown: { state: true } };
  /** CVEs that match but are set aside, so that the list does not have them: see the contract. */
  declare setAside: number;
  /** Likewise CVEs of which nobody can tell. */
  declare unknown: number;
  readonly #patchOn = new PatchOn(this);
  readonly #withJobs: readonly Column<Row>[] = [
    ...columns,
    {
      key: 'job',
      header: 'Job',
      minRem: 12,
      text: () => '',
      render: ({ cve, hosts_open: hosts }) => this.#patchOn.cveButton(cve, hosts),
    },
  ];
  readonly #figures = new Resource<Figures>(this, {
    args: () => [],
    read: (_, signal) => must(api.GET('/api/v1/exposure', { signal })),
  });
  readonly #dataSets = new Resource<Schemas['ExposureDataSetList']>(this, {
    args: () => [],
    read: (_, signal) => must(api.GET('/api/v1/exposure/data-sets', { signal })),
  });
  readonly #rows = new PagedList<Row, Query>(this, {
    query: () => queryOf(this.query),
    read: async (query, page, signal) => {
      const params = { query: { ...query, ...page } };
      const list = await must(api.GET('/api/v1/exposure/cves', { params, signal }));
      this.setAside = list.set_aside;
      this.unknown = list.unknown;
      return { rows: list.cves, total: list.total, cursor: list.next_cursor };
    },
  });

  constructor() {
    super();
    this.setAside = 0;
    this.unknown = 0;
  }

  #columns(): readonly Column<Row>[] {
    if (isWithoutFix(this.query)) return columnsWithoutFix;
    return this.#patchOn.isOffered ? this.#withJobs : columns;
  }

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading="Vulnerabilities"
        ><p>${texts.what}</p>
        ${dataDates(this.#dataSets)}
      </fm-page-header>
      ${renderReading(this.#figures, { what: 'the figures', complete: (figures) => figuresView(figures) })}
      <p class="notice">${texts.limits}</p>
      <fm-filter-bar
        label="CVEs"
        .search=${this.query.get('search') ?? ''}
        placeholder="CVE or package"
        .filters=${filtersOf(this.query)}
        @fm-search=${putSearch}
        @fm-filter=${putFilter}
        @fm-clear-filters=${clearFilters}
      ></fm-filter-bar>
      ${this.#patchOn.notice()}
      <p class="quiet small" role="status">
        ${this.#rows.total === null ? nothing : html`${plural(this.#rows.total, 'CVE')}${this.setAside === 0 ? nothing : setAsideText(this.setAside)}${this.unknown === 0 ? nothing : unknownText(this.unknown)}`}
      </p>
      ${renderReading(this.#rows, {
        what: 'the CVEs',
        isEmpty: ({ length }) => length === 0,
        empty: () => none(this.query),
        complete: (rows) =>
          html`<fm-table
            label="CVEs"
            .rows=${rows}
            .columns=${this.#columns()}
            .rowKey=${({ cve }: Row) => cve}
            .rowHref=${({ cve }: Row) => cvePageHref(cve)}
            .total=${this.#rows.total}
            @fm-near-end=${() => this.#rows.more()}
          ></fm-table>`,
      })}
    </div>`;
  }
}

/** Without the catalogue it is not known which CVEs are exploited, and that is not zero. */
function exploitedCount({ exploited_open: count, data_sets: sets }: Figures): string {
  if (count > 0) return countText(count);
  return sets.some(({ kind }) => kind === 'kev') ? texts.noneListed : texts.notKnown;
}

/** What no imported file tells is not known, and not zero. */
function withoutFixCount({ without_fix: without }: Figures): TemplateResult | string {
  if (without === null || without.hosts_judged === 0) return texts.withoutFixUnknown;
  if (without.cves_open === 0) return texts.noneListed;
  return html`<a href="/vulnerabilities?fix=none">${countText(without.cves_open)}</a>`;
}

/** On how many hosts the number of CVEs without a fix rests. */
function judgedView({ without_fix: without }: Figures): TemplateResult {
  if (without === null || without.hosts_judged === 0) return html``;
  return html`<p class="quiet small">
    ${judgedText(without.hosts_judged)}${without.hosts_guessed === 0 ? nothing : html` ${guessedText(without.hosts_guessed)}`}
  </p>`;
}

function figuresView(figures: Figures): TemplateResult {
  const unread = figures.hosts_unread;
  return html`<dl class="facts">
      <dt>${texts.cvesOpen}</dt>
      <dd>${countText(figures.cves_open)}</dd>
      <dt>${texts.exploitedOpen}</dt>
      <dd>${exploitedCount(figures)}</dd>
      <dt>${texts.withoutFix}</dt>
      <dd>${withoutFixCount(figures)}</dd>
      <dt>${texts.hostsAffected}</dt>
      <dd>${countText(figures.hosts_affected)}</dd>
      <dt>${texts.unnamed}</dt>
      <dd>${countText(figures.patches_unnamed)}</dd>
      <dt>${texts.hostsBeyond}</dt>
      <dd>
        ${figures.hosts_beyond === 0 ? countText(0) : html`<a href="/late-patches">${countText(figures.hosts_beyond)}</a>`}
      </dd>
    </dl>
    ${judgedView(figures)}
    ${
      unread === 0
        ? nothing
        : html`<p class="quiet small">
            The latest data of ${plural(unread, 'host')} is not counted yet (a few seconds behind).
          </p>`
    }`;
}

function none(query: URLSearchParams): TemplateResult {
  if (isWithoutFix(query) && !isFiltered(withoutFixAlone(query)))
    return html`<fm-state kind="empty" heading=${texts.noneWithoutFix}>
      ${texts.noneWithoutFixText}
      <button slot="actions" @click=${clearFilters}>Show fixable CVEs</button>
    </fm-state>`;
  if (isFiltered(query))
    return html`<fm-state kind="empty" heading=${texts.noneFits}>
      <button slot="actions" @click=${clearFilters}>Show all</button>
    </fm-state>`;
  return html`<fm-state kind="empty" heading=${texts.none}>${texts.noneText}</fm-state>`;
}

function withoutFixAlone(query: URLSearchParams): URLSearchParams {
  const others = new URLSearchParams(query);
  others.delete('fix');
  return others;
}

define('fm-page-vulnerabilities', FmPageVulnerabilities);
