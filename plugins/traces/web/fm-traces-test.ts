import { html, nothing, type TemplateResult } from 'lit';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { safeLine } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { texts } from './texts.ts';

/** Sends a test trace with the saved settings, and says what the collector answered. */
export class FmTracesTest extends FmElement {
  static override properties = { result: { state: true } };
  declare private result: Schemas['TraceTestResult'] | null;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.result = null;
  }

  override render(): TemplateResult {
    const { isBusy } = this.#action;
    return html`<section class="card stack tight" aria-labelledby="title">
      <div class="row spread">
        <div>
          <h2 id="title">${texts.test}</h2>
          <p class="quiet">${texts.testWhat}</p>
        </div>
        <button ?disabled=${isBusy} @click=${this.#send}>${isBusy ? texts.sending : texts.send}</button>
      </div>
      ${errorNotice(this.#action.problem)} ${this.result === null ? nothing : notice(this.result)}
    </section>`;
  }

  readonly #send = (): Promise<void> =>
    this.#action.run(async () => {
      this.result = null;
      this.result = await must(api.POST('/api/v1/settings/traces/test'));
      announce(this.result.message);
    });
}

const notice = ({ success, message, trace_id: traceId }: Schemas['TraceTestResult']): TemplateResult =>
  html`<div class="notice ${success ? 'ok' : 'warn'}">
    <div>
      ${safeLine(message)}${success && traceId !== null ? html` <code>${texts.id(traceId)}</code>` : nothing}
    </div>
  </div>`;

define('fm-traces-test', FmTracesTest);
