import { css, html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import '../../components/fm-field/fm-field.ts';
import type { FieldValue } from '../../components/fm-field/fm-field.ts';
import { define, FmElement } from '../../core/element.ts';
import { icon } from '../../icons/icons.ts';
import {
  MOST_DAYS_AFTER,
  newRecurrence,
  REPEATS,
  ruleOf,
  WEEKDAYS,
  type Recurrence,
  type RecurrenceFaults,
  type RecurrenceField,
  type Repeats,
  type Weekday,
} from './recurrence.ts';
import { DAYS_AFTER_HELP, DAY_NAMES, MONTH_DAYS, NTHS, REPEATS_TEXTS, RULE_HELP } from './texts.ts';

const styles = css`
  :host {
    display: grid;
    gap: var(--fm-space-4);
  }

  .pair {
    align-items: start;
  }

  .pair > * {
    flex: 1 1 10rem;
  }

  .problem[hidden] {
    display: none;
  }

  fieldset .problem {
    color: var(--fm-bad-text);
    font-size: var(--fm-size-small);
  }
`;

/**
 * When something starts: once, or how it repeats, in which zone. Stores nothing itself: fires `fm-recurrence` with what
 * was changed, and shows what it is given.
 */
export class FmRecurrence extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    value: { attribute: false },
    faults: { attribute: false },
    choices: { attribute: false },
    hasDaysAfter: { type: Boolean },
    help: {},
  };
  declare value: Recurrence;
  declare faults: RecurrenceFaults;
  /** How it may repeat here. */
  declare choices: readonly Repeats[];
  /** Whether a repeated start may be some days after its rule. */
  declare hasDaysAfter: boolean;
  /** What the default is. */
  declare help: string;

  constructor() {
    super();
    this.value = newRecurrence(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);
    this.faults = {};
    this.choices = REPEATS;
    this.hasDaysAfter = false;
    this.help = '';
  }

  override render(): TemplateResult {
    return html`<fm-field
        kind="select"
        name="repeats"
        label="Repeats"
        help=${this.help}
        .options=${this.choices.map((value) => ({ value, label: REPEATS_TEXTS[value] }))}
        .value=${this.value.repeats}
        @fm-change=${({ detail }: CustomEvent<Repeats>) => this.#turnTo(detail)}
      ></fm-field>
      ${this.value.repeats === 'rule' ? this.#rule() : this.#start()}
      ${this.hasDaysAfter && this.value.repeats !== 'once' ? this.#daysAfter() : nothing} ${this.#zone()}`;
  }

  /** Moves the focus to a field, for one that is wrong. */
  focusField(name: RecurrenceField): void {
    this.renderRoot.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  }

  /** Turning to a rule fills it in with what the fields said. */
  #turnTo(repeats: Repeats): void {
    const { value } = this;
    const isFilled = value.rule !== '' || value.repeats === 'once';
    this.#set(repeats === 'rule' && !isFilled ? { repeats, rule: ruleOf(value) } : { repeats });
  }

  #start(): TemplateResult {
    const { repeats } = this.value;
    return html`${repeats === 'weekly' ? this.#days() : nothing}
      ${repeats === 'monthly' ? this.#nth() : nothing} ${repeats === 'monthday' ? this.#monthDay() : nothing}
      <div class="row pair">
        ${this.#native('date', 'date', repeats === 'once' ? 'Day' : 'Start date')}
        ${this.#native('time', 'time', 'Starts at')}
      </div>`;
  }

  #days(): TemplateResult {
    const { days } = this.value;
    return html`<fieldset>
      <legend>On</legend>
      <div class="row">
        ${WEEKDAYS.map(
          (day) =>
            html`<label class="choice">
              <input
                type="checkbox"
                name="days"
                .checked=${live(days.includes(day))}
                @change=${(event: Event) => this.#choose(day, (event.target as HTMLInputElement).checked)}
              />
              ${DAY_NAMES[day]}
            </label>`,
        )}
      </div>
      ${this.#fault('days')}
    </fieldset>`;
  }

  #choose(day: Weekday, isChosen: boolean): void {
    const others = this.value.days.filter((one) => one !== day);
    this.#set({ days: isChosen ? [...others, day] : others });
  }

  #nth(): TemplateResult {
    return html`<div class="row pair">
      <fm-field
        kind="select"
        name="nth"
        label="On the"
        .options=${NTHS}
        .value=${this.value.nth}
        @fm-change=${({ detail }: CustomEvent<string>) => this.#set({ nth: detail })}
      ></fm-field>
      <fm-field
        kind="select"
        name="weekday"
        label="Weekday"
        .options=${WEEKDAYS.map((value) => ({ value, label: DAY_NAMES[value] }))}
        .value=${this.value.weekday}
        @fm-change=${({ detail }: CustomEvent<Weekday>) => this.#set({ weekday: detail })}
      ></fm-field>
    </div>`;
  }

  #monthDay(): TemplateResult {
    return html`<fm-field
      kind="select"
      name="monthDay"
      label="On day"
      .options=${MONTH_DAYS}
      .value=${this.value.monthDay}
      @fm-change=${({ detail }: CustomEvent<string>) => this.#set({ monthDay: detail })}
    ></fm-field>`;
  }

  #rule(): TemplateResult {
    return html`<fm-field
      kind="long"
      name="rule"
      label="Rule"
      maxlength="1024"
      help=${RULE_HELP}
      .value=${this.value.rule}
      .error=${this.faults.rule ?? null}
      @fm-input=${({ detail }: CustomEvent<FieldValue>) => this.#set({ rule: String(detail ?? '') })}
    ></fm-field>`;
  }

  #daysAfter(): TemplateResult {
    return html`<fm-field
      kind="number"
      name="daysAfter"
      label="Offset in days"
      unit="days"
      min="0"
      max=${MOST_DAYS_AFTER}
      help=${DAYS_AFTER_HELP}
      .value=${this.value.daysAfter}
      .error=${this.faults.daysAfter ?? null}
      @fm-input=${({ detail }: CustomEvent<number | null>) => this.#set({ daysAfter: detail })}
    ></fm-field>`;
  }

  #zone(): TemplateResult {
    const zones = Intl.supportedValuesOf('timeZone');
    return html`<label class="field">
      Time zone
      <input
        name="timezone"
        list="zones"
        maxlength="64"
        autocomplete="off"
        .value=${live(this.value.timezone)}
        aria-invalid=${String(this.faults.timezone !== undefined)}
        aria-describedby="fault-timezone"
        @input=${(event: Event) => this.#set({ timezone: valueIn(event) })}
      />
      <datalist id="zones">${zones.map((zone) => html`<option value=${zone}></option>`)}</datalist>
      ${this.#fault('timezone')}
    </label>`;
  }

  #native(name: 'date' | 'time', type: string, label: string): TemplateResult {
    return html`<label class="field">
      ${label}
      <input
        name=${name}
        type=${type}
        .value=${live(this.value[name])}
        aria-invalid=${String(this.faults[name] !== undefined)}
        aria-describedby="fault-${name}"
        @input=${(event: Event) => this.#set({ [name]: valueIn(event) })}
      />
      ${this.#fault(name)}
    </label>`;
  }

  #fault(name: RecurrenceField): TemplateResult {
    const fault = this.faults[name];
    return html`<span class="problem" id="fault-${name}" role="alert" ?hidden=${fault === undefined}
      >${fault === undefined ? nothing : html`${icon('error')} ${fault}`}</span
    >`;
  }

  #set(detail: Partial<Recurrence>): void {
    this.dispatchEvent(new CustomEvent('fm-recurrence', { detail }));
  }
}

const valueIn = ({ target }: Event): string => (target as HTMLInputElement).value;

define('fm-recurrence', FmRecurrence);
