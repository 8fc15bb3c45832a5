import { html, type TemplateResult } from 'lit';
import '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { api, must } from '#web/core/api.ts';
import { AskToStay } from '#web/core/unsaved.ts';
import { define, FmPage } from '#web/core/element.ts';
import { Resource } from '#web/core/resource.ts';
import type { Draft } from '#web/domain/settings/draft.ts';
import { readSettings, saveSections, valuesOf, type VersionedSettings } from '#web/domain/settings/read.ts';
import { SettingsTest } from '#web/domain/settings/settingsTest.ts';
import './fm-sso-form.ts';
import type { FmSsoForm } from './fm-sso-form.ts';
import { ssoTest, texts } from './texts.ts';

/** Single sign-on: the provider, who gets in by it and in which role, and whether it works. */
export class FmPageSso extends FmPage {
  static override properties = { isChanged: { state: true } };
  /** Something is typed that was not saved. */
  declare isChanged: boolean;
  readonly #test = new SettingsTest(this, {
    call: () => must(api.POST('/api/v1/settings/sso/test')),
    texts: ssoTest,
  });
  readonly #settings = new Resource<VersionedSettings>(this, {
    args: () => [],
    read: (_, signal) => readSettings(signal),
  });

  constructor() {
    super();
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
        .test=${this.#test}
        @fm-changed=${({ target }: Event) => (this.isChanged = (target as FmSsoForm).isChanged)}
      ></fm-sso-form>
      ${this.#test.notice}`;
  }

  async #save(body: Draft): Promise<void> {
    const known = this.#settings.value;
    if (!known) return;
    await saveSections({ parts: { oidc: body }, known, is: (now) => this.#settings.change(() => now) });
    this.#test.forget();
  }
}

define('fm-page-sso', FmPageSso);
