import { html, type TemplateResult } from 'lit';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { Resource } from '#web/core/resource.ts';
import type { Draft } from '#web/domain/settings/draft.ts';
import { readSettings, saveSections, valuesOf, type VersionedSettings } from '#web/domain/settings/read.ts';
import { SettingsTest } from '#web/domain/settings/settingsTest.ts';
import './fm-mail-form.ts';
import type { FmMailForm } from './fm-mail-form.ts';
import { partsOf, valuesOfBoth } from './mail.ts';
import { mailTest, texts } from './texts.ts';

/** The mail server, who gets mail, and whether it works. Fires `fm-changed` with whether something is not saved. */
export class FmMail extends FmElement {
  readonly #test = new SettingsTest(this, {
    call: () => must(api.POST('/api/v1/settings/smtp/test')),
    texts: mailTest,
  });
  readonly #settings = new Resource<VersionedSettings>(this, {
    args: () => [],
    read: (_, signal) => readSettings(signal),
  });

  override render(): unknown {
    return renderReading(this.#settings, { what: 'the settings', complete: (read) => this.#card(read) });
  }

  #card(read: VersionedSettings): TemplateResult {
    return html`<section class="card stack" aria-labelledby="mail">
      <h2 id="mail">${texts.mail}</h2>
      <fm-mail-form
        .values=${valuesOfBoth(valuesOf(read, 'smtp'), valuesOf(read, 'notification'))}
        .save=${(body: Draft) => this.#save(body)}
        .test=${this.#test}
        @fm-changed=${({ target }: Event) =>
          this.dispatchEvent(new CustomEvent('fm-changed', { detail: (target as FmMailForm).isChanged }))}
      ></fm-mail-form>
      ${this.#test.notice}
    </section>`;
  }

  async #save(body: Draft): Promise<void> {
    const known = this.#settings.value;
    if (!known) return;
    await saveSections({ parts: partsOf(body), known, is: (now) => this.#settings.change(() => now) });
    this.#test.forget();
  }
}

define('fm-mail', FmMail);
