import { html, nothing, type TemplateResult } from 'lit';
import { confirmAction } from '../../components/fm-confirm/fm-confirm.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { Action } from '../../core/action.ts';
import { announce } from '../../core/announce.ts';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { Resource } from '../../core/resource.ts';
import '../../domain/user/fm-sessions.ts';
import type { UserSession } from '../../domain/user/fm-sessions.ts';
import { deviceText } from '../../domain/user/texts.ts';

/** Where the reader is signed in; another `version` reads it again. */
export class FmOwnSessions extends FmElement {
  static override properties = { version: { type: Number } };
  declare version: number;
  readonly #action = new Action(this);
  readonly #sessions = new Resource<readonly UserSession[], [number]>(this, {
    args: () => [this.version],
    read: async (_, signal) => (await must(api.GET('/api/v1/users/me/sessions', { signal }))).sessions,
    keepsValue: true,
  });

  constructor() {
    super();
    this.version = 0;
  }

  override render(): unknown {
    return html`<div class="stack">
      ${errorNotice(this.#action.problem)}
      ${renderReading(this.#sessions, { what: 'your sessions', complete: (all) => this.#list(all) })}
    </div>`;
  }

  #list(sessions: readonly UserSession[]): TemplateResult {
    const { isBusy } = this.#action;
    return html`<fm-sessions
        ?busy=${isBusy}
        .sessions=${sessions}
        @fm-end=${({ detail }: CustomEvent<UserSession>) => this.#end(detail)}
      ></fm-sessions>
      ${
        sessions.some(({ current }) => !current)
          ? html`<div class="row">
              <button ?disabled=${isBusy} @click=${this.#endOthers}>End all other sessions</button>
            </div>`
          : nothing
      }`;
  }

  #end({ id, device }: UserSession): Promise<void> {
    return this.#action.run(async () => {
      const params = { path: { session_id: id } };
      await must(api.DELETE('/api/v1/users/me/sessions/{session_id}', { params }));
      announce(`The session on ${deviceText(device)} is ended.`);
      this.#sessions.retry();
    });
  }

  readonly #endOthers = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: 'End all your other sessions?',
      text: 'You are signed out immediately on all other devices. API tokens stay valid.',
      action: 'End sessions',
    });
    if (!isSure || this.#action.isBusy) return;
    await this.#action.run(async () => {
      await must(api.DELETE('/api/v1/users/me/sessions'));
      announce('Other sessions ended.');
      this.#sessions.retry();
    });
  };
}

define('fm-own-sessions', FmOwnSessions);
