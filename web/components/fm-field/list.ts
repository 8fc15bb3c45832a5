import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { afterPress, followPresses } from '../../core/press.ts';
import { icon } from '../../icons/icons.ts';
import type { Adding, ControlParts } from './controls.ts';

export const NOTHING_ADDED: Adding = { text: '', entries: [] };

/** Whether a value that was set from outside still has what is being typed. */
export const stillHas = (value: unknown, { entries }: Adding): boolean =>
  Array.isArray(value) && entries.every((entry) => value.includes(entry));

/**
 * Texts, one below the other; a new one is added by Enter, by its button, or several at once by pasting lines. What is
 * typed counts at once, so that nobody has to add it before they save; it is shown as an entry once the reader leaves
 * the field, and not while the pointer is down: the form would move away from under the click.
 */
export function listControl({ field, ...on }: ControlParts): TemplateResult {
  const { adding } = field;
  const all = Array.isArray(field.value) ? (field.value as readonly string[]) : [];
  const entries = all.filter((entry) => !adding.entries.includes(entry));
  const typed = (text: string): void => {
    const fresh = text
      .split(/[\n,]/)
      .map((part) => part.trim())
      .filter(
        (part, index, parts) => part !== '' && !entries.includes(part) && parts.indexOf(part) === index,
      );
    on.adds({ text, entries: fresh });
    on.typed([...entries, ...fresh]);
  };
  const show = (): void => on.adds(NOTHING_ADDED);
  const add = (): void => {
    show();
    if (adding.entries.length > 0) on.stands();
  };
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
                    @click=${() => on.chosen(all.filter((one) => one !== entry))}
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
        .value=${live(adding.text)}
        placeholder=${field.placeholder || 'Add one'}
        maxlength=${field.maxlength ?? nothing}
        ?disabled=${field.disabled}
        aria-invalid=${String(Boolean(field.error))}
        aria-describedby=${on.describedBy}
        @focus=${followPresses}
        @input=${({ target }: Event) => typed((target as HTMLInputElement).value)}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || event.isComposing) return;
          if (adding.text.trim() === '') return on.keydown(event);
          event.preventDefault();
          add();
        }}
        @blur=${() => {
          if (adding.entries.length > 0) on.stands();
          afterPress(show);
        }}
      />
      <button
        type="button"
        ?disabled=${field.disabled}
        aria-label="Add to ${field.label}"
        @click=${({ target }: Event) => {
          add();
          (target as Element).closest('.add')?.querySelector('input')?.focus();
        }}
      >
        ${icon('plus')} Add
      </button>
    </span>`;
}
