import { html, type TemplateResult } from 'lit';
import '../../components/fm-field/fm-field.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { Action } from '../../core/action.ts';
import { define, FmElement } from '../../core/element.ts';
import { passkeyProblem, PASSKEY_TEXTS as texts } from './texts.ts';
import { api, must } from '../../core/api.ts';

/** Makes a passkey, under a name that its owner gives it. Fires `fm-added` with the name once it is registered. */
export class FmNewPasskey extends FmElement {
  static override properties = { name: { state: true }, fault: { state: true } };
  declare name: string;
  /** Why none was made; null: nothing is wrong. */
  declare fault: string | null;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.name = '';
    this.fault = null;
  }

  override render(): TemplateResult {
    if (!('PublicKeyCredential' in globalThis)) return html`<p class="quiet">${texts.unsupported}</p>`;
    const { isBusy, problem } = this.#action;
    return html`<form class="stack tight" @submit=${this.#submitted} novalidate>
      ${errorNotice(problem)}
      <fm-field
        name="passkey"
        label="Name of the new passkey"
        help="For example “Blue key” or “My phone”."
        maxlength="100"
        .value=${this.name}
        .error=${this.fault}
        @fm-input=${({ detail }: CustomEvent<string>) => {
          this.name = detail;
          this.fault = null;
        }}
      ></fm-field>
      <div class="row"><button ?disabled=${isBusy}>${isBusy ? 'One moment …' : 'Add a passkey'}</button></div>
    </form>`;
  }

  readonly #submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.#action.isBusy) return;
    const name = this.name.trim();
    this.fault = name === '' ? texts.noName : null;
    if (this.fault === null) await this.#action.run(() => this.#add(name));
    if (this.fault !== null) this.renderRoot.querySelector<HTMLElement>('fm-field')?.focus();
  };

  async #add(name: string): Promise<void> {
    try {
      await makePasskey(name);
    } catch (error) {
      const text = passkeyProblem(error);
      if (text === null) throw error;
      this.fault = text;
      return;
    }
    this.name = '';
    this.dispatchEvent(new CustomEvent('fm-added', { detail: name }));
  }
}

define('fm-new-passkey', FmNewPasskey);

/**
 * Lets the browser make a passkey, and registers it under this name. Throws ApiError, and the browser's DOMException
 * when nobody answers its question or it may not make one.
 */
async function makePasskey(name: string): Promise<void> {
  const { challenge_key: key, serialized_options: options } = await must(
    api.POST('/api/v1/auth/mfa/webauthn/register/start', { body: { key_name: name } }),
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON,
  );
  const made = await navigator.credentials.create({ publicKey });
  if (!(made instanceof PublicKeyCredential)) throw new DOMException('no passkey', 'NotAllowedError');
  const body = { challenge_key: key, serialized_credential: JSON.stringify(made.toJSON()), key_name: name };
  await must(api.POST('/api/v1/auth/mfa/webauthn/register/complete', { body }));
}
