import { css, html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-table/fm-table.ts';
import { define, FmElement } from '../../core/element.ts';
import { saveFile } from '../../core/csv.ts';
import { plural } from '../../core/format.ts';
import { icon } from '../../icons/icons.ts';
import { setQuery } from '../../core/query.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { happening, hostColumns, type HostsView } from '../../domain/job/hostColumns.ts';
import { hostsCsv } from '../../domain/job/hostsCsv.ts';
import { failedFirst, spanOf } from '../../domain/job/span.ts';
import { hostStateText } from '../../domain/job/stateText.ts';
import type { JobHost } from '../../domain/job/state.ts';
import { managerTime } from '../../core/managerTime.ts';

/** The hosts of a job, the failed ones first; what is shown can be filtered, saved as CSV and printed whole. */
export class FmJobHosts extends FmElement {
  static override styles = [
    FmElement.styles,
    css`
      :host {
        display: grid;
        gap: var(--fm-space-3);
      }

      .print {
        width: 100%;
        border-collapse: collapse;
        font-size: var(--fm-size-small);
      }

      .print th,
      .print td {
        padding: var(--fm-space-1);
        border: 1px solid var(--fm-line);
        text-align: start;
        overflow-wrap: anywhere;
      }

      @media print {
        .tools {
          display: none;
        }
      }
    `,
  ];
  static override properties = {
    job: { attribute: false },
    hosts: { attribute: false },
    query: { attribute: false },
    isPrinting: { state: true },
  };
  declare job: Schemas['Job'] | null;
  declare hosts: readonly JobHost[];
  declare query: URLSearchParams;
  /** True while printing: the table renders only what can be seen, and would print only that. */
  declare isPrinting: boolean;
  #view: HostsView | null = null;
  readonly #shownNow = (): HostsView => {
    if (!this.#view) throw new Error('a cell is rendered before its table');
    return this.#view;
  };
  readonly #columns = hostColumns(this.#shownNow);
  readonly #waveColumns = hostColumns(this.#shownNow, true);

  constructor() {
    super();
    this.job = null;
    this.hosts = [];
    this.query = new URLSearchParams();
    this.isPrinting = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('beforeprint', this.#print);
    addEventListener('afterprint', this.#print);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('beforeprint', this.#print);
    removeEventListener('afterprint', this.#print);
  }

  readonly #print = ({ type }: Event): void => {
    this.isPrinting = type === 'beforeprint';
  };

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector('fm-table')?.focus(options);
  }

  override render(): unknown {
    const { job } = this;
    if (!job) return nothing;
    const shown = this.#shown(job);
    return html`<div class="row spread">
        <h2>Hosts</h2>
        <div class="row tools">
          <label>
            <span class="visually-hidden">Search hosts of the job</span>
            <input
              type="search"
              placeholder=${job.wave_states.length > 0 ? 'Name, state, wave' : 'Name or state'}
              .value=${this.query.get('find') ?? ''}
              @input=${(event: Event) => setQuery({ find: (event.target as HTMLInputElement).value || null })}
            />
          </label>
          <button @click=${() => this.#save(job, shown)}>${icon('download')} CSV</button>
        </div>
      </div>
      ${
        shown.length === this.hosts.length
          ? nothing
          : html`<p class="quiet small" role="status">
              ${shown.length} of ${plural(this.hosts.length, 'host')} shown
            </p>`
      }
      ${this.isPrinting ? printed(job, shown) : this.#table(job, shown)}`;
  }

  #table(job: Schemas['Job'], shown: readonly JobHost[]): TemplateResult {
    this.#view = { job, span: spanOf(this.hosts, thisSecond()) ?? { fromMs: 0, toMs: 0 } };
    return html`<fm-table
      label="Hosts of the job"
      .rows=${shown}
      .columns=${job.wave_states.length > 0 ? this.#waveColumns : this.#columns}
      .rowKey=${hostIdOf}
      .rowHref=${this.#hrefOf}
      .total=${shown.length}
    ></fm-table>`;
  }

  #shown(job: Schemas['Job']): JobHost[] {
    const wanted = (this.query.get('find') ?? '').trim().toLowerCase();
    const fits = (host: JobHost): boolean =>
      `${host.fqdn} ${hostStateText(job, host)[1]} ${host.wave ? `wave ${host.wave}` : ''}`
        .toLowerCase()
        .includes(wanted);
    return failedFirst(wanted === '' ? this.hosts : this.hosts.filter(fits));
  }

  /** The address of a host, with the rest of the query. */
  readonly #hrefOf = ({ host_id: hostId }: JobHost): string => {
    const query = new URLSearchParams(this.query);
    query.set('host', hostId);
    query.delete('line');
    return `/jobs/${this.job?.id ?? ''}?${query}`;
  };

  #save(job: Schemas['Job'], shown: readonly JobHost[]): void {
    saveFile(hostsCsv(job, shown), `job-${job.id}-hosts.csv`);
  }
}

const hostIdOf = ({ host_id: id }: JobHost): string => id;

/** The current second: growing bars move once a second, because nobody sees finer steps and each is painted. */
const thisSecond = (): number => Math.floor(managerTime().getTime() / 1_000) * 1_000;

function printed(job: Schemas['Job'], hosts: readonly JobHost[]): TemplateResult {
  return html`<table class="print">
    <thead>
      <tr>
        <th>Host</th>
        <th>State</th>
        <th>Result</th>
      </tr>
    </thead>
    <tbody>
      ${hosts.map(
        (host) =>
          html`<tr>
            <td>${safeName(host.fqdn)}</td>
            <td>${hostStateText(job, host)[1]}</td>
            <td>${happening(host)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

define('fm-job-hosts', FmJobHosts);

declare global {
  interface HTMLElementTagNameMap {
    'fm-job-hosts': FmJobHosts;
  }
}
