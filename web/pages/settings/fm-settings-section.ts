import { css, html, type TemplateResult } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import type { FieldValue } from '../../components/fm-field/fm-field.ts';
import '../../components/fm-field/fm-field.ts';
import { bodyOf, shownIn, type Draft, type SettingValue, type Values } from '../../domain/settings/draft.ts';
import { DraftForm } from '../../domain/settings/draftForm.ts';
import { namesIn, problemsOf, rolesIn, valueText, withRole } from '../../domain/settings/field.ts';
import type {
  ChoiceField,
  LengthField,
  NamesField,
  RolesField,
  SettingsField,
  SettingsSection,
  SwitchField,
  TextField,
  UrlField,
} from '../../domain/settings/section.ts';
import { FIXED_ROLES, ROLES } from '../../domain/user/texts.ts';
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
`;

/**
 * The form of one section: what is in force, what was typed over it, and why something cannot be saved. What somebody
 * else saves meanwhile never takes away what was typed here. Fires `fm-changed` when it begins or ceases to have
 * unsaved changes.
 */
export class FmSettingsSection extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    section: { attribute: false },
    values: { attribute: false },
    save: { attribute: false },
  };
  declare section: SettingsSection;
  declare values: Values;
  declare save: Save;
  readonly #form = new DraftForm<SettingsField>(this, {
    form: () => this.section,
    section: () => this.section.key,
    values: () => this.values,
    body: (draft) => bodyOf(this.section, this.values, draft),
    problems: (draft) => problemsOf(this.section, draft),
    save: (body) => this.save(body),
    focus: (name) => this.#focus(name),
  });

  constructor() {
    super();
    this.values = {};
  }

  /** Whether something typed here is not saved. */
  get isChanged(): boolean {
    return this.#form.changes > 0;
  }

  /** Brings the form into view, and moves the focus to its first field. */
  lead(): void {
    this.#focus(this.section.fields[0]?.name ?? '');
    this.scrollIntoView({ block: 'start' });
  }

  override render(): TemplateResult {
    const { title, intro, fields } = this.section;
    const problems = problemsOf(this.section, this.#form.draft);
    return html`<form class="card stack tight" aria-label=${title} novalidate @submit=${this.#form.submit}>
      <div>
        <h2>${title}</h2>
        <p class="quiet">${intro}</p>
      </div>
      ${this.#form.movedNotice((field) => this.#moved(field))}
      <div class="fields">${fields.map((field) => this.#field(field, problems[field.name]))}</div>
      ${this.#form.problemNotice} ${this.#form.buttons()}
    </form>`;
  }

  #moved(field: SettingsField): string {
    const value = this.values[field.name];
    return value === undefined ? field.label : `${field.label} (now ${valueText(field, value)})`;
  }

  #field(field: SettingsField, problem: string | undefined): TemplateResult {
    const value = shownIn(field, this.values, this.#form.draft);
    const standard = valueText(field, field.standard);
    const isStandard = valueText(field, value) === standard;
    const help = isStandard ? field.hint : `${field.hint} ${texts.standard(standard)}`;
    const shown = { value, help: help.trim(), error: problem ?? this.#form.refusal(field.name) };
    if (field.kind === 'roles') return this.#roles(field, shown);
    if (field.kind === 'switch') return this.#switch(field, shown);
    if (field.kind === 'names') return this.#names(field, shown);
    if (field.kind === 'choice') return this.#choice(field, shown);
    if (field.kind === 'url') return this.#line(field, 'url', shown);
    if (field.kind === 'text') return this.#line(field, field.isSecret ? 'password' : 'text', shown);
    return this.#length(field, shown);
  }

  #switch({ name, label }: SwitchField, { value, help, error }: Shown): TemplateResult {
    return html`<fm-field
      kind="switch"
      name=${name}
      label=${label}
      help=${help}
      .value=${value === true}
      .error=${error}
      @fm-change=${({ detail }: CustomEvent<boolean>) => this.#form.type({ [name]: detail })}
    ></fm-field>`;
  }

  #choice({ name, label, choices }: ChoiceField, { value, help, error }: Shown): TemplateResult {
    return html`<fm-field
      kind="select"
      name=${name}
      label=${label}
      help=${help}
      .options=${choices.map((word) => ({ value: word, label: word }))}
      .value=${value}
      .error=${error}
      @fm-change=${({ detail }: CustomEvent<string>) => this.#form.type({ [name]: detail })}
    ></fm-field>`;
  }

  #line(
    { name, label, maxLength }: UrlField | TextField,
    kind: 'url' | 'text' | 'password',
    { value, help, error }: Shown,
  ): TemplateResult {
    return html`<fm-field
      kind=${kind}
      autocomplete=${kind === 'password' ? 'new-password' : 'off'}
      name=${name}
      label=${label}
      help=${help}
      maxlength=${maxLength}
      .value=${value}
      .error=${error}
      @fm-input=${({ detail }: CustomEvent<string>) => this.#form.type({ [name]: detail })}
    ></fm-field>`;
  }

  #names({ name, label, maxLength }: NamesField, { value, help, error }: Shown): TemplateResult {
    return html`<fm-field
      kind="list"
      name=${name}
      label=${label}
      help=${help}
      maxlength=${maxLength}
      .value=${namesIn(value)}
      .error=${error}
      @fm-input=${({ detail }: CustomEvent<FieldValue>) =>
        this.#form.type({ [name]: Array.isArray(detail) ? [...(detail as readonly string[])] : [] })}
    ></fm-field>`;
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
      @fm-input=${({ detail }: CustomEvent<number | null>) => this.#form.type({ [name]: detail })}
    ></fm-field>`;
  }

  #roles({ name, label }: RolesField, { value, help, error }: Shown): TemplateResult {
    const roles = rolesIn(value);
    return html`<fieldset class="stack tight" aria-describedby="help-${name}">
      <legend>${label}</legend>
      ${FIXED_ROLES.map(
        (role) =>
          html`<fm-field
            kind="switch"
            name=${name}
            label=${ROLES[role][0]}
            .value=${roles.includes(role)}
            .error=${role === FIXED_ROLES[0] ? error : null}
            @fm-change=${({ detail }: CustomEvent<boolean>) =>
              this.#form.type({ [name]: withRole(roles, role, detail) })}
          ></fm-field>`,
      )}
      <p class="quiet small" id="help-${name}">${help}</p>
    </fieldset>`;
  }

  #focus(name: string): void {
    this.renderRoot.querySelector<HTMLElement>(`fm-field[name="${name}"]`)?.focus();
  }
}

define('fm-settings-section', FmSettingsSection);
