import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '#web/components/fm-copy/fm-once.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import type { PageAction } from '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import '#web/components/fm-time/fm-time.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import { deleteOnce } from '#web/core/edits.ts';
import { define, FmPage } from '#web/core/element.ts';
import { features } from '#web/core/features.ts';
import { isGoneSince, isNotFound } from '#web/core/reading.ts';
import { Resource } from '#web/core/resource.ts';
import { onward } from '#web/core/router.ts';
import { safeName } from '#web/core/safeText.ts';
import type { OperationId, User } from '#web/core/schema.ts';
import { session } from '#web/core/session.ts';
import '#web/domain/user/fm-sessions.ts';
import type { UserSession } from '#web/domain/user/fm-sessions.ts';
import { takeFirstPassword } from '#web/domain/user/firstPassword.ts';
import { deviceText, roleText } from '#web/domain/user/texts.ts';
import { icon } from '#web/icons/icons.ts';
import { confirmed } from './confirmed.ts';
import './fm-user-tokens.ts';
import './fm-user-form.ts';
import { offersOf, type UserOffer } from './offers.ts';
import { readUser, saveUser, type UserEdit, type VersionedUser } from './read.ts';
import './fm-new-password.ts';

/** One user: what they may do and see, where they are signed in, and what an administrator can do about it. */
export class FmPageUser extends FmPage {
  static override properties = {
    done: { state: true },
    password: { state: true },
    isSettingPassword: { state: true },
    version: { state: true },
  };
  /** The notice about the last act; null: none. */
  declare done: string | null;
  /** The password that the last act gave the user, shown once; null: none. */
  declare password: string | null;
  declare isSettingPassword: boolean;
  /** Raised by acts that may have ended tokens. */
  declare version: number;
  readonly #action = new Action(this);
  readonly #user = new Resource<VersionedUser, [string]>(this, {
    args: () => [this.params['id'] ?? ''],
    read: ([id], signal) => readUser(id, signal),
    rereads: () => true,
  });
  readonly #sessions = new Resource<readonly UserSession[], [string]>(this, {
    args: () => [this.params['id'] ?? ''],
    read: async ([id], signal) => {
      const params = { path: { user_id: id } };
      return (await must(api.GET('/api/v1/users/{user_id}/sessions', { params, signal }))).sessions;
    },
  });

  constructor() {
    super();
    this.done = null;
    this.password = null;
    this.isSettingPassword = false;
    this.version = 0;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('params')) return;
    this.password = takeFirstPassword(this.params['id'] ?? '');
    this.done = this.password === null ? null : 'User created.';
  }

  override render(): TemplateResult {
    return html`<div class="page">
      ${renderReading(this.#user, { what: 'the user', complete: (read) => this.#page(read) })}
    </div>`;
  }

  #page(read: VersionedUser): TemplateResult {
    const { user } = read;
    const isGone = isGoneSince(this.#user);
    return html`<fm-page-header
        heading=${safeName(user.username)}
        .crumbs=${[{ label: 'Users', href: '/users' }]}
        .actions=${isGone ? [] : actionsOf(user)}
        @fm-action=${({ detail }: CustomEvent<UserOffer>) => void this.#act(detail, read)}
      >
        <p>
          ${roleText(user.role)},
          ${
            user.last_login_at === null
              ? 'never signed in'
              : html`last signed in <fm-time datetime=${user.last_login_at}></fm-time>`
          }${user.disabled ? '; disabled' : ''}
        </p>
      </fm-page-header>
      ${this.#told()} ${isGone ? nothing : this.#about(read)}`;
  }

  #told(): unknown {
    if (this.done === null) return nothing;
    return html`<p class="notice ok" role="status">${icon('check')} ${this.done}</p>
      ${
        this.password === null
          ? nothing
          : html`<fm-once
              copies
              name="password"
              .value=${this.password}
              @fm-done=${() => (this.password = null)}
              >${SHARE}</fm-once
            >`
      }`;
  }

  #about(read: VersionedUser): TemplateResult {
    const { user } = read;
    return html`${errorNotice(this.#action.problem)}
      <fm-user-form
        .read=${read}
        .save=${(edit: UserEdit, from: VersionedUser) => this.#save(from, edit)}
        @fm-again=${() => this.#user.retry()}
      ></fm-user-form>
      <h2>Sessions</h2>
      ${renderReading(this.#sessions, {
        what: 'the sessions',
        isEmpty: ({ length }) => length === 0,
        empty: () => html`<p class="quiet">No active sessions.</p>`,
        complete: (sessions) =>
          html`<fm-sessions
            ?busy=${this.#action.isBusy}
            .sessions=${sessions}
            @fm-end=${({ detail }: CustomEvent<UserSession>) => this.#end(user, detail)}
          ></fm-sessions>`,
      })}
      ${
        features.serves('listUserApiTokens')
          ? html`<h2>API tokens</h2>
              <fm-user-tokens .user=${user} .version=${this.version}></fm-user-tokens>`
          : nothing
      }
      <fm-new-password
        .user=${this.isSettingPassword ? user : null}
        @fm-closed=${() => (this.isSettingPassword = false)}
        @fm-changed=${({ detail: password }: CustomEvent<string>) => {
          this.isSettingPassword = false;
          this.#tell(`Password of ${user.username} set; all sessions ended.`, password);
        }}
      ></fm-new-password>`;
  }

  async #save(read: VersionedUser, edit: UserEdit): Promise<void> {
    try {
      await saveUser(read, edit);
    } catch (error) {
      if (isNotFound(error)) this.#user.retry();
      throw error;
    }
    this.#tell('Saved.');
  }

  /** Every act is a row of the table that the header also shows; see offers.ts. */
  async #act(offer: UserOffer, read: VersionedUser): Promise<void> {
    const { user, etag } = read;
    if (this.#action.isBusy) return;
    if (offer === 'password') {
      this.isSettingPassword = true;
      return;
    }
    const sure = await confirmed(offer, user);
    if (sure === null) return;
    const { done, stopsWork } = sure;
    const query = stopsWork ? { cancel_scheduled: true } : {};
    const path = { user_id: user.id };
    const header = { 'If-Match': etag };
    await this.#action.run(async () => {
      const go = onward();
      if (offer === 'sessions' || offer === 'tokens') {
        const which = { tokens: offer === 'tokens' };
        await must(api.POST('/api/v1/users/{user_id}/revoke', { params: { path, query: which } }));
      } else if (offer === 'factors')
        await must(api.DELETE('/api/v1/users/{user_id}/mfa', { params: { path } }));
      else if (offer === 'delete')
        await deleteOnce(must(api.DELETE('/api/v1/users/{user_id}', { params: { path, header, query } })));
      else {
        const body = offer === 'sso' ? { sso_only: true as const } : { disabled: offer === 'disable' };
        await saveUser(read, body, query);
      }
      if (offer !== 'delete') return this.#tell(done);
      announce(done);
      go('/users', { replace: true });
    });
    this.#look();
  }

  async #end(user: User, one: UserSession): Promise<void> {
    await this.#action.run(async () => {
      const params = { path: { user_id: user.id, session_id: one.id } };
      await must(api.DELETE('/api/v1/users/{user_id}/sessions/{session_id}', { params }));
      this.#tell(`Session on ${deviceText(one.device)} ended.`);
    });
    this.#look();
  }

  /** Reads the user again if the last act found something missing: it may be the user. */
  #look(): void {
    if (isNotFound(this.#action.problem)) this.#user.retry();
  }

  #tell(done: string, password: string | null = null): void {
    this.done = done;
    this.password = password;
    announce(done);
    this.#user.retry();
    this.#sessions.retry();
    this.version += 1;
  }
}

const SHARE = 'Share the password securely.';

function actionsOf(user: User): PageAction[] {
  const serves = (operation: OperationId): boolean => features.serves(operation);
  return offersOf(user, session.user, serves).map(({ key, label, tone, reason }) => ({
    key,
    label,
    reason,
    ...(tone ? { tone } : {}),
  }));
}

define('fm-page-user', FmPageUser);
