import { css, html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-field/fm-field.ts';
import type { FieldKind, FieldOption, FieldValue } from '#web/components/fm-field/fm-field.ts';
import { define, FmElement } from '#web/core/element.ts';
import { session } from '#web/core/session.ts';
import type { Draft, Values } from '#web/domain/settings/draft.ts';
import { DraftForm } from '#web/domain/settings/draftForm.ts';
import type { SettingsTest } from '#web/domain/settings/settingsTest.ts';
import { icon } from '#web/icons/icons.ts';
import {
  FORM,
  isNew,
  passwordState,
  problemsOf,
  proposalsOf,
  sentOf,
  shown,
  usualPort,
  type MailField,
  type Own,
} from './mail.ts';
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

/** The fields that few need: they are folded away. */
const RARE: readonly string[] = ['helo_name', 'email_from', 'log_days'];

const LOOKS: Readonly<Record<string, Look>> = {
  enabled: { kind: 'switch', help: texts.enabledHelp },
  host: { help: texts.hostHelp, maxlength: 253 },
  port: { kind: 'number' },
  tls_mode: { kind: 'select', options: TLS_MODES },
  username: { help: texts.usernameHelp, maxlength: 256 },
  from: { kind: 'email', help: texts.fromHelp, maxlength: 254 },
  helo_name: { help: texts.heloNameHelp, maxlength: 253 },
  recipients: { kind: 'list', help: texts.recipientsHelp, maxlength: 254 },
  email_from: { kind: 'email', help: texts.emailFromHelp, maxlength: 254 },
  log_days: { kind: 'number' },
};

/**
 * The settings of mail: the server, and who gets mail. What somebody else saves meanwhile never replaces what was typed
 * here. Fires `fm-changed` when unsaved changes appear or are gone.
 */
export class FmMailForm extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    values: { attribute: false },
    save: { attribute: false },
    test: { attribute: false },
  };
  /** The values of both sections as the manager has them. */
  declare values: Values;
  declare save: (body: Draft) => Promise<void>;
  declare test: SettingsTest | null;
  readonly #form = new DraftForm<MailField>(this, {
    form: () => FORM,
    section: ({ section }) => section,
    values: () => this.values,
    body: (draft) => sentOf(this.values, draft, this.#own),
    problems: (draft) => problemsOf(shown(this.values, draft, this.#own)),
    save: (body) => this.save(body),
    focus: (name) => this.#focus(name),
  });

  constructor() {
    super();
    this.values = {};
    this.save = () => Promise.resolve();
    this.test = null;
  }

  /** Whether something typed here was not saved. */
  get isChanged(): boolean {
    return this.#form.changes > 0;
  }

  get #own(): Own {
    return { email: session.user?.email ?? null, hostname: location.hostname };
  }

  override render(): TemplateResult {
    const [first, ...others] = FORM.fields;
    const fieldsOf = (isRare: boolean): TemplateResult =>
      html`<div class="fields">
        ${others
          .filter(({ name }) => RARE.includes(name) === isRare)
          .map((field) => (field.name === 'password' ? this.#password(field) : this.#field(field)))}
      </div>`;
    return html`<form @submit=${this.#form.submit} novalidate>
      ${isNew(this.values) ? html`<p class="notice">${icon('info')} ${texts.notSetUp}</p>` : nothing}
      ${first ? this.#field(first) : nothing} ${fieldsOf(false)}
      <details>
        <summary>${texts.more}</summary>
        ${fieldsOf(true)}
      </details>
      ${this.#form.movedNotice(({ label }) => label)} ${this.#form.problemNotice}
      ${this.#form.buttons(this.test)}
      <p class="quiet small">${texts.testHint}</p>
    </form>`;
  }

  /** The help of a field; of one whose value is proposed, that it is. */
  #help(name: string, standing: string): string {
    const proposals = proposalsOf(this.values, this.#form.draft, this.#own);
    const isProposed = proposals[name] !== undefined && this.#form.draft[name] === undefined;
    if (name === 'port') {
      const usual = usualPort(shown(this.values, this.#form.draft, this.#own)['tls_mode']);
      return usual === null ? standing : texts.portHelp(usual);
    }
    if (name === 'from' && isProposed) return `${standing} ${texts.fromProposed}`;
    if (name !== 'recipients' || !isNew(this.values)) return standing;
    if (isProposed) return `${texts.recipientsProposed} ${standing}`;
    return this.#own.email === null ? `${texts.noOwnAddress} ${standing}` : standing;
  }

  #field({ name, label }: MailField, more: Look = {}): TemplateResult {
    const { kind = 'text', help = '', options = [], maxlength, autocomplete } = { ...LOOKS[name], ...more };
    const all = shown(this.values, this.#form.draft, this.#own);
    const value = name === 'password' ? this.#typedPassword() : (all[name] as FieldValue);
    const own = this.#form.isJudged ? problemsOf(all)[name] : undefined;
    return html`<fm-field
      kind=${kind}
      name=${name}
      label=${label}
      help=${this.#help(name, help)}
      maxlength=${maxlength ?? nothing}
      autocomplete=${autocomplete ?? 'off'}
      .options=${options}
      .value=${value}
      .error=${own ?? this.#form.refusal(name)}
      @fm-input=${({ detail }: CustomEvent<FieldValue>) => this.#type(name, detail)}
    ></fm-field>`;
  }

  /** The password can only be written: the saved one is never here, and typing nothing keeps it. */
  #password(field: MailField): TemplateResult {
    const state = passwordState(this.values, this.#form.draft, this.#own);
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
    const folded = found?.closest('details');
    if (folded) folded.open = true;
    found?.scrollIntoView({ block: 'nearest' });
    found?.focus();
  }
}

define('fm-mail-form', FmMailForm);
