import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-filter-bar/fm-filter-bar.ts';
import { putFilter } from '#web/components/fm-filter-bar/address.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import type { PageAction } from '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import '#web/components/fm-table/fm-table.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, download, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { features } from '#web/core/features.ts';
import { totalText } from '#web/core/format.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { setQuery } from '#web/core/query.ts';
import { Resource } from '#web/core/resource.ts';
import { absoluteTime } from '#web/core/time.ts';
import type { Schemas } from '#web/core/schema.ts';
import { icon } from '#web/icons/icons.ts';
import { columnsFor, type AuditRow } from './columns.ts';
import './fm-audit-row.ts';
import { clearFilters, filtersOf, queryOf, type AuditQuery, type AuditUser } from './filters.ts';
import { texts } from './texts.ts';

type Integrity = Schemas['AuditIntegrity'];

const ERRORS_SHOWN = 20;

/** Who did what; whether nobody changed the past; and the log as a file. */
export class FmPageAudit extends FmPage {
  static override properties = {
    open: { state: true },
    integrity: { state: true },
    archived: { state: true },
  };
  declare open: AuditRow | null;
  /** The result of the last check in this visit. */
  declare integrity: Integrity | null;
  /** What was moved out of the log. */
  declare archived: Schemas['AuditArchived'] | null;
  readonly #columns = columnsFor((row) => (this.open = row));
  /** Fixed for a visit, so that the list's query stays the same. */
  readonly #openedAt = Date.now();
  readonly #check = new Action(this);
  readonly #export = new Action(this);

  constructor() {
    super();
    this.open = null;
    this.integrity = null;
    this.archived = null;
  }

  readonly #rows = new PagedList<AuditRow, AuditQuery>(this, {
    query: () => queryOf(this.query, this.#openedAt),
    read: async (query, page, signal) => {
      const list = await must(api.GET('/api/v1/audit', { params: { query: { ...query, ...page } }, signal }));
      this.archived = list.archived;
      return { rows: list.rows, total: list.total, cursor: list.next_cursor };
    },
  });

  /** Who may be an actor; none while this manager serves no users. */
  readonly #users = new Resource<readonly AuditUser[]>(this, {
    args: () => (features.serves('listUsers') ? [] : null),
    read: async (_, signal) => {
      const params = { query: { limit: 500 } };
      return (await must(api.GET('/api/v1/users', { params, signal }))).users;
    },
  });

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading=${texts.title} .actions=${this.#actions()} @fm-action=${this.#act}>
        <p>${texts.what}</p>
      </fm-page-header>
      ${errorNotice(this.#check.problem)} ${errorNotice(this.#export.problem)} ${this.#verdict()}
      ${this.#archivedNotice()}
      <fm-filter-bar
        label=${texts.title}
        no-search
        .filters=${filtersOf(this.query, { users: this.#users.value ?? [], rows: this.#rows.value ?? [] })}
        @fm-filter=${putFilter}
        @fm-clear-filters=${clearFilters}
      ></fm-filter-bar>
      <p class="quiet small" role="status">${totalText(this.#rows.total, 'event')}</p>
      ${renderReading(this.#rows, {
        what: 'the audit log',
        isEmpty: (rows) => rows.length === 0,
        empty: () =>
          html`<fm-state kind="empty" heading=${texts.none}>
            <button slot="actions" @click=${clearFilters}>Show all</button>
          </fm-state>`,
        complete: (rows) => this.#table(rows),
      })}
      <fm-audit-row
        .row=${this.open}
        @fm-closed=${() => (this.open = null)}
        @fm-only=${({ detail }: CustomEvent<{ name: string; value: string | null }>) => this.#only(detail)}
      ></fm-audit-row>
    </div>`;
  }

  #actions(): readonly PageAction[] {
    const busy = this.#export.isBusy ? texts.exporting : null;
    return [
      { key: 'check', label: this.#check.isBusy ? texts.checking : texts.check, icon: 'shield' },
      { key: 'json', label: texts.asJson, icon: 'download', reason: busy },
      { key: 'csv', label: texts.asCsv, icon: 'download', reason: busy },
    ].filter(({ key }) =>
      features.serves(key === 'check' ? 'checkAuditIntegrity' : 'exportAuditLog'),
    ) as PageAction[];
  }

  readonly #act = ({ detail }: CustomEvent<string>): void => {
    if (detail === 'check') void this.#verify();
    else void this.#save(detail === 'json' ? 'json' : 'csv');
  };

  #verdict(): unknown {
    const { integrity } = this;
    if (!integrity) return nothing;
    if (integrity.intact)
      return html`<p class="notice ok" role="status">
        ${icon('check')} ${texts.intact(integrity.rows_checked)}
      </p>`;
    const { errors } = integrity;
    return html`<div class="notice bad" role="alert">
      ${icon('error')}
      <div>
        <p>${texts.broken(errors.length)}</p>
        <ul>
          ${errors
            .slice(0, ERRORS_SHOWN)
            .map(
              ({ row_id: row, actual_hash: actual }) =>
                html`<li>
                  Row ${row}: ${actual === '' ? texts.missing : html`its hash is <code>${actual}</code>`}
                </li>`,
            )}
          ${errors.length > ERRORS_SHOWN ? html`<li>and ${errors.length - ERRORS_SHOWN} more</li>` : nothing}
        </ul>
      </div>
    </div>`;
  }

  #archivedNotice(): unknown {
    if (!this.archived) return nothing;
    const { rows, before, at } = this.archived;
    return html`<p class="notice">
      ${icon('info')} ${texts.archived(rows, absoluteTime(new Date(before)), absoluteTime(new Date(at)))}
    </p>`;
  }

  #table(rows: readonly AuditRow[]): TemplateResult {
    return html`<fm-table
      label=${texts.title}
      .columns=${this.#columns}
      .rows=${rows}
      .total=${this.#rows.total}
      .rowKey=${(row: AuditRow) => String(row.row_id)}
      @fm-open=${(event: CustomEvent<AuditRow>) => (this.open = event.detail)}
      @fm-near-end=${() => void this.#rows.more()}
    ></fm-table>`;
  }

  async #verify(): Promise<void> {
    if (this.#check.isBusy) return;
    await this.#check.run(async () => {
      this.integrity = null;
      this.integrity = await must(api.POST('/api/v1/settings/audit-integrity'));
      announce(this.integrity.intact ? 'The log is intact.' : 'The log is not intact.');
    });
  }

  #save(format: 'json' | 'csv'): Promise<void> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(queryOf(this.query, this.#openedAt)))
      if (value !== undefined) query.set(name, String(value));
    const path = format === 'csv' ? '/api/v1/audit/export/csv' : '/api/v1/audit/export';
    return this.#export.run(() => download(`${path}?${query.toString()}`, `audit.${format}`));
  }

  #only({ name, value }: { name: string; value: string | null }): void {
    this.open = null;
    setQuery({ [name]: value });
  }
}

define('fm-page-audit', FmPageAudit);
