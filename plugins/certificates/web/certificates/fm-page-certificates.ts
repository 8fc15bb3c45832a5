import { html, nothing, type TemplateResult } from 'lit';
import { api, download, must } from '#web/core/api.ts';
import '#web/components/fm-filter-bar/fm-filter-bar.ts';
import { putFilter, putSearch } from '#web/components/fm-filter-bar/address.ts';
import type { Filter } from '#web/components/fm-filter-bar/fm-filter-bar.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import type { Sort } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import { nextSort, readSort, sortText } from '#web/components/fm-table/sorting.ts';
import { define, FmPage } from '#web/core/element.ts';
import { features } from '#web/core/features.ts';
import { totalText } from '#web/core/format.ts';
import { icon } from '#web/icons/icons.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { setQuery } from '#web/core/query.ts';
import { Resource } from '#web/core/resource.ts';
import type { Paths, Schemas } from '#web/core/schema.ts';
import { statusText } from '#web/components/fm-badge/status.ts';
import { authorityCard, authorityStyles, timeline } from './authority.ts';
import { columnsFor, type Certificate } from './columns.ts';
import './fm-certificate.ts';
import './fm-rotation.ts';
import { EXPIRES, texts } from './texts.ts';

type Query = NonNullable<Paths['/api/v1/certificates']['get']['parameters']['query']>;

const STATUSES: readonly Schemas['CertificateStatus'][] = ['active', 'revoked', 'expired', 'superseded'];
const SORTS = ['issued_at', '-issued_at', 'not_after', '-not_after'] as const;
const DAY_MS = 86_400_000;

/** The authority, every certificate that it signed, which of them end soon, and its own files. */
export class FmPageCertificates extends FmPage {
  static override styles = [FmPage.styles, authorityStyles];
  static override properties = {
    open: { state: true },
    done: { state: true },
    problem: { state: true },
  };
  declare open: Certificate | null;
  /** What was done last. */
  declare done: string | null;
  declare problem: unknown;
  readonly #columns = columnsFor((certificate) => (this.open = certificate));
  /** Fixed for a visit, so that the list's query stays the same. */
  readonly #openedAt = Date.now();

  constructor() {
    super();
    this.open = null;
    this.done = null;
    this.problem = null;
  }

  readonly #authority = new Resource<Schemas['Authority']>(this, {
    args: () => (features.serves('getAuthority') ? [] : null),
    read: async (_args, signal) => must(api.GET('/api/v1/ca', { signal })),
  });

  /** The address may hold anything: an unknown word filters nothing. */
  readonly #rows = new PagedList<Certificate, Query>(this, {
    query: () => queryOf(this.query, this.#openedAt),
    read: async (query, page, signal) => {
      const params = { query: { ...query, ...page } };
      const list = await must(api.GET('/api/v1/certificates', { params, signal }));
      return { rows: list.certificates, total: list.total, cursor: list.next_cursor };
    },
  });

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading=${texts.title}>
        <p>${texts.what}</p>
      </fm-page-header>
      ${this.done === null ? nothing : html`<p class="notice ok" role="status">${icon('check')} ${this.done}.</p>`}
      ${errorNotice(this.problem)}
      ${renderReading(this.#authority, {
        what: 'the certificate authority',
        complete: (authority) => html`${authorityCard(authority, this.#files())} ${timeline(authority)}`,
      })}
      ${
        features.serves('getRotation')
          ? html`<fm-rotation @fm-changed=${() => this.#authority.retry()}></fm-rotation>`
          : nothing
      }
      <fm-filter-bar
        label=${texts.title}
        .search=${this.query.get('search') ?? ''}
        placeholder="Name or serial number"
        .filters=${filtersOf(this.query)}
        @fm-search=${putSearch}
        @fm-filter=${putFilter}
        @fm-clear-filters=${clearFilters}
      ></fm-filter-bar>
      <p class="quiet small" role="status">${totalText(this.#rows.total, 'certificate')}</p>
      ${renderReading(this.#rows, {
        what: 'the certificates',
        isEmpty: (rows) => rows.length === 0,
        empty: () =>
          html`<fm-state kind="empty" heading=${texts.none}>
            <button slot="actions" @click=${clearFilters}>Show all</button>
          </fm-state>`,
        complete: (rows) => this.#table(rows),
      })}
      <fm-certificate
        .certificate=${this.open}
        @fm-closed=${() => (this.open = null)}
        @fm-changed=${(event: CustomEvent<string>) => this.#changed(event.detail)}
      ></fm-certificate>
    </div>`;
  }

  #files(): TemplateResult {
    return html`<button @click=${() => this.#download('/api/v1/ca/root.crt', 'root.crt')}>
        ${icon('download')} Root CA
      </button>
      <button @click=${() => this.#download('/api/v1/ca/root.crl', 'root.crl')}>
        ${icon('download')} Revocation list
      </button>`;
  }

  #table(rows: readonly Certificate[]): TemplateResult {
    return html`<fm-table
      label="Certificates"
      .columns=${this.#columns}
      .rows=${rows}
      .total=${this.#rows.total}
      .sort=${sortOf(this.query.get('sort'))}
      @fm-open=${(event: CustomEvent<Certificate>) => (this.open = event.detail)}
      @fm-sort=${(event: CustomEvent<string>) => this.#sort(event.detail)}
      @fm-near-end=${() => void this.#rows.more()}
    ></fm-table>`;
  }

  #sort(key: string): void {
    setQuery({ sort: sortText(nextSort(sortOf(this.query.get('sort')), key)) });
  }

  #changed(done: string): void {
    this.open = null;
    this.done = done;
    this.#rows.restart();
    this.#authority.retry();
  }

  async #download(path: string, fileName: string): Promise<void> {
    this.problem = null;
    try {
      await download(path, fileName);
    } catch (error) {
      this.problem = error;
    }
  }
}

const clearFilters = (): void => setQuery({ status: null, expires: null, search: null });

function filtersOf(query: URLSearchParams): Filter[] {
  const value = (name: string): string | null => query.get(name) || null;
  return [
    {
      name: 'status',
      label: 'State',
      value: value('status'),
      options: STATUSES.map((status) => ({ value: status, label: statusText('certificate', status)[1] })),
    },
    {
      name: 'expires',
      label: 'Expires',
      value: value('expires'),
      options: Object.entries(EXPIRES).map(([key, [, label]]) => ({ value: key, label })),
    },
  ];
}

function queryOf(query: URLSearchParams, nowMs: number): Query {
  const days = EXPIRES[query.get('expires') ?? '']?.[0];
  const search = query.get('search')?.trim().slice(0, 253);
  const found = {
    status: STATUSES.find((status) => status === query.get('status')),
    sort: SORTS.find((sort) => sort === query.get('sort')),
    search: search || undefined,
    not_after_to: days === undefined ? undefined : new Date(nowMs + days * DAY_MS).toISOString(),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

function sortOf(text: string | null): Sort {
  return readSort(SORTS.find((one) => one === text) ?? '-issued_at');
}

define('fm-page-certificates', FmPageCertificates);
