import { html, type nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { DURATION_UNITS, secsIn, type DurationUnit } from './duration.ts';

/** A text that is typed and counts already, but is not yet shown among the entries. */
export interface Adding {
  text: string;
  /** What it adds to the entries. */
  entries: readonly string[];
}

/** What a control of several parts needs from its field. */
export interface ControlParts {
  field: {
    readonly label: string;
    readonly value: unknown;
    readonly error: string | null;
    readonly disabled: boolean;
    readonly required: boolean;
    readonly placeholder: string;
    readonly maxlength: number | null;
    readonly timeUnit: DurationUnit;
    readonly adding: Adding;
  };
  describedBy: string | typeof nothing;
  typed(value: number | null | readonly string[]): void;
  chosen(value: number | null | readonly string[]): void;
  stands(): void;
  keydown(event: KeyboardEvent): void;
  shownIn(unit: DurationUnit): void;
  adds(adding: Adding): void;
}

/** A number and its unit; the value is in seconds. */
export function durationControl({ field, ...on }: ControlParts): TemplateResult {
  const secs = typeof field.value === 'number' ? field.value : null;
  const factor = secsIn(field.timeUnit);
  return html`<span class="with-unit duration">
    <input
      id="control"
      type="number"
      inputmode="numeric"
      min="0"
      .value=${live(secs === null ? '' : String(secs / factor))}
      ?disabled=${field.disabled}
      aria-required=${String(field.required)}
      aria-invalid=${String(Boolean(field.error))}
      aria-describedby=${on.describedBy}
      @input=${({ target }: Event) => {
        const { value, valueAsNumber } = target as HTMLInputElement;
        on.typed(value === '' || Number.isNaN(valueAsNumber) ? null : Math.round(valueAsNumber * factor));
      }}
      @change=${on.stands}
      @keydown=${on.keydown}
    />
    <select
      aria-label="${field.label}: unit"
      ?disabled=${field.disabled}
      @change=${({ target }: Event) => {
        const unit = (target as HTMLSelectElement).value as DurationUnit;
        // A new unit keeps the typed number and changes the value: “5 minutes” becomes “5 hours”.
        if (secs !== null) on.chosen(Math.round((secs / factor) * secsIn(unit)));
        on.shownIn(unit);
      }}
    >
      ${DURATION_UNITS.map(
        ({ unit, label }) =>
          html`<option value=${unit} .selected=${unit === field.timeUnit}>${label}</option>`,
      )}
    </select>
  </span>`;
}
