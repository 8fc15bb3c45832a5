import { Task } from '@lit/task';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import '#web/components/fm-badge/fm-badge.ts';
import { confirmAction } from '#web/components/fm-confirm/fm-confirm.ts';
import { errorNotice, renderTask } from '#web/components/fm-state/renderTask.ts';
import '#web/components/fm-time/fm-time.ts';
import { define, FmElement } from '#web/core/element.ts';
import { plural } from '#web/core/format.ts';
import { icon } from '#web/icons/icons.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { texts } from './texts.ts';
import './fm-new-enrollment-token.ts';
import { isPast } from '#web/core/managerTime.ts';

type Token = Schemas['EnrollmentToken'];

const MOST = 500;

const styles = css`
  .tokens {
    padding: 0;
    list-style: none;
  }

  .tokens li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--fm-space-3);
    padding: var(--fm-space-3) 0;
  }

  .tokens li + li {
    border-top: 1px solid var(--fm-line);
  }

  .name {
    overflow-wrap: anywhere;
  }
`;

/** The tokens that approve by themselves: make, list, delete. */
export class FmTokens extends FmElement {
  static override styles = [FmElement.styles, styles];
  readonly #deletion = new Action(this);

  readonly #tokens = new Task(this, {
    task: async (_args, { signal }) =>
      must(api.GET('/api/v1/admin/enrollment-tokens', { params: { query: { limit: MOST } }, signal })),
    args: () => [],
  });

  override render(): TemplateResult {
    return html`<section class="card">
      <h2>Enrollment tokens</h2>
      <div class="stack">
        <p class="quiet">For unattended roll-outs: hosts with a valid token are approved automatically.</p>
        <fm-new-enrollment-token
          .taken=${new Set(this.#tokens.value?.tokens.map(({ name }) => name ?? ''))}
          @fm-created=${() => void this.#tokens.run()}
          @fm-failed=${() => void this.#tokens.run()}
        ></fm-new-enrollment-token>
        ${errorNotice(this.#deletion.problem)}
        ${renderTask(this.#tokens, {
          what: 'the tokens',
          isEmpty: ({ tokens }) => tokens.length === 0,
          empty: () => html`<p class="quiet">${texts.noToken}</p>`,
          complete: ({ tokens }) =>
            html`<ul class="tokens" aria-label="Tokens">
              ${tokens.map((token) => this.#row(token))}
            </ul>`,
        })}
      </div>
    </section>`;
  }

  #row(token: Token): TemplateResult {
    return html`<li>
      <div>
        <span class="name"><strong>${nameOf(token)}</strong></span> ${stateOf(token)}
        <div class="quiet small">
          ${token.uses} of ${plural(token.max_uses, 'host')} enrolled, expires
          <fm-time datetime=${token.expires_at}></fm-time>${
            token.allowed_network === null ? nothing : html`, only from ${token.allowed_network}`
          },
          created by
          ${safeName(token.created_by.username)}${
            token.last_used_at === null
              ? html`, not used yet`
              : html`, last used <fm-time datetime=${token.last_used_at}></fm-time>`
          }
        </div>
      </div>
      <button
        class="plain square"
        aria-label="Delete the token ${nameOf(token)}"
        title="Delete"
        @click=${() => void this.#delete(token)}
      >
        ${icon('trash')}
      </button>
    </li>`;
  }

  async #delete(token: Token): Promise<void> {
    const isSure = await confirmAction({
      title: `Delete token ${nameOf(token)}?`,
      text: 'No more hosts can enroll with this token. Enrolled hosts stay enrolled. This cannot be undone.',
      action: 'Delete',
    });
    if (!isSure) return;
    await this.#deletion.run(async () => {
      const params = { path: { token_id: token.id } };
      await must(api.DELETE('/api/v1/admin/enrollment-tokens/{token_id}', { params }));
      announce(`Token ${nameOf(token)} deleted`);
    });
    await this.#tokens.run();
  }
}

const nameOf = (token: Token): string => safeName(token.name) || 'Unnamed';

function stateOf(token: Token): unknown {
  if (token.uses >= token.max_uses) return html`<fm-badge tone="neutral" label="Used up"></fm-badge>`;
  return isPast(token.expires_at) ? html`<fm-badge tone="neutral" label="Expired"></fm-badge>` : nothing;
}

define('fm-tokens', FmTokens);
