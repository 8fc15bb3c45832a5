import { css, html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../core/action.ts';
import { ApiError } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { fieldErrors } from '../../core/errors.ts';
import '../../components/fm-field/fm-field.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { icon } from '../../icons/icons.ts';
import {
  bodyOf,
  changedFields,
  movedFields,
  shownIn,
  typedSince,
  type Draft,
  type SettingValue,
  type Values,
} from '../../domain/settings/draft.ts';
import { ALL_ROLES, problemsOf, rolesIn, valueText, withRole } from '../../domain/settings/field.ts';
import type {
  LengthField,
  RolesField,
  SettingsField,
  SettingsSection,
} from '../../domain/settings/section.ts';
import { ROLES } from '../../domain/user/texts.ts';
import { texts } from './texts.ts';

/** Saves fields of a section; rejects with what the manager answered. */
export type Save = (body: Draft) => Promise<void>;

interface Shown {
  value: SettingValue;
  help: string;
  error: string | null;
}

const styles = css`
  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr));
    gap: var(--fm-space-5);
    padding-block: var(--fm-space-3);
  }

  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
    align-content: start;
  }

  legend {
    padding: 0;
    margin-block-end: var(--fm-space-2);
    font-weight: 500;
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
  declare moved: readonly SettingsField[] | null;
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
      <div class="fields">${fields.map((field) => this.#field(field, problems[field.name]))}</div>
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
      return value === undefined ? field.label : `${field.label} (now ${valueText(field, value)})`;
    });
    return html`<div class="notice warn" role="alert">
      <div>
        <strong>${texts.movedTitle}</strong>
        ${texts.moved(names.join(', '))}
      </div>
    </div>`;
  }

  #field(field: SettingsField, problem: string | undefined): TemplateResult {
    const value = shownIn(field, this.values, this.draft);
    const standard = valueText(field, field.standard);
    const note = valueText(field, value) === standard ? texts.isStandard : texts.standard(standard);
    const refused = fieldErrors(this.#action.problem)[`${this.section.key}/${field.name}`];
    const shown = { value, help: `${field.hint} ${note}`, error: problem ?? refused ?? null };
    return field.kind === 'roles' ? this.#roles(field, shown) : this.#length(field, shown);
  }

  #length({ name, label, unit }: LengthField, { value, help, error }: Shown): TemplateResult {
    return html`<fm-field
      kind=${unit === 'seconds' ? 'duration' : 'number'}
      unit=${unit}
      name=${name}
      label=${label}
      help=${help}
      .value=${value}
      .error=${error}
      @fm-input=${({ detail }: CustomEvent<number | null>) => this.#type(name, detail)}
    ></fm-field>`;
  }

  #roles({ name, label }: RolesField, { value, help, error }: Shown): TemplateResult {
    const roles = rolesIn(value);
    return html`<fieldset class="stack tight" aria-describedby="help-${name}">
      <legend>${label}</legend>
      ${ALL_ROLES.map(
        (role) =>
          html`<fm-field
            kind="switch"
            name=${name}
            label=${ROLES[role][0]}
            .value=${roles.includes(role)}
            .error=${role === ALL_ROLES[0] ? error : null}
            @fm-change=${({ detail }: CustomEvent<boolean>) =>
              this.#type(name, withRole(roles, role, detail))}
          ></fm-field>`,
      )}
      <p class="quiet small" id="help-${name}">${help}</p>
    </fieldset>`;
  }

  #type(name: string, value: SettingValue): void {
    this.draft = { ...this.draft, [name]: value };
    this.isSaved = false;
    this.#tell();
  }

  #undo = (): void => {
    this.draft = {};
    this.moved = null;
    this.#action.forget();
    this.#tell();
    // The button is gone; the keyboard goes on in the form.
    this.#focus(this.section.fields[0]?.name ?? '');
  };

  #focus(name: string): void {
    this.renderRoot.querySelector<HTMLElement>(`fm-field[name="${name}"]`)?.focus();
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (this.#action.isBusy) return;
    const [wrong] = Object.keys(problemsOf(this.section, this.draft));
    if (wrong !== undefined) return this.#focus(wrong);
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
