import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '../../../../web/components/fm-field/fm-field.ts';
import type { FieldOption, FieldValue } from '../../../../web/components/fm-field/fm-field.ts';
import { errorNotice } from '../../../../web/components/fm-state/renderTask.ts';
import { Action } from '../../../../web/core/action.ts';
import { ApiError } from '../../../../web/core/apiError.ts';
import { AskToStay } from '../../../../web/core/askToStay.ts';
import { define, FmElement } from '../../../../web/core/element.ts';
import { fieldErrors } from '../../../../web/core/errors.ts';
import { may } from '../../../../web/core/permissions.ts';
import { safeName } from '../../../../web/core/safeText.ts';
import { session } from '../../../../web/core/session.ts';
import type { GroupNames } from '../../../../web/domain/group/names.ts';
import '../../../../web/domain/recurrence/fm-recurrence.ts';
import type { FmRecurrence } from '../../../../web/domain/recurrence/fm-recurrence.ts';
import {
  recurrenceFieldOf,
  type Recurrence,
  type RecurrenceField,
} from '../../../../web/domain/recurrence/recurrence.ts';
import { icon } from '../../../../web/icons/icons.ts';
import { REPORTS } from '../names.ts';
import { bodyOf, draftOf, faultsOf, newDraft, previewOf, REPEATS, type Draft, type Faults } from './draft.ts';
import './fm-schedule-preview.ts';
import { formTexts, texts } from './texts.ts';
import { addSchedule, readSchedules, saveSchedule, type Schedule } from './read.ts';
import { PERIODS } from './texts.ts';

const styles = css`
  form {
    max-inline-size: 56rem;
  }
`;

/**
 * A schedule, new or known. What was typed stays whatever the manager answers, and the browser asks before it is left.
 * Fires `fm-saved` (the schedule) and `fm-cancel`.
 */
export class FmScheduleForm extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    schedule: { attribute: false },
    groups: { attribute: false },
    draft: { state: true },
    faults: { state: true },
    conflict: { state: true },
  };
  /** Null: a new one. Read once: what comes later does not disturb who types. */
  declare schedule: Schedule | null;
  declare groups: GroupNames;
  declare draft: Draft;
  declare faults: Faults;
  /** Who was quicker, or that it is gone. */
  declare conflict: string | null;
  readonly #action = new Action(this);
  /** What the form began with, as it is kept; undefined: it has not begun. */
  #from: Schedule | null | undefined;
  #begun = '';
  #isLeft = false;

  constructor() {
    super();
    this.schedule = null;
    this.groups = new Map();
    this.draft = newDraft(new Date(), ownZone());
    this.faults = {};
    this.conflict = null;
    new AskToStay(this, () => !this.#isLeft && JSON.stringify(this.draft) !== this.#begun);
  }

  protected override willUpdate(changed: PropertyValues): void {
    const isSame = this.#from !== undefined && this.#from?.id === this.schedule?.id;
    if (changed.has('schedule') && !isSame) this.#begin(this.schedule);
  }

  protected override firstUpdated(): void {
    this.renderRoot.querySelector<HTMLElement>('fm-field[name="name"]')?.focus();
  }

  #begin(schedule: Schedule | null): void {
    const now = new Date();
    this.#from = schedule;
    this.draft = schedule ? draftOf(schedule, now) : newDraft(now, ownZone());
    this.#begun = JSON.stringify(this.draft);
    this.faults = {};
    this.conflict = null;
    this.#action.forget();
  }

  override render(): TemplateResult {
    const { isBusy, problem } = this.#action;
    const heading = this.#from ? `Edit ${safeName(this.#from.name)}` : texts.add;
    return html`<form class="card stack" @submit=${this.#submitted} novalidate aria-label=${heading}>
      <h2>${heading}</h2>
      ${this.#what()} ${this.#to()}
      <h3>${formTexts.when}</h3>
      ${this.#when()}
      <fm-field
        kind="switch"
        name="enabled"
        label=${formTexts.enabled}
        help=${formTexts.enabledHelp}
        .value=${this.draft.enabled}
        @fm-change=${({ detail }: CustomEvent<boolean>) => this.#set({ enabled: detail })}
      ></fm-field>
      ${this.conflict === null ? nothing : this.#told(this.conflict)}
      ${problem === null ? nothing : html`<div role="alert">${errorNotice(problem)}</div>`}
      <div class="row">
        <button class="primary" ?disabled=${isBusy}>${isBusy ? 'Saving …' : formTexts.save}</button>
        <button type="button" @click=${this.#cancel}>Cancel</button>
      </div>
    </form>`;
  }

  #what(): TemplateResult {
    const { draft, faults } = this;
    return html`<fm-field
        name="name"
        label="Name"
        help=${formTexts.nameHelp}
        maxlength="100"
        required
        .value=${draft.name}
        .error=${faults.name ?? null}
        @fm-input=${({ detail }: CustomEvent<FieldValue>) => this.#set({ name: String(detail ?? '') }, 'name')}
      ></fm-field>
      ${this.#select('reportType', formTexts.report, reportOptions(), REPORTS[draft.reportType][1])}
      ${this.#select('format', formTexts.format, FORMATS, '')}
      ${this.#select('groupId', formTexts.hosts, this.#groupOptions(), texts.newSees, faults.groupId)}
      ${this.#select('period', formTexts.period, PERIOD_OPTIONS, formTexts.periodHelp)}
      ${draft.period === 'last_days' ? this.#days() : nothing}`;
  }

  #to(): TemplateResult {
    return html`<fm-field
      kind="list"
      name="recipients"
      label=${formTexts.to}
      help=${formTexts.toHelp}
      maxlength="254"
      required
      .value=${this.draft.recipients}
      .error=${this.faults.recipients ?? null}
      @fm-input=${({ detail }: CustomEvent<FieldValue>) =>
        this.#set({ recipients: Array.isArray(detail) ? [...(detail as string[])] : [] }, 'recipients')}
    ></fm-field>`;
  }

  #when(): TemplateResult {
    return html`<fm-recurrence
        .choices=${REPEATS}
        .value=${this.draft.starts}
        .faults=${this.faults.starts ?? {}}
        @fm-recurrence=${({ detail }: CustomEvent<Partial<Recurrence>>) => this.#recur(detail)}
      ></fm-recurrence>
      <fm-schedule-preview
        .body=${previewOf(this.draft)}
        @fm-refused=${({ detail }: CustomEvent<string>) => this.#refused(detail)}
      ></fm-schedule-preview>`;
  }

  #days(): TemplateResult {
    return html`<fm-field
      kind="number"
      name="periodDays"
      label=${formTexts.days}
      unit="days"
      min="1"
      max="366"
      .value=${this.draft.periodDays}
      .error=${this.faults.periodDays ?? null}
      @fm-input=${({ detail }: CustomEvent<number | null>) => this.#set({ periodDays: detail }, 'periodDays')}
    ></fm-field>`;
  }

  #select(
    name: 'reportType' | 'format' | 'groupId' | 'period',
    label: string,
    options: readonly FieldOption[],
    help: string,
    fault?: string,
  ): TemplateResult {
    return html`<fm-field
      kind="select"
      name=${name}
      label=${label}
      help=${help}
      .options=${options}
      .value=${this.draft[name]}
      .error=${fault ?? null}
      @fm-change=${({ detail }: CustomEvent<string>) =>
        this.#set({ [name]: detail } as Partial<Draft>, name === 'groupId' ? 'groupId' : undefined)}
    ></fm-field>`;
  }

  #groupOptions(): FieldOption[] {
    const { groupId } = this.draft;
    const own = [...this.groups].map(([value, label]) => ({ value, label: `The group ${label}` }));
    const isUnknown = groupId !== '' && !this.groups.has(groupId);
    return [
      { value: '', label: texts.allHosts },
      ...own,
      ...(isUnknown ? [{ value: groupId, label: texts.groupGone }] : []),
    ];
  }

  #told(conflict: string): TemplateResult {
    return html`<div class="notice warn" role="alert">
      ${icon('warning')}
      <div class="stack tight">
        <span>${conflict}</span>
        ${
          this.#from
            ? html`<div>
                <button type="button" @click=${() => this.#begin(this.#from ?? null)}>
                  ${texts.showSaved}
                </button>
              </div>`
            : nothing
        }
      </div>
    </div>`;
  }

  #recur(change: Partial<Recurrence>): void {
    const wrong = Object.entries(this.faults.starts ?? {}).filter(([field]) => !(field in change));
    this.faults = { ...this.faults, starts: Object.fromEntries(wrong) };
    this.#set({ starts: { ...this.draft.starts, ...change } });
  }

  #set(change: Partial<Draft>, fault?: keyof Faults): void {
    this.draft = { ...this.draft, ...change };
    if (fault && this.faults[fault]) this.faults = { ...this.faults, [fault]: undefined };
  }

  /** Said at the field that it is about. */
  #refused(message: string): void {
    this.faults = { ...this.faults, starts: { [recurrenceFieldOf(message, this.draft.starts)]: message } };
  }

  readonly #cancel = (): void => {
    this.#isLeft = true;
    this.dispatchEvent(new Event('fm-cancel'));
  };

  readonly #submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.#action.isBusy) return;
    this.faults = faultsOf(this.draft);
    if (Object.keys(this.faults).length > 0) return this.#focusFault();
    this.conflict = null;
    await this.#action.run(() => this.#save());
  };

  async #save(): Promise<void> {
    const from = this.#from ?? null;
    const body = bodyOf(this.draft);
    try {
      const detail = await (from ? saveSchedule(from, body) : addSchedule(body));
      this.#isLeft = true;
      this.dispatchEvent(new CustomEvent('fm-saved', { detail }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'PRECONDITION_FAILED' && from) await this.#overtaken(from);
      else if (error.code === 'REPORT_SCHEDULE_NOT_FOUND' && from) this.#gone();
      else if (!this.#marked(error)) throw error;
    }
  }

  /** What was typed stays; the next saving names the version that stands now. */
  async #overtaken({ id }: Schedule): Promise<void> {
    const now = (await readSchedules()).schedules.find((one) => one.id === id);
    if (!now) return this.#gone();
    this.#from = now;
    this.conflict = texts.moved(safeName(now.edited_by.username));
  }

  #gone(): void {
    this.#from = null;
    this.conflict = texts.gone;
  }

  /** Whether a field says what was refused. */
  #marked(error: ApiError): boolean {
    if (error.code === 'REPORT_SCHEDULE_INVALID') this.#refused(error.message);
    else if (error.code === 'GROUP_NOT_FOUND') this.faults = { groupId: formTexts.groupGone };
    else {
      const wrong = Object.entries(fieldErrors(error));
      const bad = wrong.find(([path]) => path.startsWith('recipients'));
      if (!bad) return false;
      this.faults = { recipients: `An address ${bad[1]}.` };
    }
    this.#focusFault();
    return true;
  }

  #focusFault(): void {
    void this.updateComplete.then(() => {
      const [name, fault] = Object.entries(this.faults).find(([, one]) => one !== undefined) ?? [];
      if (name !== 'starts') return this.renderRoot.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
      const [field] = Object.keys(fault as object);
      this.renderRoot.querySelector<FmRecurrence>('fm-recurrence')?.focusField(field as RecurrenceField);
    });
  }
}

const FORMATS: readonly FieldOption[] = [
  { value: 'pdf', label: formTexts.pdf },
  { value: 'csv', label: formTexts.csv },
];

const PERIOD_OPTIONS = Object.entries(PERIODS).map(([value, label]) => ({ value, label }));

/** The audit log is not for everybody. */
const reportOptions = (): FieldOption[] =>
  Object.entries(REPORTS)
    .filter(([type]) => type !== 'audit' || may(session.user, 'audit:read'))
    .map(([value, [label]]) => ({ value, label }));

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

define('fm-schedule-form', FmScheduleForm);
