import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { icon } from '../../icons/icons.ts';
import { DURATION_UNITS, secsIn, type DurationUnit } from './duration.ts';

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
  };
  describedBy: string | typeof nothing;
  typed(value: number | null): void;
  chosen(value: number | null | readonly string[]): void;
  stands(): void;
  keydown(event: KeyboardEvent): void;
  shownIn(unit: DurationUnit): void;
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

/** Texts, one below the other; a new one is added by Enter, by its button, or several at once by pasting lines. */
export function listControl({ field, ...on }: ControlParts): TemplateResult {
  const entries = Array.isArray(field.value) ? (field.value as readonly string[]) : [];
  const add = (input: HTMLInputElement): void => {
    const fresh = input.value
      .split(/[\n,]/)
      .map((text) => text.trim())
      .filter((text, index, all) => text !== '' && !entries.includes(text) && all.indexOf(text) === index);
    input.value = '';
    if (fresh.length > 0) on.chosen([...entries, ...fresh]);
  };
  const inputOf = (event: Event): HTMLInputElement | null =>
    (event.target as Element).closest('.add')?.querySelector('input') ?? null;
  return html`${
      entries.length === 0
        ? nothing
        : html`<ul class="entries" aria-label=${field.label}>
            ${entries.map(
              (entry) =>
                html`<li>
                  ${entry}
                  <button
                    type="button"
                    class="plain square"
                    aria-label="Remove ${entry}"
                    ?disabled=${field.disabled}
                    @click=${() => on.chosen(entries.filter((one) => one !== entry))}
                  >
                    ${icon('close')}
                  </button>
                </li>`,
            )}
          </ul>`
    }<span class="add">
      <input
        id="control"
        type="text"
        spellcheck="false"
        autocapitalize="none"
        autocomplete="off"
        placeholder=${field.placeholder || 'Add one'}
        maxlength=${field.maxlength ?? nothing}
        ?disabled=${field.disabled}
        aria-invalid=${String(Boolean(field.error))}
        aria-describedby=${on.describedBy}
        @keydown=${(event: KeyboardEvent) => {
          const input = inputOf(event);
          if (event.key !== 'Enter' || event.isComposing || !input) return;
          if (input.value.trim() === '') return on.keydown(event);
          event.preventDefault();
          add(input);
        }}
        @change=${(event: Event) => {
          // Also adds a text that the reader leaves without Enter; it would be lost otherwise.
          const input = inputOf(event);
          if (input) add(input);
        }}
      />
      <button
        type="button"
        ?disabled=${field.disabled}
        aria-label="Add to ${field.label}"
        @click=${(event: Event) => {
          const input = inputOf(event);
          if (input) add(input);
          input?.focus();
        }}
      >
        ${icon('plus')} Add
      </button>
    </span>`;
}
