import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-filter-bar/fm-filter-bar.ts';
import { putFilter } from '#web/components/fm-filter-bar/address.ts';
import type { PageAction } from '#web/components/fm-page-header/fm-page-header.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import '#web/components/fm-time/fm-time.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { countText } from '#web/core/format.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { setQuery } from '#web/core/query.ts';
import { Resource } from '#web/core/resource.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { advisoryColumns, advisoryHref, type Advisory } from '#web/domain/exposure/advisories.ts';
import { dataDates } from '#web/domain/exposure/dataSets.ts';
import { dayText } from '#web/domain/exposure/dates.ts';
import { PatchOn } from '#web/domain/exposure/patchOn.ts';
import { patchTexts } from '#web/domain/exposure/patchTexts.ts';
import { cvssText, unfixedSources } from '#web/domain/exposure/texts.ts';
import { severityBadge } from '#web/domain/patch/severity.ts';
import { cveThreat, threatChips } from '#web/domain/exposure/threat.ts';
import { cveLinks } from '#web/domain/patch/cveLinks.ts';
import { texts } from './texts.ts';

type Cve = Schemas['Cve'];
type Row = Schemas['Finding'];
interface Query {
  cve: string;
  state?: Row['state'][];
}

const time = (at: string | null, otherwise: string): unknown =>
  at === null ? otherwise : html`<fm-time .datetime=${at} mode="date"></fm-time>`;

function statusText({ state, closed_by: by }: Row): string {
  if (state === 'open') return texts.open;
  return by === 'PATCHED' ? texts.patched : by === 'NOT_NAMED' ? texts.notNamed : texts.closed;
}

const hostColumn: Column<Row> = {
  key: 'host',
  header: 'Host',
  minRem: 12,
  grow: 2,
  render: ({ display_name: own, fqdn }) => safeName(own ?? fqdn),
};

const columnsWithoutFix: readonly Column<Row>[] = [
  hostColumn,
  {
    key: 'packages',
    header: 'Installed source package',
    minRem: 12,
    grow: 2,
    isLong: true,
    render: ({ packages }) => packages.map(safeName).join(', '),
  },
];

const columns: readonly Column<Row>[] = [
  hostColumn,
  { key: 'status', header: 'Status', minRem: 9, grow: 1, render: statusText },
  { key: 'since', header: 'Since', minRem: 8, render: ({ opened_at: at }) => time(at, texts.notRecorded) },
  {
    key: 'packages',
    header: 'Packages',
    minRem: 10,
    grow: 1,
    priority: 3,
    isLong: true,
    render: ({ packages }) => packages.map(safeName).join(', '),
  },
  {
    key: 'fixed',
    header: 'Fixed in',
    minRem: 9,
    grow: 1,
    priority: 2,
    render: ({ fixed_version: version }) => safeName(version ?? ''),
  },
  {
    key: 'closed',
    header: 'Closed',
    minRem: 8,
    priority: 4,
    render: ({ closed_at: at }) => time(at, ''),
  },
];

/** One CVE: the hosts on which it is open and since when, and those on which it was. */
export class FmPageCve extends FmPage {
  readonly #patchOn = new PatchOn(this);
  /** One for each distribution at least: each has its own fixed version. */
  readonly #advisories = new PagedList<Advisory, { cve: string }>(this, {
    query: () => ({ cve: this.params['cve'] ?? '' }),
    read: async (query, page, signal) => {
      const params = { query: { ...query, ...page } };
      const list = await must(api.GET('/api/v1/exposure/advisories', { params, signal }));
      return { rows: list.advisories, total: list.total, cursor: list.next_cursor };
    },
  });
  readonly #advisoryColumns: readonly Column<Advisory>[] = [
    ...advisoryColumns.filter(({ key }) => key !== 'severity' && key !== 'threat'),
    {
      key: 'job',
      header: 'Job',
      minRem: 12,
      text: () => '',
      render: (row) => this.#patchOn.advisoryButton(row),
    },
  ];
  readonly #cve = new Resource<Cve, readonly [string]>(this, {
    args: () => [this.params['cve'] ?? ''],
    read: ([cve], signal) =>
      must(api.GET('/api/v1/exposure/cves/{cve}', { params: { path: { cve } }, signal })),
  });
  readonly #dataSets = new Resource<Schemas['ExposureDataSetList']>(this, {
    args: () => [],
    read: (_, signal) => must(api.GET('/api/v1/exposure/data-sets', { signal })),
  });
  readonly #rows = new PagedList<Row, Query>(this, {
    query: () => queryOf(this.params['cve'] ?? '', this.query.get('status')),
    read: async ({ cve, ...query }, page, signal) => {
      const params = { path: { cve }, query: { ...query, ...page } };
      const list = await must(api.GET('/api/v1/exposure/cves/{cve}/hosts', { params, signal }));
      return { rows: list.hosts, total: list.total, cursor: list.next_cursor };
    },
  });

  readonly #unfixed = new PagedList<Row, { cve: string }>(this, {
    query: () =>
      (this.#cve.value?.without_fix?.hosts ?? 0) === 0 ? null : { cve: this.params['cve'] ?? '' },
    read: async ({ cve }, page, signal) => {
      const params = { path: { cve }, query: { fix: 'none' as const, ...page } };
      const list = await must(api.GET('/api/v1/exposure/cves/{cve}/hosts', { params, signal }));
      return { rows: list.hosts, total: list.total, cursor: list.next_cursor };
    },
  });

  override render(): TemplateResult {
    const name = this.params['cve'] ?? '';
    return html`<div class="page">
      <fm-page-header
        heading=${safeName(name)}
        .crumbs=${[{ label: 'Vulnerabilities', href: '/vulnerabilities' }]}
        .actions=${this.#actions()}
        @fm-action=${() => this.#only && void this.#patchOn.advisory(this.#only)}
      >
        ${dataDates(this.#dataSets)}
      </fm-page-header>
      ${this.#patchOn.notice()} ${renderReading(this.#cve, { what: 'the CVE', complete: factsView })}
      ${this.#cve.value === undefined ? nothing : html`${this.#fixes(this.#cve.value)} ${this.#tables(this.#cve.value)}`}
    </div>`;
  }

  /** A CVE that is without a fix on no host has one table only. */
  #tables(cve: Cve): TemplateResult {
    const { hosts = 0, hosts_set_aside: aside = 0, hosts_unknown: unknown = 0 } = cve.without_fix ?? {};
    if (hosts + aside + unknown === 0)
      return html`<h2>${texts.hosts}</h2>
        ${this.#history()}`;
    const wasMended = cve.hosts_open > 0 || cve.last_closed_at !== null;
    return html`${wasMended ? html`<h2>${texts.mended}</h2>` : nothing}
      ${wasMended ? this.#history() : nothing}
      <h2>${texts.withoutFix}</h2>
      ${hosts === 0 ? html`<p>${texts.noneCounts}</p>` : this.#withoutFix()}
      ${aside === 0 ? nothing : html`<p class="quiet">${texts.setAside(aside)}</p>`}
      ${unknown === 0 ? nothing : html`<p class="quiet">${texts.unknown(unknown)}</p>`}`;
  }

  #withoutFix(): TemplateResult {
    return html`<p class="quiet">${texts.withoutFixHint}</p>
      ${renderReading(this.#unfixed, {
        what: 'the hosts without a fix',
        isEmpty: ({ length }) => length === 0,
        empty: () => html`<fm-state kind="empty" heading=${texts.none}></fm-state>`,
        complete: (rows) =>
          html`<fm-table
            label=${texts.withoutFix}
            .rows=${rows}
            .columns=${columnsWithoutFix}
            .rowHref=${(row: Row) => `/hosts/${row.host_id}`}
            .total=${this.#unfixed.total}
            @fm-near-end=${() => this.#unfixed.more()}
          ></fm-table>`,
      })}`;
  }

  #history(): TemplateResult {
    return html`<fm-filter-bar
        label="Hosts"
        no-search
        .filters=${[
          {
            name: 'status',
            label: 'Status',
            value: this.query.get('status') || null,
            options: [
              { value: 'open', label: 'Open' },
              { value: 'closed', label: 'Closed' },
            ],
          },
        ]}
        @fm-filter=${putFilter}
        @fm-clear-filters=${() => setQuery({ status: null })}
      ></fm-filter-bar>
      ${renderReading(this.#rows, {
        what: 'the hosts',
        isEmpty: ({ length }) => length === 0,
        empty: () =>
          html`<fm-state
            kind="empty"
            heading=${this.query.get('status') ? texts.noneFits : texts.none}
          ></fm-state>`,
        complete: (rows) =>
          html`<fm-table
            label="Hosts"
            .rows=${rows}
            .columns=${columns}
            .rowHref=${(row: Row) => `/hosts/${row.host_id}`}
            .total=${this.#rows.total}
            @fm-near-end=${() => this.#rows.more()}
          ></fm-table>`,
      })}`;
  }

  /** What fixes it, by distribution; nothing where no host in sight lacks such a fix. */
  #fixes({ hosts_open: hosts }: Cve): TemplateResult | typeof nothing {
    if (hosts === 0) return nothing;
    return html`<h2>${texts.fixes}</h2>
      ${renderReading(this.#advisories, {
        what: 'the advisories',
        isEmpty: ({ length }) => length === 0,
        empty: () => html`<fm-state kind="empty" heading=${texts.noFixes}></fm-state>`,
        complete: (rows) =>
          html`<fm-table
            label=${texts.fixes}
            .rows=${rows}
            .columns=${this.#advisoryColumns}
            .rowKey=${({ id }: Advisory) => id}
            .rowHref=${advisoryHref}
            .total=${this.#advisories.total}
            @fm-near-end=${() => this.#advisories.more()}
          ></fm-table>`,
      })}`;
  }

  /** The advisory that alone fixes it; with several the table has a button for each. */
  get #only(): Advisory | null {
    const { value: rows = [], total } = this.#advisories;
    return total === 1 ? (rows[0] ?? null) : null;
  }

  #actions(): PageAction[] {
    const hosts = this.#only ? this.#only.hosts - this.#only.hosts_held : 0;
    if (hosts === 0 || !this.#patchOn.isOffered) return [];
    const reason = this.#patchOn.isBusy ? patchTexts.gathering : null;
    return [{ key: 'job', label: patchTexts.patchOn(hosts), icon: 'plus', tone: 'primary', reason }];
  }
}

const factsView = (cve: Cve): TemplateResult =>
  html`<dl class="facts">
    <dt>Severity</dt>
    <dd>${severityBadge(cve.severity)}</dd>
    <dt>Threat</dt>
    <dd class="row">
      ${threatChips(cveThreat(cve))}
      ${cve.exploited_since === null ? nothing : html`<span>${texts.listed} ${dayText(cve.exploited_since)}</span>`}
    </dd>
    <dt>${texts.cvss}</dt>
    <dd>${cvssText(cve)}</dd>
    <dt>${texts.published}</dt>
    <dd>${cve.published_on === null ? texts.notKnown : dayText(cve.published_on)}</dd>
    <dt>Hosts open</dt>
    <dd>${countText(cve.hosts_open)}</dd>
    <dt>${texts.withoutFix}</dt>
    <dd>
      ${cve.without_fix === null ? texts.withoutFixUnknown : countText(cve.without_fix.hosts)}
      ${unfixedSources(cve.without_fix)}
    </dd>
    <dt>First known</dt>
    <dd>${time(cve.first_seen_at, texts.notRecorded)}</dd>
    <dt>Last closed</dt>
    <dd>${time(cve.last_closed_at, texts.never)}</dd>
    <dt>Packages</dt>
    <dd>${cve.packages.map(({ name }) => html`<div>${safeName(name)}</div>`)}</dd>
    <dt>${texts.record}</dt>
    <dd>${cveLinks([cve.cve])}</dd>
  </dl>`;

function queryOf(cve: string, status: string | null): Query | null {
  if (cve === '') return null;
  return status === 'open' || status === 'closed' ? { cve, state: [status] } : { cve };
}

define('fm-page-cve', FmPageCve);
