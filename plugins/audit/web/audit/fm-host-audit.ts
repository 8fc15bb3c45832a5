import { css, html, type TemplateResult } from 'lit';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import '#web/components/fm-table/fm-table.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { totalText } from '#web/core/format.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { navigate } from '#web/core/router.ts';
import { columnsFor, type AuditRow } from './columns.ts';
import './fm-audit-row.ts';
import { texts } from './texts.ts';

const styles = css`
  :host {
    display: grid;
    gap: var(--fm-space-3);
  }
`;

/** The tab of a host's page: what people and the manager did to it, by the audit log. */
export class FmHostAudit extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { hostId: {}, open: { state: true } };
  declare hostId: string;
  /** The row whose dialog is open. */
  declare open: AuditRow | null;
  // All rows are of this host, so the column that names it is left out.
  readonly #columns = columnsFor((row) => (this.open = row)).filter(({ key }) => key !== 'resource');
  readonly #rows = new PagedList<AuditRow, { resource: string }>(this, {
    query: () => (this.hostId === '' ? null : { resource: this.hostId }),
    read: async (query, page, signal) => {
      const list = await must(api.GET('/api/v1/audit', { params: { query: { ...query, ...page } }, signal }));
      return { rows: list.rows, total: list.total, cursor: list.next_cursor };
    },
  });

  constructor() {
    super();
    this.hostId = '';
    this.open = null;
  }

  override render(): TemplateResult {
    return html`<div class="row spread">
        <span class="quiet small" role="status">${totalText(this.#rows.total, 'event')}</span>
        <a href=${logHref('resource', this.hostId)}>${texts.inLog}</a>
      </div>
      ${renderReading(this.#rows, {
        what: 'the audit log',
        isEmpty: (rows) => rows.length === 0,
        empty: () =>
          html`<fm-state kind="empty" heading=${texts.noneOfHost}>${texts.noneOfHostText}</fm-state>`,
        complete: (rows) => this.#table(rows),
      })}
      <fm-audit-row
        .row=${this.open}
        @fm-closed=${() => (this.open = null)}
        @fm-only=${({ detail }: CustomEvent<{ name: string; value: string | null }>) =>
          navigate(logHref(detail.name, detail.value ?? ''))}
      ></fm-audit-row>`;
  }

  #table(rows: readonly AuditRow[]): TemplateResult {
    return html`<fm-table
      label=${texts.ofHost}
      .columns=${this.#columns}
      .rows=${rows}
      .total=${this.#rows.total}
      .rowKey=${(row: AuditRow) => String(row.row_id)}
      @fm-open=${({ detail }: CustomEvent<AuditRow>) => (this.open = detail)}
      @fm-near-end=${() => void this.#rows.more()}
    ></fm-table>`;
  }
}

/** The page of the audit log, with one of its filters set. */
const logHref = (filter: string, value: string): string =>
  `/audit?${new URLSearchParams({ [filter]: value })}`;

define('fm-host-audit', FmHostAudit);
