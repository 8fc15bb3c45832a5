import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { testNotice } from '#web/components/fm-state/testNotice.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import { AskToStay } from '#web/core/unsaved.ts';
import { define, FmPage } from '#web/core/element.ts';
import { Resource } from '#web/core/resource.ts';
import type { Schemas } from '#web/core/schema.ts';
import type { Draft } from '#web/domain/settings/draft.ts';
import { readSettings, saveSection, valuesOf, type VersionedSettings } from '#web/domain/settings/read.ts';
import './fm-sso-form.ts';
import type { FmSsoForm } from './fm-sso-form.ts';
import { texts } from './texts.ts';

/** Single sign-on: the provider, who gets in by it and in which role, and whether it works. */
export class FmPageSso extends FmPage {
  static override properties = { result: { state: true }, isChanged: { state: true } };
  /** The result of the last test of the saved settings; null: there was none since. */
  declare result: Schemas['TestResult'] | null;
  /** Something is typed that was not saved. */
  declare isChanged: boolean;
  readonly #testing = new Action(this);
  readonly #settings = new Resource<VersionedSettings>(this, {
    args: () => [],
    read: (_, signal) => readSettings(signal),
  });

  constructor() {
    super();
    this.result = null;
    this.isChanged = false;
    new AskToStay(this, () => this.isChanged);
  }

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading=${texts.title}><p>${texts.what}</p></fm-page-header>
      ${renderReading(this.#settings, {
        what: 'the settings',
        complete: (read) => this.#all(read),
      })}
    </div>`;
  }

  #all(read: VersionedSettings): TemplateResult {
    return html`<fm-sso-form
        .values=${valuesOf(read, 'oidc')}
        .callbackUrl=${read.settings.sso_callback_url ?? ''}
        .save=${(body: Draft) => this.#save(body)}
        @fm-changed=${({ target }: Event) => (this.isChanged = (target as FmSsoForm).isChanged)}
      ></fm-sso-form>
      <section class="card stack" aria-labelledby="test">
        <h2 id="test">Test</h2>
        <p class="quiet">${this.isChanged ? texts.testFirst : texts.testHint}</p>
        <div class="row">
          <button ?disabled=${this.isChanged || this.#testing.isBusy} @click=${this.#test}>
            ${this.#testing.isBusy ? texts.testing : texts.test}
          </button>
        </div>
        ${errorNotice(this.#testing.problem)} ${this.result ? resultNotice(this.result) : nothing}
      </section>`;
  }

  async #save(body: Draft): Promise<void> {
    const known = this.#settings.value;
    if (!known) return;
    await saveSection({ key: 'oidc', body, known, is: (now) => this.#settings.change(() => now) });
    this.result = null;
  }

  readonly #test = async (): Promise<void> => {
    if (this.#testing.isBusy) return;
    this.result = null;
    await this.#testing.run(async () => {
      this.result = await must(api.POST('/api/v1/settings/sso/test'));
      announce(this.result.success ? texts.testOk : texts.testFailed);
    });
  };
}

const resultNotice = ({ success: isOk, message }: Schemas['TestResult']): TemplateResult =>
  testNotice({ isOk, heading: isOk ? texts.testOk : texts.testFailed, message });

define('fm-page-sso', FmPageSso);
