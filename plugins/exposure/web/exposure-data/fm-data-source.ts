import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-progress/fm-progress.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import '#web/components/fm-time/fm-time.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must, patiently } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { safeLine } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { kindTexts } from '#web/domain/exposure/kinds.ts';
import { icon } from '#web/icons/icons.ts';
import { fetchTexts as texts, withoutQuery } from './texts.ts';
import { isPast } from '#web/core/managerTime.ts';

type Source = Schemas['ExposureDataSetSource'];

export const SETTING = '/settings?section=exposure_fetch';

/**
 * Whether the manager fetches a data set by URL, the last outcome, and a button that fetches it now. Fires `fm-fetched`
 * once a fetch has ended, whatever the outcome.
 */
export class FmDataSource extends FmElement {
  static override properties = {
    source: { attribute: false },
    mayFetch: { type: Boolean },
    maySet: { type: Boolean },
  };
  declare source: Source;
  declare mayFetch: boolean;
  /** The reader may change the setting. */
  declare maySet: boolean;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.mayFetch = this.maySet = false;
  }

  override render(): TemplateResult {
    const { kind, enabled, under_way: isUnderWay } = this.source;
    const isFetching = this.#action.isBusy;
    const isBusy = isFetching || isUnderWay;
    return html`<div class="stack tight" role="group" aria-label=${texts.group(kindTexts(kind).name)}>
      <h3>${texts.title}</h3>
      ${enabled ? nothing : this.#off()} ${this.#last(isBusy)}
      ${enabled && this.mayFetch ? this.#button(isBusy) : nothing}
      ${isBusy ? this.#progress(isFetching) : nothing} ${errorNotice(this.#action.problem)}
    </div>`;
  }

  /** Why nothing is offered, and where that is changed. */
  #off(): TemplateResult {
    return html`<p class="quiet">${texts.off} ${this.maySet ? this.#toSetting() : texts.askForIt}</p>`;
  }

  /** Its name says which data set it is for: a screen reader also reads links out as a list. */
  #toSetting(): TemplateResult {
    const { name } = kindTexts(this.source.kind);
    return html`<a href=${SETTING} aria-label="${texts.switchOn}: ${name}">${texts.switchOn}</a>`;
  }

  /** While a fetch is under way, the last outcome is hidden: it would be taken for that of this fetch. */
  #last(isBusy: boolean): unknown {
    const { enabled, last_attempt_at: at, last_error: error, next_attempt_at: next } = this.source;
    if (at === null && !enabled) return nothing;
    return html`<dl class="facts">
        <dt>${texts.last}</dt>
        <dd><fm-time .datetime=${at}></fm-time></dd>
        ${
          at === null || isBusy
            ? nothing
            : html`<dt>${texts.result}</dt>
                <dd>${error === null ? texts.isNewest : texts.failed}</dd>`
        }
        ${
          next === null || isBusy
            ? nothing
            : html`<dt>${texts.next}</dt>
                <dd>${isPast(next) ? texts.nextTurn : html`<fm-time .datetime=${next}></fm-time>`}</dd>`
        }
      </dl>
      ${error === null || isBusy ? nothing : reasonOf(error)}`;
  }

  /** The button keeps the keyboard's focus while it fetches, so it is not disabled. */
  #button(isBusy: boolean): TemplateResult {
    const text = isBusy ? texts.fetching : texts.fetch;
    return html`<div class="row">
      <button
        type="button"
        aria-disabled=${String(isBusy)}
        aria-label="${text} ${kindTexts(this.source.kind).name}"
        @click=${() => void this.#fetch()}
      >
        ${icon('refresh')} ${text}
      </button>
    </div>`;
  }

  #progress(isOwn: boolean): TemplateResult {
    return html`<fm-progress label="Fetch of ${kindTexts(this.source.kind).name}"></fm-progress>
      <p class="quiet small" role="status">${isOwn ? texts.underWay : texts.othersUnderWay}</p>`;
  }

  /** A second click, or one while another manager fetches, starts nothing. */
  async #fetch(): Promise<void> {
    if (this.#action.isBusy || this.source.under_way) return;
    const { kind } = this.source;
    await this.#action.run(async () => {
      const call = api.POST('/api/v1/exposure/data-sets/{kind}/fetch', {
        params: { path: { kind } },
        fetch: patiently,
      });
      this.source = await must(call);
      const { last_error: error } = this.source;
      announce(error === null ? texts.done(kindTexts(kind).name) : messageOf(error));
    });
    this.dispatchEvent(new CustomEvent('fm-fetched'));
  }
}

const messageOf = ({ message }: Schemas['ExposureFetchError']): string => withoutQuery(safeLine(message));

const reasonOf = (error: Schemas['ExposureFetchError']): TemplateResult =>
  html`<div class="notice bad">
    ${icon('error')}
    <span><strong>${messageOf(error)}</strong> ${safeLine(error.advice)} ${texts.stays}</span>
  </div>`;

define('fm-data-source', FmDataSource);
