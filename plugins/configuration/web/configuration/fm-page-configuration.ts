import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-page-header/fm-page-header.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { Action } from '#web/core/action.ts';
import { download } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { safeLine } from '#web/core/safeText.ts';
import { icon } from '#web/icons/icons.ts';
import { differenceOf, differenceStyles } from './difference.ts';
import { apply, changesOf, compare, readFile, UnreadableFile, type Compared } from './read.ts';
import { texts } from './texts.ts';

/** Exports what people configured to a file, and imports one once its difference was shown. */
export class FmPageConfiguration extends FmPage {
  static override styles = [FmPage.styles, differenceStyles];
  static override properties = { compared: { state: true }, refused: { state: true }, done: { state: true } };
  /** Null: nothing was compared, or the file or the choice has changed since. */
  declare compared: Compared | null;
  /** Why the chosen file was not sent. */
  declare refused: string | null;
  /** How many changes the last import made. */
  declare done: number | null;
  readonly #export = new Action(this);
  readonly #compare = new Action(this);
  readonly #apply = new Action(this);

  constructor() {
    super();
    this.compared = null;
    this.refused = null;
    this.done = null;
  }

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading=${texts.title}><p>${texts.intro}</p></fm-page-header>
      <section class="card stack tight" aria-labelledby="export">
        <h2 id="export">${texts.exportTitle}</h2>
        <p class="quiet">${texts.exportText}</p>
        <div class="row">
          <button ?disabled=${this.#export.isBusy} @click=${() => void this.#save()}>
            ${this.#export.isBusy ? texts.exporting : texts.exportNow}
          </button>
        </div>
        ${errorNotice(this.#export.problem)}
      </section>
      <section class="card stack tight" aria-labelledby="import">
        <h2 id="import">${texts.importTitle}</h2>
        <p class="quiet">${texts.importText}</p>
        <label>
          ${texts.file}
          <input id="file" type="file" accept=".json,application/json" @change=${() => this.#forget()} />
        </label>
        <label class="row">
          <input id="equal" type="checkbox" @change=${() => this.#forget()} />
          <span>${texts.equal}</span>
        </label>
        <div class="row">
          <button ?disabled=${this.#compare.isBusy} @click=${() => void this.#show()}>
            ${this.#compare.isBusy ? texts.comparing : texts.show}
          </button>
        </div>
        ${this.refused === null ? nothing : bad(this.refused)} ${errorNotice(this.#compare.problem)}
        ${
          this.done === null
            ? nothing
            : html`<p class="notice ok" role="status">
                ${icon('check')} <span>${texts.done(this.done)}</span>
              </p>`
        }
      </section>
      ${this.compared ? this.#difference(this.compared) : nothing}
    </div>`;
  }

  #difference({ difference }: Compared): TemplateResult {
    const count = changesOf(difference);
    return html`<section class="card stack" aria-labelledby="difference">
      <h2 id="difference" tabindex="-1">${texts.differenceTitle}</h2>
      ${count === 0 ? html`<p>${texts.nothing}</p>` : nothing} ${differenceOf(difference)}
      ${errorNotice(this.#apply.problem)}
      ${
        count === 0
          ? nothing
          : html`<div class="row">
              <button class="primary" ?disabled=${this.#apply.isBusy} @click=${() => void this.#import()}>
                ${this.#apply.isBusy ? texts.applying : texts.apply(count)}
              </button>
            </div>`
      }
    </section>`;
  }

  #save(): Promise<void> {
    const day = new Date().toISOString().slice(0, 10);
    return this.#export.run(() => download('/api/v1/configuration', `configuration-${day}.json`));
  }

  #forget(): void {
    this.compared = null;
    this.refused = null;
    this.done = null;
    this.#compare.forget();
    this.#apply.forget();
  }

  async #show(): Promise<void> {
    if (this.#compare.isBusy) return;
    this.#forget();
    const field = (id: string) => this.renderRoot.querySelector<HTMLInputElement>(`#${id}`);
    const [chosen] = field('file')?.files ?? [];
    const makeEqual = field('equal')?.checked ?? false;
    if (!chosen) {
      this.refused = texts.noFile;
      return;
    }
    await this.#compare.run(async () => {
      try {
        const compared = await compare(await readFile(chosen), makeEqual);
        // The file or the choice was changed meanwhile.
        if (field('file')?.files?.[0] !== chosen || field('equal')?.checked !== makeEqual) return;
        this.compared = compared;
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
        this.refused = error.message;
      }
    });
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('#difference')?.focus();
  }

  async #import(): Promise<void> {
    const { compared } = this;
    if (!compared || this.#apply.isBusy) return;
    await this.#apply.run(async () => {
      const count = changesOf(await apply(compared));
      this.compared = null;
      this.done = count;
    });
  }
}

const bad = (text: string): TemplateResult =>
  html`<p class="notice bad" role="alert">${icon('error')} <span>${safeLine(text)}</span></p>`;

define('fm-page-configuration', FmPageConfiguration);
