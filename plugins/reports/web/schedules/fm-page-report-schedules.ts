import { html, nothing, type TemplateResult } from 'lit';
import { confirmAction } from '#web/components/fm-confirm/fm-confirm.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import type { PageAction } from '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import '#web/components/fm-state/fm-state.ts';
import '#web/components/fm-table/fm-table.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { define, FmPage } from '#web/core/element.ts';
import { may } from '#web/core/permissions.ts';
import { setQuery } from '#web/core/query.ts';
import { Resource } from '#web/core/resource.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { session } from '#web/core/session.ts';
import { icon } from '#web/icons/icons.ts';
import { readGroupNames, type GroupNames } from '#web/domain/group/names.ts';
import { BEGUN_NAMES, begunOf } from '../begun.ts';
import { columnsOf } from './columns.ts';
import './fm-schedule-details.ts';
import './fm-schedule-form.ts';
import { isMoving, type Act } from './offers.ts';
import { deleteSchedule, readSchedules, runSchedule, saveSchedule, type Schedule } from './read.ts';
import { texts } from './texts.ts';

type List = Schemas['ReportScheduleList'];

/** No event tells of runs: the list is read again, sooner while one is under way. */
const MOVING_MS = 3_000;
const IDLE_MS = 30_000;

/**
 * Reports that come by themselves: to whom, when next, and the outcome of the last one. `?new=1` opens the form, with the
 * report that the address names.
 */
export class FmPageReportSchedules extends FmPage {
  static override properties = { edited: { state: true }, done: { state: true } };
  /** The schedule that is changed in the form; null: none is. */
  declare edited: Schedule | null;
  /** What was done last. */
  declare done: string | null;
  readonly #action = new Action(this);
  readonly #list = new Resource<List>(this, { args: () => [], read: (_, signal) => readSchedules(signal) });
  readonly #groups = new Resource<GroupNames>(this, {
    args: () => [],
    read: (_, signal) => readGroupNames(signal),
  });
  #again: ReturnType<typeof setTimeout> | undefined;
  /** Id of the schedule whose details were open at the last look. */
  #opened: string | null = null;

  constructor() {
    super();
    this.edited = null;
    this.done = null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#again);
  }

  protected override updated(): void {
    clearTimeout(this.#again);
    const { value, isLoading } = this.#list;
    if (!value || isLoading) return;
    const opened = this.query.get('schedule');
    const isOpened = opened !== null && opened !== this.#opened;
    this.#opened = opened;
    if (isOpened) return this.#list.retry();
    this.#again = setTimeout(() => this.#list.retry(), value.schedules.some(isMoving) ? MOVING_MS : IDLE_MS);
  }

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header
        heading=${texts.title}
        .crumbs=${[{ label: 'Reports', href: '/reports' }]}
        .actions=${this.#hasForm ? [] : ACTIONS}
        @fm-action=${() => this.#new()}
        ><p>${texts.what}</p></fm-page-header
      >
      ${this.#hasForm ? this.#form() : nothing}
      ${this.done === null ? nothing : html`<p class="notice ok">${this.done}</p>`}
      ${errorNotice(this.#action.problem)}
      ${renderReading(this.#list, { what: 'the schedules', complete: (list) => this.#all(list) })}
    </div>`;
  }

  #all(list: List): TemplateResult {
    const shown = list.schedules.find(({ id }) => id === this.query.get('schedule'));
    return html`${list.mail_on ? nothing : mailOff()}
    ${
      shown
        ? html`<fm-schedule-details
            .schedule=${shown}
            @fm-close=${() => setQuery({ schedule: null })}
          ></fm-schedule-details>`
        : nothing
    }
    ${
      list.schedules.length > 0
        ? this.#table(list)
        : !this.#hasForm
          ? html`<fm-state kind="empty" heading=${texts.none}>${texts.noneText}</fm-state>`
          : nothing
    }`;
  }

  #table({ schedules, mail_on: isMailOn }: List): TemplateResult {
    return html`<fm-table
      label=${texts.title}
      .rows=${schedules}
      .columns=${columnsOf({
        groups: this.#groups.value ?? new Map(),
        isMailOn,
        isBusy: this.#action.isBusy,
        act: (schedule, act) => void this.#act(schedule, act),
      })}
      .rowHref=${({ id }: Schedule) => `/reports/schedules?schedule=${id}`}
      .rowHeightPx=${56}
    ></fm-table>`;
  }

  get #hasForm(): boolean {
    return this.edited !== null || this.query.has('new');
  }

  #form(): TemplateResult {
    return html`<fm-schedule-form
      .schedule=${this.edited}
      .begun=${begunOf(this.query, session.user?.email ?? null)}
      .groups=${this.#groups.value ?? new Map()}
      @fm-cancel=${() => this.#close()}
      @fm-saved=${({ detail }: CustomEvent<Schedule>) => {
        this.#close();
        this.#tell(`Schedule ${safeName(detail.name)} saved.`);
        this.#list.retry();
      }}
    ></fm-schedule-form>`;
  }

  #new(): void {
    this.edited = null;
    this.#begin();
    setQuery({ new: '1' }, true);
  }

  #edit(schedule: Schedule): void {
    this.edited = schedule;
    this.#begin();
  }

  #begin(): void {
    this.done = null;
    this.#action.forget();
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector('fm-schedule-form')?.scrollIntoView({ block: 'start' }),
    );
  }

  #close(): void {
    this.edited = null;
    setQuery(Object.fromEntries(['new', ...BEGUN_NAMES].map((name) => [name, null])));
  }

  async #act(schedule: Schedule, act: Act): Promise<void> {
    if (act === 'show') return setQuery({ schedule: schedule.id }, true);
    if (act === 'edit') return this.#edit(schedule);
    if (this.#action.isBusy || !(await isSure(schedule, act)) || this.#action.isBusy) return;
    this.done = null;
    await this.#action.run(async () => this.#tell(await WORK[act](schedule)));
    // After a refusal the schedule may have another state by now.
    this.#list.retry();
    if (act === 'run') setQuery({ schedule: schedule.id });
  }

  #tell(done: string): void {
    this.done = done;
    announce(done);
  }
}

const ACTIONS: readonly PageAction[] = [{ key: 'new', label: texts.add, icon: 'plus', tone: 'primary' }];

const WORK: Readonly<Record<Exclude<Act, 'show' | 'edit'>, (schedule: Schedule) => Promise<string>>> = {
  async run(schedule) {
    await runSchedule(schedule);
    return `${safeName(schedule.name)} is being created.`;
  },
  async pause(schedule) {
    await saveSchedule(schedule, { enabled: false });
    return `${safeName(schedule.name)} is paused.`;
  },
  async resume(schedule) {
    await saveSchedule(schedule, { enabled: true });
    return `${safeName(schedule.name)} resumes with its next run.`;
  },
  async delete(schedule) {
    await deleteSchedule(schedule);
    return `Schedule ${safeName(schedule.name)} deleted.`;
  },
};

/** Asks before what cannot be taken back. */
async function isSure(schedule: Schedule, act: Act): Promise<boolean> {
  const name = safeName(schedule.name);
  if (act === 'run')
    return confirmAction({
      title: `Create and mail ${name} now?`,
      text: texts.runText(schedule.recipients.map(safeName).join(', ')),
      action: 'Create and mail',
      tone: 'primary',
    });
  if (act !== 'delete') return true;
  return confirmAction({
    title: `Delete schedule ${name}?`,
    text: texts.deleteText,
    action: 'Delete',
  });
}

const mailOff = (): TemplateResult =>
  html`<div class="notice warn" role="status">
    ${icon('warning')}
    <div>
      ${texts.mailOff}
      ${
        may(session.user, 'notifications:manage')
          ? html`<a href="/notifications">${texts.mailOffWhere}</a>`
          : texts.mailOffAsk
      }
    </div>
  </div>`;

define('fm-page-report-schedules', FmPageReportSchedules);
