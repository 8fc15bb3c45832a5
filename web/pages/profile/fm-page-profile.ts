import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-page-header/fm-page-header.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import '../../components/fm-time/fm-time.ts';
import { api, must } from '../../core/api.ts';
import { define, FmPage } from '../../core/element.ts';
import { features } from '../../core/features.ts';
import { rereadOwnUser } from '../../core/ownUser.ts';
import { Resource } from '../../core/resource.ts';
import { safeName } from '../../core/safeText.ts';
import type { User } from '../../core/schema.ts';
import { roleText, scopeText } from '../../domain/user/texts.ts';
import './fm-own-factors.ts';
import './fm-own-link.ts';
import './fm-own-password.ts';
import './fm-own-sessions.ts';
import './fm-own-tokens.ts';

/** The reader's own account. Parts that belong to a plugin are there while it is on. */
export class FmPageProfile extends FmPage {
  static override properties = { version: { state: true } };
  /** Raised by each change to the sessions, which are then read again. */
  declare version: number;
  readonly #user = new Resource<User>(this, {
    args: () => [],
    read: (_, signal) => must(api.GET('/api/v1/users/me', { signal })),
  });

  constructor() {
    super();
    this.version = 0;
  }

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading="Profile and security"></fm-page-header>
      ${renderReading(this.#user, { what: 'your account', complete: (user) => this.#parts(user) })}
    </div>`;
  }

  /** The shell must know too: it asks for the proofs that the account has. */
  readonly #changed = async (): Promise<void> => {
    const user = await rereadOwnUser();
    if (user) this.#user.change(() => user);
    else this.#user.retry();
  };

  #parts(user: User): TemplateResult {
    return html`<section class="card stack">
        <h2>Account</h2>
        ${facts(user)}
        <p class="quiet small">Managed by an administrator.</p>
      </section>
      <section class="card stack">
        <h2>Password</h2>
        ${
          user.has_password
            ? html`<fm-own-password @fm-changed=${() => (this.version += 1)}></fm-own-password>`
            : html`<p>This account has no password. Sign-in is by single sign-on.</p>`
        }
      </section>
      ${
        features.serves('linkSso')
          ? html`<fm-own-link class="part" .user=${user} @fm-changed=${this.#changed}></fm-own-link>`
          : nothing
      }
      ${
        features.serves('getOwnMfa')
          ? html`<fm-own-factors .user=${user} @fm-changed=${this.#changed}></fm-own-factors>`
          : nothing
      }
      ${
        features.serves('listOwnSessions')
          ? html`<section class="card stack">
              <h2>Sessions</h2>
              <fm-own-sessions .version=${this.version}></fm-own-sessions>
            </section>`
          : nothing
      }
      ${
        features.serves('listOwnApiTokens')
          ? html`<section class="card stack">
              <h2>API tokens</h2>
              <fm-own-tokens .user=${user}></fm-own-tokens>
            </section>`
          : nothing
      }`;
  }
}

function facts(user: User): TemplateResult {
  return html`<dl class="facts">
    <dt>User name</dt>
    <dd>${safeName(user.username)}</dd>
    <dt>Name</dt>
    <dd>${user.display_name === null ? 'None' : safeName(user.display_name)}</dd>
    <dt>Mail address</dt>
    <dd>${user.email === null ? 'None' : safeName(user.email)}</dd>
    <dt>Role</dt>
    <dd>${roleText(user.role)}</dd>
    <dt>Hosts</dt>
    <dd>${scopeText(user.scope_group_ids, 'All hosts')}</dd>
    <dt>Single sign-on</dt>
    <dd>${user.sso_linked ? 'Linked' : 'Not linked'}</dd>
    <dt>Last sign-in</dt>
    <dd><fm-time datetime=${user.last_login_at}></fm-time></dd>
  </dl>`;
}

define('fm-page-profile', FmPageProfile);
