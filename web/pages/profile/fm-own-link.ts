import { html, nothing, type TemplateResult } from 'lit';
import { confirmAction } from '../../components/fm-confirm/fm-confirm.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { Action } from '../../core/action.ts';
import { announce } from '../../core/announce.ts';
import { ApiError, api, must } from '../../core/api.ts';
import { loadSentences } from '../../core/errors/sentences.ts';
import { define, FmElement } from '../../core/element.ts';
import { Resource } from '../../core/resource.ts';
import type { Schemas, User } from '../../core/schema.ts';
import { ssoReturnIn } from '../../core/ssoReturn.ts';
import { icon } from '../../icons/icons.ts';
import { linkTexts as texts } from './texts.ts';

const PAGE = '/profile';

/**
 * Links the own account with the person's identity at the provider, and removes the link. Linking leaves the page; the
 * result stands behind the `#` on the return. Fires `fm-changed`.
 */
export class FmOwnLink extends FmElement {
  static override properties = { user: { attribute: false }, back: { state: true } };
  declare user: User | null;
  /** The result of the last visit to the provider; null: this is no return from there. */
  declare back: 'linked' | ApiError | null;
  readonly #action = new Action(this);
  readonly #config = new Resource<Schemas['PublicSsoConfig']>(this, {
    args: () => [],
    read: (_, signal) => must(api.GET('/api/v1/auth/sso/config', { signal })),
  });

  constructor() {
    super();
    this.user = null;
    this.back = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const back = takeReturn();
    if (back === 'linked') announce(texts.linkedNow);
    void loadSentences().then(() => (this.back = back));
  }

  override render(): unknown {
    const { user } = this;
    const config = this.#config.value;
    if (!user || (!user.sso_linked && config?.enabled !== true)) return nothing;
    return html`<section class="card stack">
      <h2>Single sign-on</h2>
      ${this.back === 'linked' ? html`<p class="notice ok" role="status">${icon('check')} ${texts.linkedNow}</p>` : nothing}
      ${this.back instanceof ApiError ? errorNotice(this.back) : nothing} ${errorNotice(this.#action.problem)}
      ${user.sso_linked ? this.#linked(user) : this.#unlinked(config?.display_name ?? '')}
    </section>`;
  }

  #linked(user: User): TemplateResult {
    return html`<p>${texts.linked}</p>
      ${
        user.has_password
          ? html`<div class="row">
              <button ?disabled=${this.#action.isBusy} @click=${this.#unlink}>${texts.unlink}</button>
            </div>`
          : html`<p class="quiet small">${texts.onlyWay}</p>`
      }`;
  }

  #unlinked(name: string): TemplateResult {
    return html`<p>${texts.unlinked}</p>
      <div class="row">
        <button ?disabled=${this.#action.isBusy} @click=${this.#link}>${texts.link(name)}</button>
      </div>`;
  }

  readonly #link = (): Promise<void> =>
    this.#action.run(async () => {
      this.back = null;
      const { auth_url: url } = await must(api.POST('/api/v1/auth/sso/link', { body: { return_to: PAGE } }));
      location.assign(url);
    });

  readonly #unlink = async (): Promise<void> => {
    const isSure = await confirmAction({ title: texts.sure, text: texts.after, action: texts.unlink });
    if (!isSure || this.#action.isBusy) return;
    await this.#action.run(async () => {
      this.back = null;
      await must(api.DELETE('/api/v1/auth/sso/link'));
      announce(texts.gone);
      this.dispatchEvent(new Event('fm-changed'));
    });
  };
}

/** Takes the result from the address, so that neither a reload nor the history tells it again. */
function takeReturn(): 'linked' | ApiError | null {
  const back = ssoReturnIn(location.hash);
  if (!back) return null;
  history.replaceState(null, '', location.pathname + location.search);
  if (back.error === null) return back.done === 'linked' ? 'linked' : null;
  return new ApiError({ code: back.error, message: texts.failed, status: 0 });
}

define('fm-own-link', FmOwnLink);
