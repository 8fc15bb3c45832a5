import { html, nothing, type TemplateResult } from 'lit';
import { confirmAction } from '#web/components/fm-confirm/fm-confirm.ts';
import '#web/components/fm-copy/fm-copy.ts';
import '#web/components/fm-field/fm-field.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { Action } from '#web/core/action.ts';
import { api, must } from '#web/core/api.ts';
import { ApiError } from '#web/core/apiError.ts';
import { define, FmElement } from '#web/core/element.ts';
import { safeLine } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { ownTexts as texts } from './ownTexts.ts';

type Standing = Schemas['RootRotation'];

/** Using an authority that was made elsewhere: the request for an offline root, and the upload. Fires `fm-standing`. */
export class FmOwnAuthority extends FmElement {
  static override properties = {
    request: { attribute: false },
    certificates: { state: true },
    key: { state: true },
  };
  /** The request whose key waits for its certificate; null: there is none. */
  declare request: Schemas['AuthorityRequest'] | null;
  declare certificates: string;
  declare key: string;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.request = null;
    this.certificates = '';
    this.key = '';
  }

  override render(): TemplateResult {
    const { isBusy, problem } = this.#action;
    const said = problem instanceof ApiError && problem.code === 'AUTHORITY_REFUSED' ? problem.message : null;
    return html`<details>
      <summary>${texts.title}</summary>
      <div class="stack">
        <p>${texts.what} <a href="/docs/secure/own-authority">${texts.commands}</a></p>
        <h3>${texts.ask}</h3>
        ${this.request ? this.#waiting(this.request.csr_pem) : this.#asking()}
        <h3>${texts.bring}</h3>
        <form class="stack" novalidate @submit=${this.#begin}>
          <fm-field
            kind="long"
            name="certificates"
            label=${texts.certificates}
            help=${texts.certificatesHelp}
            maxlength="65536"
            .value=${this.certificates}
            @fm-input=${({ detail }: CustomEvent<string>) => (this.certificates = detail)}
          ></fm-field>
          <fm-field
            kind="long"
            name="key"
            label=${texts.key}
            help=${texts.keyHelp}
            maxlength="16384"
            autocomplete="off"
            .value=${this.key}
            @fm-input=${({ detail }: CustomEvent<string>) => (this.key = detail)}
          ></fm-field>
          ${errorNotice(problem, said === null ? nothing : safeLine(said, 500))}
          <div class="row">
            <button ?disabled=${isBusy || this.certificates.trim() === ''}>${texts.begin}</button>
          </div>
        </form>
      </div>
    </details>`;
  }

  #asking(): TemplateResult {
    return html`<p class="quiet">${texts.askWhat}</p>
      <div class="row">
        <button ?disabled=${this.#action.isBusy} @click=${this.#ask}>${texts.make}</button>
      </div>`;
  }

  #waiting(csr: string): TemplateResult {
    return html`<p>${texts.waits}</p>
      <fm-copy name="certificate request" value=${csr}></fm-copy>
      <div class="row">
        <button ?disabled=${this.#action.isBusy} @click=${this.#drop}>${texts.drop}</button>
      </div>`;
  }

  readonly #ask = (): Promise<void> => this.#done(() => must(api.POST('/api/v1/ca/request', {})));

  readonly #drop = async (): Promise<void> => {
    const { dropTitle: title, dropWhat: text, drop: action } = texts;
    if (await confirmAction({ title, text, action }))
      await this.#done(() => must(api.DELETE('/api/v1/ca/request', {})));
  };

  readonly #begin = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.#action.isBusy || this.certificates.trim() === '') return;
    const { beginTitle: title, beginWhat: text, begin: action } = texts;
    if (!(await confirmAction({ title, text, action, tone: 'primary' }))) return;
    const key = this.key.trim();
    const body = { certificates_pem: this.certificates, ...(key !== '' && { key_pem: this.key }) };
    await this.#done(() => must(api.POST('/api/v1/ca/rotation/own', { body })));
  };

  async #done(call: () => Promise<Standing>): Promise<void> {
    await this.#action.run(async () => {
      const detail = await call();
      this.dispatchEvent(new CustomEvent('fm-standing', { detail }));
    });
    // The key is kept no longer than it is needed.
    if (this.#action.problem === null) this.key = '';
  }
}

define('fm-own-authority', FmOwnAuthority);
