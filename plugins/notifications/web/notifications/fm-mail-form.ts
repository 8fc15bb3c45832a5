import { css, html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-field/fm-field.ts';
import type { FieldKind, FieldOption, FieldValue } from '#web/components/fm-field/fm-field.ts';
import { define, FmElement } from '#web/core/element.ts';
import { fieldErrors } from '#web/core/errors.ts';
import type { Draft, Values } from '#web/domain/settings/draft.ts';
import { DraftForm } from '#web/domain/settings/draftForm.ts';
import { FORMS, passwordState, problemsOf, sentOf, shown, type MailField, type MailSection } from './mail.ts';
import { secretTexts, texts, TLS_MODES } from './texts.ts';

const styles = css`
  form {
    display: grid;
    gap: var(--fm-space-4);
  }

  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr));
    gap: var(--fm-space-4) var(--fm-space-5);
    align-items: start;
  }
`;

interface Look {
  kind?: FieldKind;
  help?: string;
  options?: readonly FieldOption[];
  maxlength?: number;
  autocomplete?: string;
}

const LOOKS: Readonly<Record<string, Look>> = {
  enabled: { kind: 'switch', help: texts.enabledHelp },
  host: { help: texts.hostHelp, maxlength: 253 },
  port: { kind: 'number' },
  tls_mode: { kind: 'select', options: TLS_MODES },
  username: { help: texts.usernameHelp, maxlength: 256 },
  from: { kind: 'email', help: texts.fromHelp, maxlength: 254 },
  helo_name: { help: texts.heloNameHelp, maxlength: 253 },
  email_enabled: { kind: 'switch', help: texts.enabledHelp },
  recipients: { kind: 'list', help: texts.recipientsHelp, maxlength: 254 },
  email_from: { kind: 'email', help: texts.emailFromHelp, maxlength: 254 },
  log_days: { kind: 'number' },
};

/**
 * One section of the mail settings. What somebody else saves meanwhile never replaces what was typed here. Fires
 * `fm-changed` when unsaved changes appear or are gone.
 */
export class FmMailForm extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { section: {}, values: { attribute: false }, save: { attribute: false } };
  declare section: MailSection;
  /** The values as the manager has them. */
  declare values: Values;
  declare save: (body: Draft) => Promise<void>;
  readonly #form = new DraftForm<MailField>(this, {
    form: () => FORMS[this.section],
    values: () => this.values,
    body: (draft) => sentOf(this.section, this.values, draft),
    problems: (draft) => problemsOf(this.section, shown(this.section, this.values, draft)),
    save: (body) => this.save(body),
    focus: (name) => this.#focus(name),
  });

  constructor() {
    super();
    this.section = 'smtp';
    this.values = {};
    this.save = () => Promise.resolve();
  }

  /** Whether something typed here was not saved. */
  get isChanged(): boolean {
    return this.#form.changes > 0;
  }

  override render(): TemplateResult {
    const [first, ...others] = FORMS[this.section].fields;
    return html`<form @submit=${this.#form.submit} novalidate>
      ${first ? this.#field(first) : nothing}
      <div class="fields">
        ${others.map((field) => (field.name === 'password' ? this.#password(field) : this.#field(field)))}
      </div>
      ${this.#form.movedNotice(({ label }) => label)} ${this.#form.problemNotice} ${this.#form.buttons}
    </form>`;
  }

  #field({ name, label }: MailField, more: Look = {}): TemplateResult {
    const { kind = 'text', help = '', options = [], maxlength, autocomplete } = { ...LOOKS[name], ...more };
    const all = shown(this.section, this.values, this.#form.draft);
    const value = name === 'password' ? this.#typedPassword() : (all[name] as FieldValue);
    const own = this.#form.isJudged ? problemsOf(this.section, all)[name] : undefined;
    const refused = fieldErrors(this.#form.action.problem)[`${this.section}/${name}`];
    return html`<fm-field
      kind=${kind}
      name=${name}
      label=${label}
      help=${help}
      maxlength=${maxlength ?? nothing}
      autocomplete=${autocomplete ?? 'off'}
      .options=${options}
      .value=${value}
      .error=${own ?? refused ?? null}
      @fm-input=${({ detail }: CustomEvent<FieldValue>) => this.#type(name, detail)}
    ></fm-field>`;
  }

  /** The password can only be written: the saved one is never here, and typing nothing keeps it. */
  #password(field: MailField): TemplateResult {
    const state = passwordState(this.values, this.#form.draft);
    const isThere = state === 'kept' || state === 'removed';
    // Otherwise a browser would fill in the reader's own password.
    const look = { kind: 'password', help: secretTexts[state], maxlength: 1_024 } as const;
    return html`<div class="stack tight">
      ${this.#field(field, { ...look, autocomplete: 'new-password' })}
      ${
        isThere
          ? html`<div class="row">
              <button
                type="button"
                @click=${() => (state === 'kept' ? this.#form.type({ password: null }) : this.#form.forget('password'))}
              >
                ${state === 'kept' ? 'Remove password' : 'Keep password'}
              </button>
            </div>`
          : nothing
      }
    </div>`;
  }

  #typedPassword(): string {
    const typed = this.#form.draft['password'];
    return typeof typed === 'string' ? typed : '';
  }

  #type(name: string, value: FieldValue): void {
    // An empty password counts as not typed.
    if (name === 'password' && value === '') this.#form.forget(name);
    else this.#form.type({ [name]: value });
  }

  #focus(name: string): void {
    const found = this.renderRoot.querySelector<HTMLElement>(`fm-field[name="${name}"]`);
    found?.scrollIntoView({ block: 'nearest' });
    found?.focus();
  }
}

define('fm-mail-form', FmMailForm);
