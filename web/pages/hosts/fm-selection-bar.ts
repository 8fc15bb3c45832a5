import { css, html, nothing, type TemplateResult } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import { countText } from '../../core/format.ts';
import { icon } from '../../icons/icons.ts';

const styles = css`
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--fm-space-2) var(--fm-space-3);
    min-height: var(--fm-control-height);
  }

  .text {
    flex: 1 1 14rem;
  }

  kbd {
    padding: 0 0.3em;
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius);
    background: var(--fm-surface);
    font: inherit;
    font-size: 0.92em;
  }

  @media (max-width: 44rem) {
    .text {
      flex-basis: 100%;
    }

    .keys {
      display: none;
    }
  }
`;

/**
 * How many are selected, and what can be done with them. Fires `fm-plan`, `fm-refresh`, `fm-remove`, `fm-clear`.
 */
export class FmSelectionBar extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    count: { type: Number },
    hiddenCount: { attribute: false },
    reading: { attribute: false },
    mayRun: { type: Boolean },
    mayRefresh: { type: Boolean },
    mayRemove: { type: Boolean },
    isBusy: { type: Boolean },
  };
  declare count: number;
  /** How many of them the filter hides; null: not known yet. */
  declare hiddenCount: number | null;
  /** “3,000 of 10,000” while all are being selected. */
  declare reading: string | null;
  declare mayRun: boolean;
  declare mayRefresh: boolean;
  declare mayRemove: boolean;
  /** Another action over many is under way. */
  declare isBusy: boolean;

  constructor() {
    super();
    this.count = 0;
    this.hiddenCount = 0;
    this.reading = null;
    this.mayRun = this.mayRefresh = this.mayRemove = this.isBusy = false;
  }

  override render(): TemplateResult {
    return html`<div class="bar" role="group" aria-label="Selected hosts">
      <div class="text" role="status">${this.#text()}</div>
      ${this.count > 0 && this.reading === null ? this.#actions() : nothing}
    </div>`;
  }

  #text(): unknown {
    if (this.reading !== null) return html`Selecting all: ${this.reading} …`;
    if (this.count === 0)
      return html`<span class="quiet"
        >Select hosts to act on many at once.
        <span class="keys small"
          ><kbd>Space</kbd> this one, <kbd>Shift</kbd>+<kbd>Space</kbd> up to here, <kbd>Ctrl</kbd>+<kbd
            >A</kbd
          >
          all</span
        ></span
      >`;
    return html`<strong>${countText(this.count)} selected</strong>${this.#hiddenText()}`;
  }

  #hiddenText(): unknown {
    if (this.hiddenCount === 0) return nothing;
    if (this.hiddenCount === null) return html`<span class="quiet">, looking which are shown …</span>`;
    return html`, ${countText(this.hiddenCount)} of them not shown by this filter`;
  }

  #actions(): TemplateResult {
    return html`${
        this.mayRun
          ? html`<button class="primary" @click=${() => this.#tell('fm-plan')}>
              ${icon('jobs')} Plan a job
            </button>`
          : nothing
      }
      ${
        this.mayRefresh
          ? html`<button ?disabled=${this.isBusy} @click=${() => this.#tell('fm-refresh')}>
              ${icon('refresh')} Refresh now
            </button>`
          : nothing
      }
      ${
        this.mayRemove
          ? html`<button ?disabled=${this.isBusy} @click=${() => this.#tell('fm-remove')}>
              ${icon('trash')} Remove …
            </button>`
          : nothing
      }
      <button class="plain" @click=${() => this.#tell('fm-clear')}>${icon('close')} Clear selection</button>`;
  }

  #tell(name: string): void {
    this.dispatchEvent(new CustomEvent(name));
  }
}

define('fm-selection-bar', FmSelectionBar);
