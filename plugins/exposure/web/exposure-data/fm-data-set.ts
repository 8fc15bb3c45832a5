import { css, html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-progress/fm-progress.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import '#web/components/fm-time/fm-time.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { AskToStay } from '#web/core/unsaved.ts';
import { define, FmElement } from '#web/core/element.ts';
import { countText } from '#web/core/format.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { ageText, dayText } from '#web/domain/exposure/dates.ts';
import { kindTexts } from '#web/domain/exposure/kinds.ts';
import { fieldOf, momentOf, zoneName } from '#web/domain/job/moments.ts';
import { icon } from '#web/icons/icons.ts';
import './fm-data-source.ts';
import { importFile, type DataSet, type Kind } from './importing.ts';
import { affectedText, doneText, MOST_BYTES, sendingText, texts, tooLargeText } from './texts.ts';

type Source = Schemas['ExposureDataSetSource'];

/** A file of this age is shown as old: files are published daily or several times a week. */
const OLD_DAYS = 14;

const styles = css`
  code {
    overflow-wrap: anywhere;
  }

  input[type='file'] {
    max-width: 100%;
  }
`;

/**
 * One kind of data set: what was imported, and the controls to import or fetch it. Fires `fm-imported` (the data set),
 * and `fm-fetched`.
 */
export class FmDataSet extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    kind: {},
    set: { attribute: false },
    source: { attribute: false },
    maySet: { type: Boolean },
    mayFetch: { type: Boolean },
    mayImport: { type: Boolean },
    sentBytes: { state: true },
    refused: { state: true },
    done: { state: true },
    at: { state: true },
  };
  declare kind: Kind;
  /** What was imported last; null: nothing yet. */
  declare set: DataSet | null;
  declare mayImport: boolean;
  /** Whether it is fetched by URL, and the last outcome; null: this manager does not tell. */
  declare source: Source | null;
  declare mayFetch: boolean;
  /** The reader may change what is fetched. */
  declare maySet: boolean;
  /** Bytes of the file that were sent so far; null: no file is being sent. */
  declare sentBytes: number | null;
  /** Why the chosen file was not sent, or was not imported. */
  declare refused: string | null;
  declare done: string | null;
  /** When the chosen file was fetched, in the zone of the browser; '' is now. */
  declare at: string;
  readonly #action = new Action(this);
  #sending: { file: File; stop: AbortController } | null = null;

  constructor() {
    super();
    this.set = this.sentBytes = this.source = null;
    this.refused = this.done = null;
    this.mayImport = this.mayFetch = this.maySet = false;
    this.at = '';
    new AskToStay(this, () => this.#action.isBusy);
  }

  /** An upload that is broken off changes nothing. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sending?.stop.abort();
  }

  override render(): TemplateResult {
    const { name, what, source } = kindTexts(this.kind);
    return html`<section class="card stack" aria-labelledby="name">
      <h2 id="name">${name}</h2>
      <p class="quiet">
        ${what}
        ${
          source === null
            ? nothing
            : html`<a
                href=${source}
                aria-label="${texts.source}: ${name}"
                target="_blank"
                rel="noreferrer noopener"
                >${texts.source}</a
              >`
        }
      </p>
      ${this.set ? factsOf(this.set) : html`<p class="notice">${icon('info')} <span>${texts.never}</span></p>`}
      ${this.mayImport ? this.#form() : nothing}
      ${
        this.source === null
          ? nothing
          : html`<fm-data-source
              .source=${this.source}
              .mayFetch=${this.mayFetch}
              .maySet=${this.maySet}
              @fm-fetched=${() => this.dispatchEvent(new CustomEvent('fm-fetched'))}
            ></fm-data-source>`
      }
    </section>`;
  }

  #form(): TemplateResult {
    const { isBusy, problem } = this.#action;
    return html`<form class="stack tight" @submit=${this.#submitted}>
      <label class="field">
        ${texts.file}
        <input id="file" type="file" ?disabled=${isBusy} @change=${this.#chosen} />
      </label>
      ${kindTexts(this.kind).isUndated ? this.#dateField() : nothing}
      <div class="row">
        <button class="primary" ?disabled=${isBusy} aria-label="Import ${kindTexts(this.kind).name}">
          ${isBusy ? texts.starting : texts.start}
        </button>
        ${isBusy ? html`<button type="button" @click=${() => this.#sending?.stop.abort()}>${texts.cancel}</button>` : nothing}
      </div>
      ${isBusy ? this.#progress() : nothing} ${errorNotice(problem)}
      ${
        this.refused === null
          ? nothing
          : html`<p class="notice bad" role="alert">${icon('error')} <span>${this.refused}</span></p>`
      }
      ${
        this.done === null
          ? nothing
          : html`<p class="notice ok" role="status">${icon('check')} <span>${this.done}</span></p>`
      }
    </form>`;
  }

  #dateField(): TemplateResult {
    return html`<div class="field">
      <label for="at">${texts.fetchedAt}</label>
      <input
        id="at"
        type="datetime-local"
        aria-describedby="at-help"
        ?disabled=${this.#action.isBusy}
        .value=${this.at}
        @input=${({ target }: Event) => (this.at = (target as HTMLInputElement).value)}
      />
      <span class="hint" id="at-help">${texts.fetchedHelp} Time zone: ${zoneName()}</span>
    </div>`;
  }

  /** The time at which the file was saved is the best guess of when it was fetched. */
  readonly #chosen = ({ target }: Event): void => {
    this.#forget();
    const [file] = (target as HTMLInputElement).files ?? [];
    this.at = file ? fieldOf(new Date(file.lastModified)) : '';
  };

  #progress(): TemplateResult {
    const all = this.#sending?.file.size ?? 0;
    const sent = Math.min(this.sentBytes ?? 0, all);
    const isSent = all > 0 && sent >= all;
    return html`<fm-progress
        label="Upload of ${kindTexts(this.kind).name}"
        .value=${isSent || all === 0 ? null : (sent / all) * 100}
      ></fm-progress>
      <p class="quiet small" role="status">${isSent ? texts.checking : sendingText(sent, all)}</p>`;
  }

  #forget(): void {
    this.refused = this.done = null;
    this.#action.forget();
  }

  readonly #submitted = (event: Event): void => {
    event.preventDefault();
    void this.#import();
  };

  async #import(): Promise<void> {
    if (this.#action.isBusy) return;
    this.#forget();
    const field = this.renderRoot.querySelector<HTMLInputElement>('#file');
    const [file] = field?.files ?? [];
    this.refused = refusalOf(file);
    if (!file || this.refused !== null) return;
    const stop = new AbortController();
    this.#sending = { file, stop };
    this.sentBytes = 0;
    const publishedAt = kindTexts(this.kind).isUndated ? momentOf(this.at) : null;
    await this.#action.run(async () => {
      const onProgress = (sent: number): void => void (this.sentBytes = sent);
      try {
        const set = await importFile(this.kind, { file, publishedAt }, { signal: stop.signal, onProgress });
        if (set) this.#imported(set, field);
      } catch (error) {
        if (!stop.signal.aborted) throw error;
        this.refused = texts.cancelled;
      }
    });
    this.#sending = null;
    this.sentBytes = null;
  }

  #imported(set: DataSet, field: HTMLInputElement | null): void {
    this.done = doneText(kindTexts(this.kind).name, set.rows);
    announce(this.done);
    if (field) field.value = '';
    this.at = '';
    this.dispatchEvent(new CustomEvent('fm-imported', { detail: set }));
  }
}

function refusalOf(file: File | undefined): string | null {
  if (!file) return texts.noFile;
  if (file.size === 0) return texts.empty;
  return file.size > MOST_BYTES ? tooLargeText(file) : null;
}

const affectedOf = ({ affected }: DataSet): TemplateResult =>
  html`<dt>${texts.affected}</dt>
    <dd>${affected === null ? texts.notRead : affectedText(affected)}</dd>`;

function factsOf(set: DataSet): TemplateResult {
  const isOld = set.age_days >= OLD_DAYS;
  return html`<dl class="facts">
      <dt>${texts.published}</dt>
      <dd>${dayText(set.source_date)} (${ageText(set.age_days)})</dd>
      <dt>${texts.version}</dt>
      <dd>${safeName(set.version)}</dd>
      <dt>${texts.rows}</dt>
      <dd>${countText(set.rows)}</dd>
      ${set.kind.startsWith('csaf-') ? affectedOf(set) : nothing}
      <dt>${texts.imported}</dt>
      <dd><fm-time .datetime=${set.imported_at}></fm-time> by ${safeName(set.imported_by.username)}</dd>
      <dt>${texts.sha}</dt>
      <dd><code>${set.sha256}</code></dd>
    </dl>
    ${isOld ? html`<p class="notice warn">${icon('warning')} <span>${texts.old}</span></p>` : nothing}
    ${
      set.applied
        ? html`<p class="quiet small">${texts.applied}</p>`
        : html`<fm-progress label="Applying to CVEs"></fm-progress>
            <p class="quiet small" role="status">${texts.applying}</p>`
    }`;
}

define('fm-data-set', FmDataSet);
