import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-badge/fm-badge.ts';
import { confirmAction } from '#web/components/fm-confirm/fm-confirm.ts';
import '#web/components/fm-filter-bar/fm-filter-bar.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import type { PageAction } from '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import '#web/components/fm-time/fm-time.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import { ApiError } from '#web/core/apiError.ts';
import { define, FmPage } from '#web/core/element.ts';
import { loadCode } from '#web/core/loadCode.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { setQuery } from '#web/core/query.ts';
import { safeLine, safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { asker } from '#web/domain/host/asker.ts';
import { icon } from '#web/icons/icons.ts';
import './fm-held-patches.ts';
import { countedText, endedText, madeText, STATES, texts } from './texts.ts';

type Row = Schemas['ExposureException'];

/** Held packages that break no service level for a while: who excepted them, why, and until when. */
export class FmPageExceptions extends FmPage {
  static override properties = {
    done: { state: true },
    ending: { state: true },
    isFormThere: { state: true },
    reads: { state: true },
  };
  /** What was done last, in a sentence. */
  declare done: string | null;
  /** The id of the exception that is being ended. */
  declare ending: string | null;
  declare isFormThere: boolean;
  /** How often an exception was made or ended here, after which held patches stand otherwise. */
  declare reads: number;
  readonly #action = new Action(this);
  readonly #rows = new PagedList<Row, { host_id?: string }>(this, {
    query: () => {
      const id = this.#filtered();
      return id ? { host_id: id } : {};
    },
    read: async (query, page, signal) => {
      const params = { query: { ...query, ...page } };
      const list = await must(api.GET('/api/v1/exposure/exceptions', { params, signal }));
      return { rows: list.exceptions, total: list.total, cursor: list.next_cursor };
    },
  });
  readonly #columns: readonly Column<Row>[] = [
    {
      key: 'package',
      header: 'Package',
      minRem: 10,
      grow: 1,
      render: (row) => safeName(row.package),
    },
    { key: 'host', header: 'Host', minRem: 11, grow: 1, render: ({ fqdn }) => safeName(fqdn) },
    {
      key: 'state',
      header: 'State',
      minRem: 9,
      grow: 1,
      render: stateOf,
      text: ({ state }) => STATES[state].label,
    },
    {
      key: 'reason',
      header: 'Reason',
      minRem: 13,
      grow: 2,
      priority: 2,
      isLong: true,
      render: ({ reason }) => safeLine(reason, 500),
    },
    {
      key: 'ends',
      header: 'Expires',
      minRem: 8,
      priority: 2,
      render: ({ expires_at: at }) => html`<fm-time .datetime=${at} mode="date"></fm-time>`,
      text: ({ expires_at: at }) => at,
    },
    {
      key: 'by',
      header: 'Created by',
      minRem: 9,
      priority: 3,
      render: ({ created_by: by, created_at: at }) =>
        html`${safeName(by.username)}, <fm-time .datetime=${at} mode="date"></fm-time>`,
      text: ({ created_by: by, created_at: at }) => `${by.username}, ${at}`,
    },
  ];
  readonly #withEnd: readonly Column<Row>[] = [
    ...this.#columns,
    {
      key: 'end',
      header: 'End exception',
      minRem: 6,
      priority: 2,
      text: () => '',
      render: (row) => this.#endButton(row),
    },
  ];

  constructor() {
    super();
    this.done = null;
    this.ending = null;
    this.isFormThere = false;
    this.reads = 0;
  }

  /** `host` beside `new` fills in the form, and filters nothing. */
  #filtered(): string | null {
    return this.#isAdding() ? null : this.query.get('host') || null;
  }

  #isAdding(): boolean {
    return this.query.get('new') === '1' && mayExcept();
  }

  protected override willUpdate(): void {
    if (this.#isAdding() && !this.isFormThere) void this.#bringForm();
  }

  /** Loads the form when it is wanted: most readers of the list add nothing. */
  async #bringForm(): Promise<void> {
    await this.#action.run(async () => void (await loadCode(() => import('./fm-new-exception.ts'))));
    this.isFormThere = this.#action.problem === null;
    if (!this.isFormThere) closeForm();
  }

  override render(): TemplateResult {
    const host = this.#filtered();
    const name = this.#rows.rows[0]?.fqdn;
    const filters =
      host === null
        ? []
        : [{ name: 'host', label: 'Host', value: host, valueText: name ? safeName(name) : 'one host' }];
    return html`<div class="page">
      <fm-page-header
        heading="Exceptions"
        .actions=${actions()}
        @fm-action=${() => setQuery({ new: '1', host: null, package: null })}
      >
        <p>${texts.what}</p>
      </fm-page-header>
      ${this.done === null ? nothing : html`<p class="notice ok" role="status">${icon('check')} <span>${this.done}</span></p>`}
      ${errorNotice(this.#action.problem)}
      ${
        filters.length === 0
          ? nothing
          : html`<fm-filter-bar
              label="Exceptions"
              no-search
              .filters=${filters}
              @fm-filter=${showAll}
              @fm-clear-filters=${showAll}
            ></fm-filter-bar>`
      }
      ${renderReading(this.#rows, {
        what: 'the exceptions',
        isEmpty: ({ length }) => length === 0,
        empty: () => none(host !== null),
        complete: (rows) => this.#table(rows),
      })}
      ${mayExcept() && host === null ? html`<fm-held-patches .reads=${this.reads}></fm-held-patches>` : nothing}
      ${this.#form()}
    </div>`;
  }

  #table(rows: readonly Row[]): TemplateResult {
    return html`<p class="quiet small" role="status">${countedText(this.#rows.total ?? rows.length)}</p>
      <fm-table
        label="Exceptions"
        name="exceptions"
        .rows=${rows}
        .columns=${mayExcept() ? this.#withEnd : this.#columns}
        .rowHref=${(row: Row) => `/hosts/${row.host_id}?tab=exposure`}
        .total=${this.#rows.total}
        .loadAll=${this.#loadAll}
        @fm-near-end=${() => this.#rows.more()}
      ></fm-table>`;
  }

  #form(): unknown {
    if (!this.isFormThere) return nothing;
    return html`<fm-new-exception
      ?open=${this.#isAdding()}
      .hostId=${this.query.get('host') || null}
      .package=${this.query.get('package')?.slice(0, 256) || null}
      @fm-close=${closeForm}
      @fm-made=${({ detail }: CustomEvent<Row>) => this.#made(detail)}
    ></fm-new-exception>`;
  }

  #made(row: Row): void {
    closeForm();
    this.#tell(
      [madeText(safeName(row.package), safeName(row.fqdn)), STATES[row.state].what].filter(Boolean).join(' '),
    );
    this.#readAgain();
  }

  #endButton(row: Row): TemplateResult {
    return html`<button
      ?disabled=${this.ending !== null}
      aria-label="End exception of ${safeName(row.package)} on ${safeName(row.fqdn)}"
      @click=${() => void this.#end(row)}
    >
      ${this.ending === row.id ? texts.ending : texts.end}
    </button>`;
  }

  async #end(row: Row): Promise<void> {
    if (this.ending !== null) return;
    const [name, host] = [safeName(row.package), safeName(row.fqdn)];
    const isSure = await confirmAction({
      title: `End exception of ${name} on ${host}?`,
      text:
        row.state === 'in_force'
          ? 'The held patch counts as missing immediately, in reports too.'
          : 'The exception is removed from the list. It has no effect now.',
      action: 'End exception',
    });
    if (!isSure || this.ending !== null) return;
    this.ending = row.id;
    this.done = null;
    await this.#action.run(async () => {
      const params = { path: { exception_id: row.id } };
      try {
        await must(api.DELETE('/api/v1/exposure/exceptions/{exception_id}', { params }));
        this.#tell(endedText(name, host));
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'EXCEPTION_NOT_FOUND') throw error;
        this.#tell(`${endedText(name, host)} ${texts.gone}`);
      }
      this.#readAgain();
    });
    this.ending = null;
  }

  #readAgain(): void {
    this.#rows.restart();
    this.reads += 1;
  }

  #tell(done: string): void {
    this.done = done;
    announce(done);
  }

  readonly #loadAll = async (): Promise<void> => {
    if (!(await this.#rows.readAll())) throw new Error('not all rows were read');
  };
}

const mayExcept = (): boolean => asker.may('exposure:except') && asker.serves('createExposureException');

const actions = (): PageAction[] =>
  mayExcept() ? [{ key: 'new', label: texts.add, icon: 'plus', tone: 'primary' }] : [];

const showAll = (): void => setQuery({ host: null });
const closeForm = (): void => setQuery({ new: null, host: null, package: null });

function stateOf({ state }: Row): TemplateResult {
  const { tone, label, what } = STATES[state];
  return html`<fm-badge tone=${tone} label=${label}></fm-badge> ${
      what === null ? nothing : html`<span class="quiet">${what}</span>`
    }`;
}

function none(isFiltered: boolean): TemplateResult {
  if (!isFiltered) return html`<fm-state kind="empty" heading=${texts.none}>${texts.noneText}</fm-state>`;
  return html`<fm-state kind="empty" heading=${texts.noneFits}>
    <button slot="actions" @click=${showAll}>${texts.showAll}</button>
  </fm-state>`;
}

define('fm-page-exceptions', FmPageExceptions);
