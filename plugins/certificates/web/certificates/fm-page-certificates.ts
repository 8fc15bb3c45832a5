import { Task } from '@lit/task';
import { html, nothing, type TemplateResult } from 'lit';
import { api, download, must } from '../../../../web/core/api.ts';
import { errorNotice, renderTask } from '../../../../web/components/fm-state/renderTask.ts';
import type { Sort } from '../../../../web/components/fm-table/column.ts';
import '../../../../web/components/fm-table/fm-table.ts';
import { nextSort, readSort, sortText } from '../../../../web/components/fm-table/sorting.ts';
import { define, FmPage } from '../../../../web/core/element.ts';
import { plural } from '../../../../web/core/format.ts';
import { icon } from '../../../../web/icons/icons.ts';
import { setQuery } from '../../../../web/core/query.ts';
import type { Schemas } from '../../../../web/core/schema.ts';
import { statusText } from '../../../../web/components/fm-badge/status.ts';
import { columnsFor, type Certificate } from './columns.ts';
import './fm-certificate.ts';

const STATUSES: readonly Schemas['CertificateStatus'][] = ['active', 'revoked', 'expired', 'superseded'];
const SORTS = ['issued_at', '-issued_at', 'not_after', '-not_after'] as const;
const PAGE_ROWS = 200;

interface Rows {
  certificates: Certificate[];
  total: number;
  cursor: string | null;
}

/** Every certificate that the authority signed: which run out, which are withdrawn, and its own files. */
export class FmPageCertificates extends FmPage {
  static override properties = {
    open: { state: true },
    done: { state: true },
    problem: { state: true },
  };
  declare open: Certificate | null;
  /** What was done last. */
  declare done: string | null;
  declare problem: unknown;
  #isReadingOn = false;
  readonly #columns = columnsFor((certificate) => (this.open = certificate));

  constructor() {
    super();
    this.open = null;
    this.done = null;
    this.problem = null;
  }

  readonly #rows = new Task(this, {
    task: async ([status, sort]: readonly [string, string], { signal }) =>
      fetchRows({ status, sort }, signal),
    args: () => [this.query.get('status') ?? '', this.query.get('sort') ?? ''] as const,
  });

  override render(): TemplateResult {
    return html`<div class="page">
      <div class="page-header">
        <div>
          <h1>Certificates</h1>
          <p>Issued by this manager’s own authority, renewed by themselves before they expire.</p>
        </div>
        <div class="row">
          <button @click=${() => this.#download('/api/v1/ca/root.crt', 'root.crt')}>
            ${icon('download')} Root CA
          </button>
          <button @click=${() => this.#download('/api/v1/ca/root.crl', 'root.crl')}>
            ${icon('download')} Revocation list
          </button>
        </div>
      </div>
      ${this.done === null ? nothing : html`<p class="notice ok" role="status">${icon('check')} ${this.done}.</p>`}
      ${errorNotice(this.problem)} ${this.#filter()}
      ${renderTask(this.#rows, {
        what: 'the certificates',
        isEmpty: ({ certificates }) => certificates.length === 0,
        empty: () => this.#empty(),
        complete: (rows) => this.#table(rows),
      })}
      <fm-certificate
        .certificate=${this.open}
        @fm-closed=${() => (this.open = null)}
        @fm-changed=${(event: CustomEvent<string>) => this.#changed(event.detail)}
      ></fm-certificate>
    </div>`;
  }

  #filter(): TemplateResult {
    const chosen = this.query.get('status') ?? '';
    return html`<div class="row spread">
      <label class="field">
        State
        <select @change=${(event: Event) => setQuery({ status: (event.target as HTMLSelectElement).value })}>
          <option value="" ?selected=${chosen === ''}>All</option>
          ${STATUSES.map(
            (status) =>
              html`<option value=${status} ?selected=${status === chosen}>
                ${statusText('certificate', status)[1]}
              </option>`,
          )}
        </select>
      </label>
      <span class="quiet" role="status">
        ${this.#rows.value ? plural(this.#rows.value.total, 'certificate') : nothing}
      </span>
    </div>`;
  }

  #empty(): TemplateResult {
    return html`<fm-state kind="empty" heading="No certificate in this state.">
      <button slot="actions" @click=${() => setQuery({ status: null })}>Show all</button>
    </fm-state>`;
  }

  #table({ certificates, total }: Rows): TemplateResult {
    return html`<fm-table
      label="Certificates"
      .columns=${this.#columns}
      .rows=${certificates}
      .total=${total}
      .sort=${sortOf(this.query.get('sort'))}
      @fm-open=${(event: CustomEvent<Certificate>) => (this.open = event.detail)}
      @fm-sort=${(event: CustomEvent<string>) => this.#sort(event.detail)}
      @fm-near-end=${() => void this.#readOn()}
    ></fm-table>`;
  }

  #sort(key: string): void {
    setQuery({ sort: sortText(nextSort(sortOf(this.query.get('sort')), key)) });
  }

  #changed(done: string): void {
    this.open = null;
    this.done = done;
    void this.#rows.run();
  }

  async #readOn(): Promise<void> {
    const rows = this.#rows.value;
    if (!rows?.cursor || this.#isReadingOn) return;
    this.#isReadingOn = true;
    try {
      const filter = { status: this.query.get('status') ?? '', sort: this.query.get('sort') ?? '' };
      const more = await fetchRows({ ...filter, cursor: rows.cursor });
      // Another filter may have been chosen meanwhile.
      if (this.#rows.value !== rows) return;
      rows.certificates = [...rows.certificates, ...more.certificates];
      rows.cursor = more.cursor;
      this.requestUpdate();
    } catch (error) {
      this.problem = error;
    } finally {
      this.#isReadingOn = false;
    }
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

/** What the address holds is anybody's: an unknown word filters nothing. */
async function fetchRows(
  wanted: { status: string; sort: string; cursor?: string },
  signal?: AbortSignal,
): Promise<Rows> {
  const query = {
    limit: PAGE_ROWS,
    status: STATUSES.find((status) => status === wanted.status),
    sort: SORTS.find((sort) => sort === wanted.sort),
    cursor: wanted.cursor,
  };
  const page = await must(api.GET('/api/v1/certificates', { params: { query }, signal }));
  return { certificates: page.certificates, total: page.total, cursor: page.next_cursor };
}

function sortOf(text: string | null): Sort {
  return readSort(SORTS.find((one) => one === text) ?? '-issued_at');
}

define('fm-page-certificates', FmPageCertificates);
