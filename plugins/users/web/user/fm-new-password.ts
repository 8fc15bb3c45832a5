import { html, nothing, type PropertyValues } from 'lit';
import '#web/components/fm-dialog/fm-dialog.ts';
import '#web/components/fm-field/fm-field.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { Action } from '#web/core/action.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { safeName } from '#web/core/safeText.ts';
import type { User } from '#web/core/schema.ts';
import { randomPassword } from '#web/domain/user/texts.ts';

const FORM = 'new-password';

/** Sets the password of `user`; null: the dialog is closed. Fires `fm-changed` with it once it is set, and `fm-closed`. */
export class FmNewPassword extends FmElement {
  static override properties = {
    user: { attribute: false },
    password: { state: true },
    mustChange: { state: true },
  };
  declare user: User | null;
  declare password: string;
  declare mustChange: boolean;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.user = null;
    this.password = '';
    this.mustChange = true;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('user') || !this.user) return;
    this.#action.forget();
    this.password = randomPassword();
    this.mustChange = true;
  }

  override render(): unknown {
    const { user } = this;
    if (!user) return nothing;
    const { isBusy, problem } = this.#action;
    return html`<fm-dialog
      heading="Set a password for ${safeName(user.username)}"
      open
      ?locked=${isBusy}
      @fm-close=${() => this.dispatchEvent(new Event('fm-closed'))}
    >
      <form class="stack" id=${FORM} @submit=${this.#submitted} novalidate>
        <p>Ends all sessions of the user and unlocks the account. Share the password securely.</p>
        <fm-field
          autofocus
          name="password"
          label="New password"
          autocomplete="off"
          maxlength="128"
          .value=${this.password}
          @fm-input=${({ detail }: CustomEvent<string>) => (this.password = detail)}
        ></fm-field>
        <fm-field
          kind="switch"
          name="mustChange"
          label="Require change at next sign-in"
          .value=${this.mustChange}
          @fm-change=${({ detail }: CustomEvent<boolean>) => (this.mustChange = detail)}
        ></fm-field>
        ${errorNotice(problem)}
      </form>
      <button slot="actions" class="primary" form=${FORM} ?disabled=${isBusy}>
        ${isBusy ? 'Setting …' : 'Set password and copy'}
      </button>
    </fm-dialog>`;
  }

  readonly #submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { user } = this;
    if (!user || this.#action.isBusy) return;
    const body = { new_password: this.password, must_change_password: this.mustChange };
    await this.#action.run(async () => {
      await must(
        api.PUT('/api/v1/users/{user_id}/password', { params: { path: { user_id: user.id } }, body }),
      );
      this.dispatchEvent(new CustomEvent('fm-changed', { detail: body.new_password }));
    });
  };
}

define('fm-new-password', FmNewPassword);
