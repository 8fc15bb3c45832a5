import { html, type TemplateResult } from 'lit';
import { confirmAction } from '../../components/fm-confirm/fm-confirm.ts';
import '../../components/fm-field/fm-field.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import '../../components/fm-table/fm-table.ts';
import type { Column } from '../../components/fm-table/column.ts';
import '../../components/fm-time/fm-time.ts';
import { Action } from '../../core/action.ts';
import { announce } from '../../core/announce.ts';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { Resource } from '../../core/resource.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { makePasskey } from './makePasskey.ts';
import { passkeyProblem, PASSKEY_TEXTS as texts } from './texts.ts';
import './fm-passkey-name.ts';

type Passkey = Schemas['WebauthnCredential'];

/** The reader's passkeys. Fires `fm-changed` when one came or went. */
export class FmOwnPasskeys extends FmElement {
  static override properties = {
    version: { type: Number },
    name: { state: true },
    fault: { state: true },
    renamed: { state: true },
  };
  declare version: number;
  declare name: string;
  /** Why none was made; null: nothing is wrong. */
  declare fault: string | null;
  declare renamed: Passkey | null;
  readonly #action = new Action(this);
  readonly #passkeys = new Resource<readonly Passkey[], [number]>(this, {
    args: () => [this.version],
    read: async (_, signal) =>
      (await must(api.GET('/api/v1/auth/mfa/webauthn/credentials', { signal }))).credentials,
    keepsValue: true,
  });

  constructor() {
    super();
    this.version = 0;
    this.name = '';
    this.fault = null;
    this.renamed = null;
  }

  override render(): TemplateResult {
    return html`<div class="stack">
      <p class="quiet">${texts.why}</p>
      ${renderReading(this.#passkeys, {
        what: 'your passkeys',
        isEmpty: ({ length }) => length === 0,
        empty: () => html`<p>${texts.none}</p>`,
        complete: (passkeys) =>
          html`<fm-table label="Passkeys" .columns=${this.#columns()} .rows=${passkeys}></fm-table>`,
      })}
      ${errorNotice(this.#action.problem)} ${this.#form()}
      <fm-passkey-name
        .passkey=${this.renamed}
        @fm-closed=${() => (this.renamed = null)}
        @fm-changed=${() => {
          this.renamed = null;
          this.#passkeys.retry();
        }}
      ></fm-passkey-name>
    </div>`;
  }

  #form(): TemplateResult {
    if (!('PublicKeyCredential' in globalThis)) return html`<p class="quiet">${texts.unsupported}</p>`;
    const { isBusy } = this.#action;
    return html`<form class="stack tight" @submit=${this.#submitted} novalidate>
      <fm-field
        name="passkey"
        label="Name of the new passkey"
        help="What you will know it by: “Blue key”, “My phone”."
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

  #columns(): Column<Passkey>[] {
    const { isBusy } = this.#action;
    return [
      { key: 'name', header: 'Name', minRem: 10, render: ({ key_name: name }) => safeName(name) },
      {
        key: 'created_at',
        header: 'Added',
        minRem: 8,
        priority: 3,
        render: ({ created_at: at }) => html`<fm-time datetime=${at}></fm-time>`,
      },
      {
        key: 'last_used_at',
        header: 'Last used',
        minRem: 8,
        priority: 2,
        render: ({ last_used_at: at }) => (at === null ? 'never' : html`<fm-time datetime=${at}></fm-time>`),
      },
      {
        key: 'acts',
        header: 'Change',
        minRem: 12,
        text: () => null,
        render: (one) =>
          html`<span class="row"
            ><button
              aria-label="Rename ${safeName(one.key_name)}"
              ?disabled=${isBusy}
              @click=${() => (this.renamed = one)}
            >
              Rename</button
            ><button
              aria-label="Remove ${safeName(one.key_name)}"
              ?disabled=${isBusy}
              @click=${() => this.#remove(one)}
            >
              Remove
            </button></span
          >`,
      },
    ];
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
    this.#tell(`The passkey ${name} is added.`);
  }

  async #remove({ id, key_name: name }: Passkey): Promise<void> {
    const isSure = await confirmAction({
      title: `Remove the passkey ${safeName(name)}?`,
      text: 'It opens this account no more. With your last factor the recovery codes go too.',
      action: 'Remove',
    });
    if (!isSure || this.#action.isBusy) return;
    await this.#action.run(async () => {
      await must(api.DELETE('/api/v1/auth/mfa/webauthn/credentials/{id}', { params: { path: { id } } }));
      this.#tell(`The passkey ${safeName(name)} is removed.`);
    });
  }

  #tell(done: string): void {
    announce(done);
    this.#passkeys.retry();
    this.dispatchEvent(new Event('fm-changed'));
  }
}

define('fm-own-passkeys', FmOwnPasskeys);
