import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-badge/fm-badge.ts';
import { confirmAction } from '../../components/fm-confirm/fm-confirm.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import '../../components/fm-time/fm-time.ts';
import { Action } from '../../core/action.ts';
import { isUnanswered } from '../../core/apiError.ts';
import { announce } from '../../core/announce.ts';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { features } from '../../core/features.ts';
import { passkeyObstacle } from '../../core/passkey.ts';
import { Resource } from '../../core/resource.ts';
import type { Schemas, User } from '../../core/schema.ts';
import '../../domain/factor/fm-recovery-codes.ts';
import '../../domain/factor/fm-totp-setup.ts';
import { icon } from '../../icons/icons.ts';
import './fm-own-passkeys.ts';
import './fm-remove-factors.ts';
import { CODES_LEFT, UNSURE_CODES } from './texts.ts';

type Status = Schemas['MfaStatus'];

/** The reader's second factors: authenticator app, passkeys, recovery codes. Fires `fm-changed`. */
export class FmOwnFactors extends FmElement {
  static override properties = {
    user: { attribute: false },
    isSettingUp: { state: true },
    isVerified: { state: true },
    isRemoving: { state: true },
    codes: { state: true },
    areUnsure: { state: true },
    version: { state: true },
  };
  declare user: User | null;
  declare isSettingUp: boolean;
  /** The app is set up, and the recovery codes wait to be kept. */
  declare isVerified: boolean;
  declare isRemoving: boolean;
  /** New recovery codes that wait to be kept. */
  declare codes: readonly string[] | null;
  /** New codes may have been made that nobody has seen: their answer was lost. */
  declare areUnsure: boolean;
  declare version: number;
  readonly #action = new Action(this);
  readonly #removal = new Action(this);
  readonly #status = new Resource<Status>(this, {
    args: () => [],
    read: (_, signal) => must(api.GET('/api/v1/auth/mfa', { signal })),
  });

  constructor() {
    super();
    this.user = null;
    this.isSettingUp = false;
    this.isVerified = false;
    this.isRemoving = false;
    this.codes = null;
    this.areUnsure = false;
    this.version = 0;
  }

  override render(): unknown {
    return renderReading(this.#status, {
      what: 'your second factors',
      complete: (status) => this.#all(status),
    });
  }

  #all(status: Status): TemplateResult {
    const hasAny = status.totp_enabled || status.webauthn_credentials > 0;
    return html`<div class="page">
      ${dueNotice(status)}
      <section class="card stack">
        <h2>Authenticator app</h2>
        ${this.#app(status)}
      </section>
      <section class="card stack">
        <h2>Passkeys</h2>
        <fm-own-passkeys
          .version=${this.version}
          .obstacle=${passkeyObstacle() ?? (status.webauthn_available ? null : 'unnamed')}
          @fm-changed=${this.#changed}
        ></fm-own-passkeys>
      </section>
      ${hasAny ? this.#recovery(status) : nothing}
      <fm-remove-factors
        class="part"
        ?open=${this.isRemoving}
        @fm-closed=${() => (this.isRemoving = false)}
        @fm-changed=${() => {
          this.isRemoving = false;
          this.version += 1;
          announce('All second factors removed.');
          this.#changed();
        }}
      ></fm-remove-factors>
    </div>`;
  }

  #app({ totp_enabled: isOn }: Status): TemplateResult {
    if (this.isSettingUp)
      return html`<fm-totp-setup
          @fm-verified=${() => {
            this.isVerified = true;
            this.#changed();
          }}
          @fm-unsure=${this.#changed}
          @fm-done=${() => (this.isSettingUp = false)}
        ></fm-totp-setup>
        ${
          this.isVerified
            ? nothing
            : html`<div class="row">
                <button @click=${() => (this.isSettingUp = false)}>Cancel</button>
              </div>`
        }`;
    return html`<p>
        ${
          isOn
            ? html`<fm-badge tone="ok" label="On"></fm-badge> Each sign-in requires its code, or another
                factor.`
            : 'An app on your phone that shows a new code every 30 seconds.'
        }
      </p>
      ${errorNotice(this.#removal.problem)}
      <div class="row">
        <button
          @click=${() => {
            this.isVerified = false;
            this.isSettingUp = true;
          }}
        >
          ${isOn ? 'Set up on another device' : 'Set up'}
        </button>
        ${
          isOn && features.serves('disableTotp')
            ? html`<button ?disabled=${this.#removal.isBusy} @click=${this.#removeApp}>Disable</button>`
            : nothing
        }
      </div>`;
  }

  readonly #removeApp = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: 'Disable authenticator app?',
      text: 'The codes of the app no longer sign you in; passkeys stay. If this is your last factor, your recovery codes are deleted, too.',
      action: 'Disable',
    });
    if (!isSure || this.#removal.isBusy) return;
    await this.#removal.run(async () => {
      await must(api.DELETE('/api/v1/auth/mfa/totp'));
      announce('Authenticator app disabled.');
      this.#changed();
    });
  };

  #recovery({ recovery_codes_left: left }: Status): TemplateResult {
    return html`<section class="card stack">
        <h2>Recovery codes</h2>
        ${
          this.codes
            ? html`<fm-recovery-codes
                .codes=${this.codes}
                @fm-kept=${() => (this.codes = null)}
              ></fm-recovery-codes>`
            : html`${this.areUnsure ? unsureNotice() : html`<p>${CODES_LEFT(left)}</p>`}
                ${errorNotice(this.#action.problem)}
                <div class="row">
                  <button ?disabled=${this.#action.isBusy} @click=${() => this.#renew(left)}>
                    Create new codes
                  </button>
                </div>`
        }
      </section>
      ${
        this.user?.has_password
          ? html`<div class="row">
              <button class="danger" @click=${() => (this.isRemoving = true)}>
                Remove all second factors
              </button>
            </div>`
          : nothing
      }`;
  }

  async #renew(left: number): Promise<void> {
    const isSure =
      left === 0 ||
      (await confirmAction({
        title: 'Create new recovery codes?',
        text: 'Your current codes stop working.',
        action: 'Create new codes',
        tone: 'primary',
      }));
    if (!isSure || this.#action.isBusy) return;
    await this.#action.run(async () => {
      try {
        const answer = await must(api.POST('/api/v1/auth/mfa/recovery-codes'));
        this.codes = answer.recovery_codes;
        this.areUnsure = false;
      } catch (error) {
        this.areUnsure ||= isUnanswered(error);
        throw error;
      } finally {
        this.#changed();
      }
    });
  }

  readonly #changed = (): void => {
    this.#status.retry();
    this.dispatchEvent(new Event('fm-changed'));
  };
}

/** Instead of the number that is left, which would count codes that nobody has seen. */
const unsureNotice = (): TemplateResult =>
  html`<div class="notice warn" role="alert">
    ${icon('warning')}
    <div><strong>${UNSURE_CODES.what}</strong> ${UNSURE_CODES.next}</div>
  </div>`;

function dueNotice({ required: isRequired, due_at: at }: Status): unknown {
  if (!isRequired || at === null) return nothing;
  return html`<p class="notice warn">
    ${icon('warning')}
    <span
      >Your role requires a second factor from <fm-time datetime=${at} mode="absolute"></fm-time> on. Set up
      an authenticator app or a passkey before then.</span
    >
  </p>`;
}

define('fm-own-factors', FmOwnFactors);
