import { css, html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-copy/fm-copy.ts';
import '#web/components/fm-field/fm-field.ts';
import type { FieldValue } from '#web/components/fm-field/fm-field.ts';
import { define, FmElement } from '#web/core/element.ts';
import { afterPress, followPresses } from '#web/core/press.ts';
import type { Draft, Values } from '#web/domain/settings/draft.ts';
import { DraftForm } from '#web/domain/settings/draftForm.ts';
import type { SettingsTest } from '#web/domain/settings/settingsTest.ts';
import { icon } from '#web/icons/icons.ts';
import './fm-role-mapping.ts';
import './fm-sso-discover.ts';
import type { FmSsoDiscover } from './fm-sso-discover.ts';
import type { Row } from './mapping.ts';
import {
  claimOf,
  FORM,
  isNew,
  problemsOf,
  proposalsOf,
  secretState,
  sentOf,
  shown,
  type Oidc,
} from './oidc.ts';
import {
  claimHelp,
  labels,
  providerTypes,
  secretHelp,
  texts,
  unmappedOptions,
  type FieldName,
} from './texts.ts';

/** Saves fields; rejects with what the manager answered. */
export type SaveOidc = (body: Draft) => Promise<void>;

const styles = css`
  form {
    display: grid;
    gap: var(--fm-space-5);
  }

  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr));
    gap: var(--fm-space-4) var(--fm-space-5);
    align-items: start;
  }

  .short {
    max-width: 40rem;
  }
`;

/** Properties of a field that differ from those of a plain text field. */
interface Look {
  kind?: 'text' | 'password' | 'select' | 'switch' | 'list' | 'url';
  help?: string;
  options?: readonly { value: string; label: string }[];
  maxlength?: number;
  autocomplete?: string;
}

/**
 * All settings of single sign-on. What somebody else saves meanwhile never replaces what was typed here. Fires
 * `fm-changed` when unsaved changes appear or are gone.
 */
export class FmSsoForm extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    values: { attribute: false },
    callbackUrl: {},
    save: { attribute: false },
    test: { attribute: false },
  };
  /** The values as the manager has them. */
  declare values: Values;
  declare callbackUrl: string;
  declare save: SaveOidc;
  declare test: SettingsTest | null;
  readonly #form = new DraftForm<(typeof FORM.fields)[number]>(this, {
    form: () => FORM,
    section: () => 'oidc',
    values: () => this.values,
    body: (draft) => sentOf(this.values, draft),
    problems: (draft) => problemsOf(shown(this.values, draft)),
    save: (body) => this.save(body),
    focus: (name) => this.#focus(name),
  });

  constructor() {
    super();
    this.values = {};
    this.callbackUrl = '';
    this.save = () => Promise.resolve();
    this.test = null;
  }

  /** Whether something typed here was not saved. */
  get isChanged(): boolean {
    return this.#form.changes > 0;
  }

  /** The configuration as it would be with what was typed. */
  get #oidc(): Oidc {
    return shown(this.values, this.#form.draft);
  }

  override render(): TemplateResult {
    const oidc = this.#oidc;
    return html`<form @submit=${this.#form.submit} novalidate>
      ${this.#provider(oidc)} ${this.#people(oidc)} ${this.#factors()} ${this.#end()}
    </form>`;
  }

  #provider(oidc: Oidc): TemplateResult {
    return html`<section class="card stack" aria-labelledby="provider">
      <h2 id="provider">${texts.provider}</h2>
      ${isNew(this.values) ? html`<p class="notice">${icon('info')} ${texts.notSetUp}</p>` : nothing}
      ${this.#field('enabled', { kind: 'switch', help: texts.enabledHelp })}
      ${this.#field('discovery_url', { kind: 'url', help: texts.issuerHelp, maxlength: 2_048 })}
      <fm-sso-discover
        address=${oidc.discovery_url.trim()}
        scopes=${oidc.scopes.trim()}
        @fm-scopes=${({ detail }: CustomEvent<string>) => this.#type('scopes', detail)}
        @fm-issuer=${({ detail }: CustomEvent<string>) => this.#found(detail)}
      ></fm-sso-discover>
      <div class="fields">
        ${this.#field('provider_type', {
          kind: 'select',
          help: this.#help('provider_type', providerTypes[oidc.provider_type][1]),
          options: Object.entries(providerTypes).map(([value, [label]]) => ({ value, label })),
        })}
        ${this.#field('display_name', { help: this.#help('display_name', texts.nameHelp), maxlength: 100 })}
      </div>
      <div class="fields">
        ${this.#field('client_id', { help: texts.clientIdHelp, maxlength: 256 })} ${this.#secret()}
        ${this.#field('scopes', { help: texts.scopesHelp, maxlength: 512 })}
        ${this.#field('redirect_uri', { kind: 'url', help: texts.redirectHelp, maxlength: 2_048 })}
      </div>
      <div class="stack tight">
        <p>${texts.callback}</p>
        <fm-copy name="redirect URI" .value=${oidc.redirect_uri.trim() || this.callbackUrl}></fm-copy>
      </div>
    </section>`;
  }

  #people(oidc: Oidc): TemplateResult {
    const claim = claimOf({ ...oidc, role_claim: '' });
    return html`<section class="card stack" aria-labelledby="people">
      <h2 id="people">${texts.people}</h2>
      ${this.#field('auto_provision', { kind: 'switch', help: texts.provisionHelp })}
      <div class="short">${this.#field('role_claim', { help: claimHelp(claim), maxlength: 256 })}</div>
      <fm-role-mapping
        ?judged=${this.#form.isJudged}
        .rows=${oidc.role_mapping}
        @fm-rows=${({ detail }: CustomEvent<Row[]>) => this.#type('role_mapping', detail)}
      ></fm-role-mapping>
      ${
        oidc.role_mapping.length === 0
          ? nothing
          : html`<div class="short">
              ${this.#field('unmapped', { kind: 'select', options: unmappedOptions })}
            </div>`
      }
    </section>`;
  }

  #factors(): TemplateResult {
    const look: Look = { kind: 'list', help: texts.listHelp, maxlength: 256 };
    return html`<section class="card stack" aria-labelledby="factors">
      <h2 id="factors">${texts.factors}</h2>
      <p class="quiet">${texts.factorsWhat}</p>
      <div class="fields">${this.#field('mfa_acr_values', look)} ${this.#field('mfa_amr_values', look)}</div>
    </section>`;
  }

  #end(): TemplateResult {
    const showSaved = html`<div class="row">
      <button type="button" @click=${this.#form.discard}>${texts.showSaved}</button>
    </div>`;
    return html`<div class="stack">
      ${this.#form.movedNotice(({ label }) => label, showSaved)} ${this.#form.problemNotice}
      ${this.#form.buttons(this.test)}
      <p class="quiet small">${texts.testHint}</p>
    </div>`;
  }

  #field(
    name: FieldName,
    { kind = 'text', help = '', options = [], maxlength, autocomplete }: Look,
  ): TemplateResult {
    const oidc = this.#oidc;
    const value = name === 'client_secret' ? this.#typedSecret() : (oidc[name] as FieldValue);
    const own = this.#form.isJudged ? problemsOf(oidc)[name] : undefined;
    return html`<fm-field
      kind=${kind}
      name=${name}
      label=${labels[name]}
      help=${help}
      maxlength=${maxlength ?? nothing}
      autocomplete=${autocomplete ?? 'off'}
      .options=${options}
      .value=${value}
      .error=${own ?? this.#form.refusal(name)}
      @focus=${followPresses}
      @fm-input=${({ detail }: CustomEvent<FieldValue>) => this.#type(name, detail)}
      @fm-change=${() => name === 'discovery_url' && afterPress(() => this.#discover())}
    ></fm-field>`;
  }

  /** The secret can only be written: the saved one is never here, and typing nothing keeps it. */
  #secret(): TemplateResult {
    const state = secretState(this.values, this.#form.draft);
    const look: Look = {
      kind: 'password',
      help: secretHelp[state],
      maxlength: 1_024,
      // Otherwise a browser would fill in the reader's own password.
      autocomplete: 'new-password',
    };
    return html`<div class="stack tight">
      ${this.#field('client_secret', look)}
      ${
        state === 'kept' || state === 'removed'
          ? html`<div class="row">
              <button
                type="button"
                @click=${() => (state === 'kept' ? this.#form.type({ client_secret: null }) : this.#form.forget('client_secret'))}
              >
                ${state === 'kept' ? texts.removeSecret : texts.keepSecret}
              </button>
            </div>`
          : nothing
      }
    </div>`;
  }

  /** The help of a field; of one whose value is proposed, that it is. */
  #help(name: FieldName, standing: string): string {
    const { draft } = this.#form;
    const isProposed = draft[name] === undefined && proposalsOf(this.values, draft)[name] !== undefined;
    return isProposed ? `${texts.proposed} ${standing}` : standing;
  }

  /** Reads the provider's configuration as soon as its address is whole. */
  #discover(): void {
    const address = String(this.#form.draft['discovery_url'] ?? '').trim();
    if (URL.parse(address)?.protocol === 'https:')
      void this.renderRoot.querySelector<FmSsoDiscover>('fm-sso-discover')?.look();
  }

  #typedSecret(): string {
    const typed = this.#form.draft['client_secret'];
    return typeof typed === 'string' ? typed : '';
  }

  #type(name: FieldName, value: FieldValue | Row[]): void {
    // An empty secret counts as not typed.
    if (name === 'client_secret' && value === '') this.#form.forget(name);
    else this.#form.type({ [name]: value });
  }

  /**
   * Replaces a typed address by the issuer that the provider names. A saved address stays: a change of it would lose
   * the secret.
   */
  #found(issuer: string): void {
    if (this.#form.draft['discovery_url'] !== undefined) this.#form.type({ discovery_url: issuer });
  }

  #focus(name: string): void {
    const inRow = name === 'role_mapping' ? 'fm-role-mapping' : `fm-field[name="${name}"]`;
    const found = this.renderRoot.querySelector<HTMLElement>(inRow);
    found?.scrollIntoView({ block: 'nearest' });
    found?.focus();
  }
}

define('fm-sso-form', FmSsoForm);
