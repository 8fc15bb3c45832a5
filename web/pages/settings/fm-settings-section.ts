import { css, html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { Action } from '../../core/action.ts';
import { ApiError } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { fieldErrors } from '../../core/errors.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { icon } from '../../icons/icons.ts';
import {
  bodyOf,
  changedFields,
  movedFields,
  problemsOf,
  shownIn,
  typedSince,
  type Draft,
  type Values,
} from '../../domain/settings/draft.ts';
import { lengthText, unitsOf, valueOf, type Entry } from '../../domain/settings/length.ts';
import type { LengthField, SettingsSection } from '../../domain/settings/section.ts';
import { texts } from './texts.ts';

/** Saves fields of a section; rejects with what the manager answered. */
export type Save = (body: Record<string, number>) => Promise<void>;

const styles = css`
  form {
    container-type: inline-size;
  }

  .setting {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 18rem);
    gap: var(--fm-space-2) var(--fm-space-5);
    padding-block: var(--fm-space-3);
    border-block-start: 1px solid var(--fm-line);
  }

  .setting label {
    font-weight: 500;
  }

  .length {
    display: grid;
    grid-template-columns: minmax(4rem, 1fr) minmax(7rem, 1fr);
    align-items: start;
    gap: var(--fm-space-2);
  }

  .length .problem {
    grid-column: 1 / -1;
    color: var(--fm-bad-text);
  }

  @container (width < 34rem) {
    .setting {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;

/**
 * The form of one section: what is in force, what was typed over it, and why something cannot be saved. What somebody
 * else saves meanwhile never takes away what was typed here. Fires `fm-changed` when something is, or is no more, unsaved.
 */
export class FmSettingsSection extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    section: { attribute: false },
    values: { attribute: false },
    save: { attribute: false },
    draft: { state: true },
    moved: { state: true },
    isSaved: { state: true },
  };
  declare section: SettingsSection;
  declare values: Values;
  declare save: Save;
  declare draft: Draft;
  /** What somebody else saved while something was typed here; null: nothing. */
  declare moved: readonly LengthField[] | null;
  declare isSaved: boolean;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.values = {};
    this.draft = {};
    this.moved = null;
    this.isSaved = false;
  }

  /** Something is typed here that was not saved. */
  get isChanged(): boolean {
    return changedFields(this.section, this.values, this.draft).length > 0;
  }

  override render(): TemplateResult {
    const { title, intro, fields } = this.section;
    const problems = problemsOf(this.section, this.draft);
    const changed = changedFields(this.section, this.values, this.draft).length;
    const { isBusy, problem } = this.#action;
    return html`<form class="card stack tight" aria-label=${title} novalidate @submit=${this.#submit}>
      <div>
        <h2>${title}</h2>
        <p class="quiet">${intro}</p>
      </div>
      ${this.#movedNotice()}
      <div>${fields.map((field) => this.#field(field, problems[field.name]))}</div>
      ${this.moved === null ? errorNotice(problem) : nothing}
      <div class="row">
        <button class="primary" ?disabled=${isBusy || changed === 0}>${texts.save}</button>
        ${changed > 0 ? html`<button type="button" @click=${this.#undo}>${texts.undo}</button>` : nothing}
        <span role="status" class="small quiet">${this.#status(changed)}</span>
      </div>
    </form>`;
  }

  #status(changed: number): unknown {
    if (changed > 0) return texts.changed(changed);
    return this.isSaved ? html`${icon('check')} ${texts.saved}` : nothing;
  }

  #movedNotice(): unknown {
    if (this.moved === null || this.moved.length === 0) return nothing;
    const names = this.moved.map((field) => {
      const value = this.values[field.name];
      return value === undefined ? field.label : `${field.label} (now ${lengthText(field, value)})`;
    });
    return html`<div class="notice warn" role="alert">
      <div>
        <strong>${texts.movedTitle}</strong>
        ${texts.moved(names.join(', '))}
      </div>
    </div>`;
  }

  #field(field: LengthField, problem: string | undefined): TemplateResult {
    const entry = shownIn(field, this.values, this.draft);
    const wrong = problem ?? fieldErrors(this.#action.problem)[`${this.section.key}/${field.name}`];
    const { name, label, hint, standard } = field;
    const isStandard = valueOf(entry) === standard;
    return html`<div class="setting">
      <div>
        <label for=${name}>${label}</label>
        <p class="small quiet" id="${name}-hint">
          ${hint} ${isStandard ? texts.isStandard : texts.standard(lengthText(field, standard))}
        </p>
      </div>
      <div class="length">
        <input
          id=${name}
          inputmode="decimal"
          autocomplete="off"
          maxlength="16"
          .value=${live(entry.text)}
          aria-describedby="${name}-hint ${name}-problem"
          aria-invalid=${wrong ? 'true' : 'false'}
          @input=${({ target }: InputEvent) =>
            this.#type(field, { ...entry, text: (target as HTMLInputElement).value })}
        />
        <select
          aria-label="Unit of ${label}"
          @change=${({ target }: Event) =>
            this.#type(field, { ...entry, factor: Number((target as HTMLSelectElement).value) })}
        >
          ${unitsOf(field).map(
            ([unit, factor]) =>
              html`<option value=${factor} .selected=${live(factor === entry.factor)}>${unit}</option>`,
          )}
        </select>
        <span class="small problem" id="${name}-problem">${wrong ?? nothing}</span>
      </div>
    </div>`;
  }

  #type(field: LengthField, entry: Entry): void {
    this.draft = { ...this.draft, [field.name]: entry };
    this.isSaved = false;
    this.#tell();
  }

  #undo = (): void => {
    this.draft = {};
    this.moved = null;
    this.#action.forget();
    this.#tell();
    // The button is gone; the keyboard goes on in the form.
    this.renderRoot.querySelector('input')?.focus();
  };

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (this.#action.isBusy) return;
    const [wrong] = Object.keys(problemsOf(this.section, this.draft));
    if (wrong !== undefined) return this.renderRoot.querySelector<HTMLElement>(`#${wrong}`)?.focus();
    const body = bodyOf(this.section, this.values, this.draft);
    if (Object.keys(body).length === 0) return;
    const before = this.values;
    const sent = this.draft;
    this.moved = null;
    await this.#action.run(() => this.save(body));
    await this.updateComplete;
    const { problem } = this.#action;
    if (problem instanceof ApiError && problem.code === 'PRECONDITION_FAILED')
      this.moved = movedFields(this.section, before, this.values).filter(({ name }) => name in body);
    if (problem !== null) return;
    this.draft = typedSince(this.draft, sent);
    this.isSaved = true;
    this.#tell();
  }

  #tell(): void {
    this.dispatchEvent(new CustomEvent('fm-changed'));
  }
}

define('fm-settings-section', FmSettingsSection);
