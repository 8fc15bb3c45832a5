import { html, type TemplateResult } from 'lit';
import { confirmAction } from '../../components/fm-confirm/fm-confirm.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import '../../components/fm-table/fm-table.ts';
import type { Column } from '../../components/fm-table/column.ts';
import '../../components/fm-time/fm-time.ts';
import { Action } from '../../core/action.ts';
import { announce } from '../../core/announce.ts';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import type { PasskeyObstacle } from '../../core/passkey.ts';
import { Resource } from '../../core/resource.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import '../../domain/factor/fm-new-passkey.ts';
import { PASSKEY_TEXTS as texts } from '../../domain/factor/texts.ts';
import { icon } from '../../icons/icons.ts';
import './fm-passkey-name.ts';

type Passkey = Schemas['WebauthnCredential'];

/** The reader's passkeys. Fires `fm-changed` when one came or went. */
export class FmOwnPasskeys extends FmElement {
  static override properties = {
    version: { type: Number },
    obstacle: { attribute: false },
    renamed: { state: true },
  };
  declare version: number;
  /** Why no passkey can be made with this browser at this address; null: one can. */
  declare obstacle: PasskeyObstacle | 'unnamed' | null;
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
    this.obstacle = null;
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
      ${errorNotice(this.#action.problem)}
      ${
        this.obstacle === null
          ? html`<fm-new-passkey
              @fm-added=${({ detail: name }: CustomEvent<string>) => this.#tell(`The passkey ${name} is added.`)}
            ></fm-new-passkey>`
          : html`<p class="notice">${icon('info')} <span>${texts[this.obstacle]}</span></p>`
      }
      <fm-passkey-name
        class="part"
        .passkey=${this.renamed}
        @fm-closed=${() => (this.renamed = null)}
        @fm-changed=${() => {
          this.renamed = null;
          this.#passkeys.retry();
        }}
      ></fm-passkey-name>
    </div>`;
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
        render: ({ created_at: at }) => html`<fm-time mode="date" datetime=${at}></fm-time>`,
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

  async #remove({ id, key_name: name }: Passkey): Promise<void> {
    const isSure = await confirmAction({
      title: `Remove the passkey ${safeName(name)}?`,
      text: 'The passkey no longer signs you in. If this is your last factor, your recovery codes are deleted, too.',
      action: 'Remove',
    });
    if (!isSure || this.#action.isBusy) return;
    await this.#action.run(async () => {
      await must(
        api.DELETE('/api/v1/auth/mfa/webauthn/credentials/{credential_id}', {
          params: { path: { credential_id: id } },
        }),
      );
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
