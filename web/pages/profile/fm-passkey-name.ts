import { html, nothing, type PropertyValues } from 'lit';
import '../../components/fm-dialog/fm-dialog.ts';
import '../../components/fm-field/fm-field.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { Action } from '../../core/action.ts';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { PASSKEY_TEXTS as texts } from '../../domain/factor/texts.ts';

const FORM = 'passkey-name';

/** Renames a passkey; null: the dialog is closed. Fires `fm-changed` once it is renamed, and `fm-closed`. */
export class FmPasskeyName extends FmElement {
  static override properties = {
    passkey: { attribute: false },
    name: { state: true },
    fault: { state: true },
  };
  declare passkey: Schemas['WebauthnCredential'] | null;
  declare name: string;
  declare fault: string | null;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.passkey = null;
    this.name = '';
    this.fault = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('passkey') || !this.passkey) return;
    this.#action.forget();
    this.name = this.passkey.key_name;
    this.fault = null;
  }

  override render(): unknown {
    const { passkey } = this;
    if (!passkey) return nothing;
    const { isBusy, problem } = this.#action;
    return html`<fm-dialog
      heading="Rename ${safeName(passkey.key_name)}"
      open
      ?locked=${isBusy}
      @fm-close=${() => this.dispatchEvent(new Event('fm-closed'))}
    >
      <form class="stack" id=${FORM} @submit=${this.#submitted} novalidate>
        <fm-field
          autofocus
          name="name"
          label="New name"
          maxlength="100"
          .value=${this.name}
          .error=${this.fault}
          @fm-input=${({ detail }: CustomEvent<string>) => {
            this.name = detail;
            this.fault = null;
          }}
        ></fm-field>
        ${errorNotice(problem)}
      </form>
      <button slot="actions" class="primary" form=${FORM} ?disabled=${isBusy}>
        ${isBusy ? 'Renaming …' : 'Rename'}
      </button>
    </fm-dialog>`;
  }

  readonly #submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { passkey } = this;
    if (!passkey || this.#action.isBusy) return;
    const name = this.name.trim();
    this.fault = name === '' ? texts.noName : null;
    if (this.fault !== null) return;
    await this.#action.run(async () => {
      const params = { path: { credential_id: passkey.id } };
      await must(
        api.PUT('/api/v1/auth/mfa/webauthn/credentials/{credential_id}', {
          params,
          body: { key_name: name },
        }),
      );
      this.dispatchEvent(new Event('fm-changed'));
    });
  };
}

define('fm-passkey-name', FmPasskeyName);
