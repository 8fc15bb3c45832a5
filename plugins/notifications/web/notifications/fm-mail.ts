import { html, nothing, type TemplateResult } from 'lit';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { testNotice } from '#web/components/fm-state/testNotice.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { Resource } from '#web/core/resource.ts';
import type { Schemas } from '#web/core/schema.ts';
import { readSettings, saveSection, valuesOf, type VersionedSettings } from '#web/domain/settings/read.ts';
import './fm-mail-form.ts';
import type { FmMailForm } from './fm-mail-form.ts';
import type { MailSection } from './mail.ts';
import { texts } from './texts.ts';

type Result = Schemas['TestResult'];

/** The mail server, who gets mail, and whether it works. Fires `fm-changed` as its forms do. */
export class FmMail extends FmElement {
  static override properties = { result: { state: true }, isChanged: { state: true } };
  /** The result of the last test of the saved settings; null: there was none since. */
  declare result: Result | null;
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
  }

  override render(): unknown {
    return renderReading(this.#settings, { what: 'the settings', complete: (read) => this.#all(read) });
  }

  #all(read: VersionedSettings): TemplateResult {
    return html`<div class="stack">
      ${this.#card(read, 'smtp', texts.server)} ${this.#card(read, 'notification', texts.people)}
      <section class="card stack" aria-labelledby="test">
        <h2 id="test">${texts.works}</h2>
        <p class="quiet">${this.isChanged ? texts.testFirst : texts.testHint}</p>
        <div class="row">
          <button ?disabled=${this.isChanged || this.#testing.isBusy} @click=${this.#test}>
            ${this.#testing.isBusy ? texts.testing : texts.test}
          </button>
        </div>
        ${errorNotice(this.#testing.problem)} ${this.result ? resultNotice(this.result) : nothing}
      </section>
    </div>`;
  }

  #card(read: VersionedSettings, section: MailSection, heading: string): TemplateResult {
    return html`<section class="card stack" aria-labelledby=${section}>
      <h2 id=${section}>${heading}</h2>
      <fm-mail-form
        section=${section}
        .values=${valuesOf(read, section)}
        .save=${async (body: Parameters<FmMailForm['save']>[0]) => {
          const known = this.#settings.value;
          if (!known) return;
          await saveSection({ key: section, body, known, is: (now) => this.#settings.change(() => now) });
          this.result = null;
        }}
        @fm-changed=${this.#changed}
      ></fm-mail-form>
    </section>`;
  }

  readonly #changed = (): void => {
    const forms = [...this.renderRoot.querySelectorAll<FmMailForm>('fm-mail-form')];
    this.isChanged = forms.some((form) => form.isChanged);
    this.dispatchEvent(new CustomEvent('fm-changed', { detail: this.isChanged }));
  };

  readonly #test = async (): Promise<void> => {
    if (this.#testing.isBusy) return;
    this.result = null;
    await this.#testing.run(async () => {
      this.result = await must(api.POST('/api/v1/settings/smtp/test'));
      announce(this.result.success ? texts.testOk : texts.testFailed);
    });
  };
}

const resultNotice = ({ success: isOk, message }: Schemas['TestResult']): TemplateResult =>
  testNotice({ isOk, heading: isOk ? texts.testOk : texts.testFailed, message });

define('fm-mail', FmMail);
