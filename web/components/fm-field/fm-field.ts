import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { define, FmElement } from '../../core/element.ts';
import { icon } from '../../icons/icons.ts';
import { durationControl, type Adding, type ControlParts } from './controls.ts';
import { unitOf, type DurationUnit } from './duration.ts';
import { styles } from './fm-field.styles.ts';
import { listControl, NOTHING_ADDED, stillHas } from './list.ts';

export type FieldKind =
  | 'text'
  | 'password'
  | 'email'
  | 'url'
  | 'long'
  | 'number'
  | 'select'
  | 'switch'
  | 'duration'
  | 'list';
export type FieldValue = string | number | boolean | readonly string[] | null;
export interface FieldOption {
  value: string;
  label: string;
}

const LONGEST_PRESS_MS = 1_000;

/**
 * A form field: its label, its control, a help text and an error. `value` is text (`text`, `long`, `select`, …), a
 * number or null (`number`; `duration` in seconds), true or false (`switch`), or texts (`list`). It takes part in forms
 * by its `name` (a list as JSON); Enter sends the form.
 *
 * Events: `fm-input` (the value at each key), `fm-change` (the value once the entry is complete).
 */
export class FmField extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override shadowRootOptions = { ...LitElement.shadowRootOptions, delegatesFocus: true };
  static formAssociated = true;
  static override properties = {
    kind: {},
    label: {},
    help: {},
    error: {},
    name: { reflect: true },
    value: { attribute: false },
    unit: {},
    options: { attribute: false },
    min: { type: Number },
    max: { type: Number },
    step: { type: Number },
    maxlength: { type: Number },
    placeholder: {},
    autocomplete: {},
    required: { type: Boolean },
    disabled: { type: Boolean },
    timeUnit: { state: true },
    adding: { state: true },
  };
  declare kind: FieldKind;
  declare label: string;
  /** Help text: always visible, and read out with the label. */
  declare help: string;
  /** What is wrong with the value, as a sentence; '' or null: nothing. */
  declare error: string | null;
  declare name: string;
  declare value: FieldValue;
  /** Unit shown beside a number: “hosts”. */
  declare unit: string;
  /** Options of a select. */
  declare options: readonly FieldOption[];
  declare min: number | null;
  declare max: number | null;
  declare step: number | null;
  declare maxlength: number | null;
  declare placeholder: string;
  declare autocomplete: string;
  declare required: boolean;
  declare disabled: boolean;
  /** Unit in which a duration is shown; its value is in seconds all the same. */
  declare timeUnit: DurationUnit;
  /** What is being typed into a list; it is part of the value. */
  declare adding: Adding;
  readonly #internals = this.attachInternals();

  constructor() {
    super();
    this.kind = 'text';
    this.label = '';
    this.help = '';
    this.error = null;
    this.name = '';
    this.value = null;
    this.unit = '';
    this.options = [];
    this.min = null;
    this.max = null;
    this.step = null;
    this.maxlength = null;
    this.placeholder = '';
    this.autocomplete = 'off';
    this.required = false;
    this.disabled = false;
    this.timeUnit = 's';
    this.adding = NOTHING_ADDED;
  }

  override render(): TemplateResult {
    const notes = html`${this.help === '' ? nothing : html`<span class="hint" id="help">${this.help}</span>`}
      <span class="problem" id="error" role="alert" ?hidden=${!this.error}
        >${this.error ? html`${icon('error')} ${this.error}` : nothing}</span
      >`;
    if (this.kind === 'switch')
      return html`<div class="field">
        <label class="switch" for="control">${this.#switch()}<span>${this.label}</span></label
        >${notes}
      </div>`;
    return html`<div class="field">
      <label class="label" for="control"
        >${this.label} ${this.required ? html`<span class="required">(required)</span>` : nothing}</label
      >
      ${this.#control()}${notes}
    </div>`;
  }

  #control(): TemplateResult {
    const { kind } = this;
    if (kind === 'select') return this.#select();
    if (kind === 'long') return this.#long();
    if (kind === 'list') return listControl(this.#parts());
    if (kind === 'duration') return durationControl(this.#parts());
    return kind === 'number' ? this.#number() : this.#text();
  }

  #text(): TemplateResult {
    return html`<input
      id="control"
      type=${this.kind}
      .value=${live(String(this.value ?? ''))}
      maxlength=${this.maxlength ?? nothing}
      placeholder=${this.placeholder || nothing}
      autocomplete=${this.autocomplete as 'off'}
      spellcheck="false"
      autocapitalize="none"
      ?disabled=${this.disabled}
      aria-required=${String(this.required)}
      aria-invalid=${String(Boolean(this.error))}
      aria-describedby=${this.#describedBy()}
      @input=${(event: Event) => this.#typed((event.target as HTMLInputElement).value)}
      @change=${() => this.#stands()}
      @keydown=${this.#keydown}
    />`;
  }

  #number(): TemplateResult {
    const input = html`<input
      id="control"
      type="number"
      inputmode="numeric"
      .value=${live(this.value === null ? '' : String(this.value))}
      min=${this.min ?? nothing}
      max=${this.max ?? nothing}
      step=${this.step ?? nothing}
      ?disabled=${this.disabled}
      aria-required=${String(this.required)}
      aria-invalid=${String(Boolean(this.error))}
      aria-describedby=${this.#describedBy(this.unit === '' ? '' : 'unit')}
      @input=${(event: Event) => this.#typed(numberIn(event))}
      @change=${() => this.#stands()}
      @keydown=${this.#keydown}
    />`;
    return html`<span class="with-unit">${input} <span id="unit">${this.unit}</span></span>`;
  }

  #select(): TemplateResult {
    const now = String(this.value ?? '');
    return html`<select
      id="control"
      ?disabled=${this.disabled}
      aria-required=${String(this.required)}
      aria-invalid=${String(Boolean(this.error))}
      aria-describedby=${this.#describedBy()}
      @change=${(event: Event) => this.#chosen((event.target as HTMLSelectElement).value)}
    >
      ${this.options.map(
        ({ value, label }) => html`<option value=${value} .selected=${value === now}>${label}</option>`,
      )}
    </select>`;
  }

  #long(): TemplateResult {
    return html`<textarea
      id="control"
      .value=${live(String(this.value ?? ''))}
      maxlength=${this.maxlength ?? nothing}
      placeholder=${this.placeholder || nothing}
      ?disabled=${this.disabled}
      aria-required=${String(this.required)}
      aria-invalid=${String(Boolean(this.error))}
      aria-describedby=${this.#describedBy()}
      @input=${(event: Event) => this.#typed((event.target as HTMLTextAreaElement).value)}
      @change=${() => this.#stands()}
    ></textarea>`;
  }

  #switch(): TemplateResult {
    return html`<input
      id="control"
      type="checkbox"
      role="switch"
      .checked=${live(this.value === true)}
      ?disabled=${this.disabled}
      aria-invalid=${String(Boolean(this.error))}
      aria-describedby=${this.#describedBy()}
      @change=${(event: Event) => this.#chosen((event.target as HTMLInputElement).checked)}
    />`;
  }

  #parts(): ControlParts {
    return {
      field: this,
      describedBy: this.#describedBy(),
      typed: (value) => this.#typed(value),
      chosen: (value) => this.#chosen(value),
      stands: () => this.#stands(),
      keydown: (event) => this.#keydown(event),
      shownIn: (unit) => (this.timeUnit = unit),
      adds: (adding) => (this.adding = adding),
    };
  }

  protected override willUpdate(changed: PropertyValues): void {
    // The unit changes only when the page sets the value: while the reader types 90, “9 minutes” must not change its
    // unit.
    const isNew = changed.has('value') && !this.#isOwn;
    if (this.kind === 'duration' && (isNew || !this.hasUpdated) && typeof this.value === 'number')
      this.timeUnit = unitOf(this.value);
    if (isNew && !stillHas(this.value, this.adding)) this.adding = NOTHING_ADDED;
    this.#isOwn = false;
  }

  #isOwn = false;

  protected override updated(): void {
    this.#internals.setFormValue(formText(this.value));
  }

  /** Until a press elsewhere has ended; null: there is none to wait for. */
  #released: Promise<void> | null = null;

  protected override scheduleUpdate(): void | Promise<unknown> {
    return this.#released === null
      ? super.scheduleUpdate()
      : this.#released.then(() => super.scheduleUpdate());
  }

  /**
   * Lets the press end that took the focus away before the list grows: else what is pressed moves from under the pointer,
   * and gets no click.
   */
  #holdStill(): void {
    if (this.kind !== 'list' || !document.documentElement.matches(':active')) return;
    this.#released = new Promise<void>((done) => {
      const end = (): void => {
        this.#released = null;
        done();
      };
      addEventListener('pointerup', () => setTimeout(end), { once: true, capture: true });
      setTimeout(end, LONGEST_PRESS_MS);
    });
  }

  #describedBy(first = ''): string | typeof nothing {
    const ids = [first, this.help === '' ? '' : 'help', this.error ? 'error' : ''].filter(Boolean);
    return ids.length === 0 ? nothing : ids.join(' ');
  }

  #typed(value: FieldValue): void {
    this.#isOwn = true;
    this.value = value;
    this.dispatchEvent(new CustomEvent('fm-input', { detail: value }));
  }

  #stands(): void {
    this.dispatchEvent(new CustomEvent('fm-change', { detail: this.value }));
  }

  #chosen(value: FieldValue): void {
    this.#holdStill();
    this.#typed(value);
    this.#stands();
  }

  /** The control is in a shadow root: the form outside does not hear its Enter. */
  #keydown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.isComposing) return;
    this.#internals.setFormValue(formText(this.value));
    this.#internals.form?.requestSubmit();
  }
}

function numberIn(event: Event): number | null {
  const { value, valueAsNumber } = event.target as HTMLInputElement;
  return value === '' || Number.isNaN(valueAsNumber) ? null : valueAsNumber;
}

function formText(value: FieldValue): string | null {
  if (value === null || value === false) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

define('fm-field', FmField);

declare global {
  interface HTMLElementTagNameMap {
    'fm-field': FmField;
  }
}
