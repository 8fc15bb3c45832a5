import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-badge/fm-badge.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import '#web/components/fm-state/fm-state.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import '#web/components/fm-time/fm-time.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { bytesText } from '#web/core/format.ts';
import { Resource } from '#web/core/resource.ts';
import { safeLine } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { STATES, texts } from './texts.ts';

type Backup = Schemas['Backup'];

/** While one is being made, its end is looked for. */
const LOOK_MS = 2_000;

/** The next backup, those that were made and those that failed; and one now. Another `schedule` reads them again. */
export class FmBackups extends FmElement {
  static override properties = { schedule: { attribute: false } };
  declare schedule: string;
  readonly #backups = new Resource<readonly Backup[], [string]>(this, {
    args: () => [this.schedule],
    keepsValue: true,
    read: async (_, signal) => (await must(api.GET('/api/v1/backups', { signal }))).backups,
    rereads: () => true,
  });
  readonly #action = new Action(this);
  #looking: ReturnType<typeof setTimeout> | undefined;

  override updated(): void {
    clearTimeout(this.#looking);
    const { value } = this.#backups;
    const isBusy = value?.some((one) => one.state === 'running' || isAsked(one));
    if (isBusy && !this.#backups.isLoading) this.#looking = setTimeout(() => this.#backups.retry(), LOOK_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#looking);
  }

  override render(): TemplateResult {
    const { isBusy } = this.#action;
    return html`<section class="card stack tight" aria-labelledby="title">
      <div class="row spread">
        <div>
          <h2 id="title">${texts.title}</h2>
          <p class="quiet">${texts.what}</p>
        </div>
        <button ?disabled=${isBusy} @click=${this.#run}>${isBusy ? texts.starting : texts.run}</button>
      </div>
      ${errorNotice(this.#action.problem)}
      ${renderReading(this.#backups, {
        what: 'the backups',
        isEmpty: (rows) => rows.length === 0,
        empty: () => html`<fm-state kind="empty" heading=${texts.none}>${texts.noneText}</fm-state>`,
        complete: (rows) =>
          html`<fm-table label=${texts.label} .columns=${COLUMNS} .rows=${rows}></fm-table>`,
      })}
    </section>`;
  }

  readonly #run = (): Promise<void> =>
    this.#action.run(async () => {
      await must(api.POST('/api/v1/backups'));
      announce(texts.started);
      this.#backups.retry();
    });
}

const isAsked = ({ state, requested_by: by }: Backup): boolean => state === 'waiting' && by !== null;

const COLUMNS: readonly Column<Backup>[] = [
  {
    key: 'time',
    header: 'Time',
    minRem: 10,
    render: ({ due_at: due, ended_at: ended, state }) =>
      html`<fm-time datetime=${state === 'waiting' ? due : (ended ?? due)}></fm-time>`,
  },
  {
    key: 'state',
    header: 'State',
    minRem: 8.5,
    render: ({ state, tries }) =>
      html`<fm-badge tone=${STATES[state][0]} label=${STATES[state][1]}></fm-badge>
        ${state === 'waiting' && tries > 0 ? html`<span class="quiet small">${texts.retry(tries)}</span>` : nothing}`,
  },
  {
    key: 'by',
    header: 'Requested by',
    minRem: 8,
    priority: 3,
    render: ({ requested_by: by }) => (by === null ? 'Schedule' : safeLine(by.username)),
  },
  {
    key: 'size',
    header: 'Size',
    minRem: 6,
    priority: 2,
    render: ({ bytes }) => (bytes === null ? '–' : bytesText(bytes)),
  },
  {
    key: 'file',
    header: 'File, or why it failed',
    minRem: 16,
    grow: 2,
    isLong: true,
    render: ({ file, message }) => safeLine(message ?? file ?? '–'),
  },
];

define('fm-backups', FmBackups);
