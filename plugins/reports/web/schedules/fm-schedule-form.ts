import { css, html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-field/fm-field.ts';
import type { FieldOption, FieldValue } from '#web/components/fm-field/fm-field.ts';
import type { ApiError } from '#web/core/apiError.ts';
import { define, FmElement } from '#web/core/element.ts';
import { fieldErrors } from '#web/core/errors.ts';
import { may } from '#web/core/permissions.ts';
import { PROPOSED_HELP, proposedName } from '#web/core/proposedName.ts';
import { safeName } from '#web/core/safeText.ts';
import { session } from '#web/core/session.ts';
import type { GroupNames } from '#web/domain/group/names.ts';
import '#web/domain/recurrence/fm-recurrence.ts';
import type { Recurrence } from '#web/domain/recurrence/recurrence.ts';
import { rhythmText } from '#web/domain/recurrence/texts.ts';
import { RecurringForm } from '#web/domain/recurrence/recurringForm.ts';
import type { Begun } from '../begun.ts';
import { REPORTS } from '../names.ts';
import { bodyOf, draftOf, faultsOf, newDraft, previewOf, REPEATS, type Draft, type Faults } from './draft.ts';
import './fm-schedule-preview.ts';
import { formTexts, texts } from './texts.ts';
import { addSchedule, readSchedule, saveSchedule, type Schedule } from './read.ts';
import { PERIODS } from './texts.ts';

const styles = css`
  form {
    max-inline-size: 56rem;
  }
`;

/** A schedule, new or known. */
export class FmScheduleForm extends RecurringForm<Schedule, Draft, Faults> {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    schedule: { attribute: false },
    begun: { attribute: false },
    groups: { attribute: false },
  };
  /** Null: a new one. */
  declare schedule: Schedule | null;
  /** What is known already of a new one. */
  declare begun: Begun;
  declare groups: GroupNames;
  protected override readonly words = {
    goneCode: 'REPORT_SCHEDULE_NOT_FOUND',
    gone: texts.gone,
    moved: texts.moved,
  };

  constructor() {
    super();
    this.schedule = null;
    this.begun = {};
    this.groups = new Map();
  }

  protected override kept(): Schedule | null {
    return this.schedule;
  }

  protected override draftFor(schedule: Schedule | null, now: Date, timezone: string): Draft {
    return schedule ? draftOf(schedule, now) : newDraft(now, timezone, this.begun);
  }

  protected override faultsIn(draft: Draft): Faults {
    return faultsOf(draft);
  }

  protected override firstUpdated(): void {
    const first = this.draft.recipients.length === 0 ? 'recipients' : 'name';
    this.fieldOf(first)?.focus();
  }

  override render(): TemplateResult {
    const heading = this.from ? `Edit ${safeName(this.from.name)}` : texts.add;
    return html`<form class="card stack" @submit=${this.submitted} novalidate aria-label=${heading}>
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
        @fm-change=${({ detail }: CustomEvent<boolean>) => this.set({ enabled: detail })}
      ></fm-field>
      ${this.foot(formTexts.save)}
    </form>`;
  }

  #what(): TemplateResult {
    const { draft, faults } = this;
    return html`<fm-field
        name="name"
        label="Name"
        help=${draft.name === null ? `${PROPOSED_HELP} ${formTexts.nameHelp}` : formTexts.nameHelp}
        maxlength="100"
        required
        .value=${draft.name ?? this.#proposal()}
        .error=${faults.name ?? null}
        @fm-input=${({ detail }: CustomEvent<FieldValue>) => this.set({ name: String(detail ?? '') }, 'name')}
      ></fm-field>
      ${this.#select('reportType', formTexts.report, reportOptions(), REPORTS[draft.reportType][1])}
      ${this.#select('format', formTexts.format, FORMATS, '')}
      ${this.#select('groupId', formTexts.hosts, this.#groupOptions(), texts.newSees, faults.groupId)}
      ${this.#select('period', formTexts.period, PERIOD_OPTIONS, formTexts.periodHelp)}
      ${draft.period === 'last_days' ? this.#days() : nothing}`;
  }

  /** “Compliance, Databases, day 1 of the month”. */
  #proposal(): string {
    const { reportType, groupId, starts } = this.draft;
    return proposedName([REPORTS[reportType][0], this.groups.get(groupId), rhythmText(starts)]);
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
        this.set({ recipients: Array.isArray(detail) ? [...(detail as string[])] : [] }, 'recipients')}
    ></fm-field>`;
  }

  #when(): TemplateResult {
    return html`<fm-recurrence
        .choices=${REPEATS}
        .value=${this.draft.starts}
        .faults=${this.faults.starts ?? {}}
        @fm-recurrence=${({ detail }: CustomEvent<Partial<Recurrence>>) => this.recur(detail)}
      ></fm-recurrence>
      <fm-schedule-preview
        .body=${previewOf(this.draft)}
        @fm-refused=${({ detail }: CustomEvent<string>) => this.refused(detail)}
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
      @fm-input=${({ detail }: CustomEvent<number | null>) => this.set({ periodDays: detail }, 'periodDays')}
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
        this.set({ [name]: detail } as Partial<Draft>, name === 'groupId' ? 'groupId' : undefined)}
    ></fm-field>`;
  }

  #groupOptions(): FieldOption[] {
    const { groupId } = this.draft;
    const own = [...this.groups].map(([value, label]) => ({ value, label: `Group ${label}` }));
    const isUnknown = groupId !== '' && !this.groups.has(groupId);
    return [
      { value: '', label: texts.allHosts },
      ...own,
      ...(isUnknown ? [{ value: groupId, label: texts.groupGone }] : []),
    ];
  }

  protected override written(from: Schedule | null): Promise<Schedule> {
    const body = bodyOf(this.draft, this.#proposal());
    return from ? saveSchedule(from, body) : addSchedule(body);
  }

  protected override async readAgain(id: string): Promise<Schedule | null> {
    return (await readSchedule(id)) ?? null;
  }

  protected override marked(error: ApiError): boolean {
    if (error.code === 'REPORT_SCHEDULE_INVALID') this.refused(error.message);
    else if (error.code === 'GROUP_NOT_FOUND') this.faults = { groupId: formTexts.groupGone };
    else {
      const wrong = Object.entries(fieldErrors(error));
      const bad = wrong.find(([path]) => path.startsWith('recipients'));
      if (!bad) return false;
      this.faults = { recipients: bad[1] };
    }
    return true;
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

define('fm-schedule-form', FmScheduleForm);
