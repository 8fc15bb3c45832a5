import { css, html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-menu/fm-menu.ts';
import { define, FmElement } from '../../core/element.ts';
import { countText, plural } from '../../core/format.ts';
import { navigate } from '../../core/router.ts';
import { offerSelection, type Selection } from '../../core/selection.ts';
import { icon } from '../../icons/icons.ts';
import type { BulkTarget } from '../../domain/host/bulkRun.ts';
import type { HostAction } from '../../domain/host/hostAction.ts';
import type { BulkOffer } from '../../domain/host/offers.ts';
import { actionWords } from '../../domain/host/texts.ts';

const styles = css`
  /* Stays in sight below the rows, and follows them in the order of the Tab key. */
  :host {
    position: sticky;
    bottom: var(--fm-space-3);
    z-index: 2;
  }

  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--fm-space-2) var(--fm-space-3);
    padding: var(--fm-space-2) var(--fm-space-3);
    border: 1px solid var(--fm-line-strong);
    border-radius: var(--fm-radius-large);
    background: var(--fm-surface-raised);
    box-shadow: var(--fm-shadow-raised);
  }

  .text {
    flex: 1 1 12rem;
  }

  @media print {
    :host {
      display: none;
    }
  }
`;

/** The actions that are wanted most are buttons; the others are in the menu behind them. */
const BUTTONS: readonly HostAction[] = ['patch', 'reboot', 'refresh'];
const COMPARE = { label: 'Compare packages', icon: 'package' } as const;
const BUSY: ReadonlySet<HostAction> = new Set([
  'refresh',
  'maintenanceOn',
  'maintenanceOff',
  'addTags',
  'removeTags',
  'removeFromGroup',
  'remove',
]);

/** How many hosts are selected, and what they offer; nothing is to be seen while none is. Fires `fm-act` (the action) and `fm-clear`. */
export class FmSelectionBar extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    count: { type: Number },
    hiddenCount: { attribute: false },
    reading: { attribute: false },
    offers: { attribute: false },
    compareHref: { attribute: false },
    isBusy: { type: Boolean },
    isStarting: { type: Boolean },
  };
  declare count: number;
  /** How many of them the filter hides; null: not known yet. */
  declare hiddenCount: number | null;
  /** “3,000 of 10,000” while all are being selected. */
  declare reading: string | null;
  declare offers: readonly BulkOffer<BulkTarget>[];
  /** The address that compares the packages of the two selected hosts; null: there are more or fewer, or nothing compares. */
  declare compareHref: string | null;
  /** Another action over many hosts is under way. */
  declare isBusy: boolean;
  /** A job is being made, so that a second click makes no second one. */
  declare isStarting: boolean;
  #endOffer: () => void = () => undefined;

  constructor() {
    super();
    this.count = 0;
    this.hiddenCount = 0;
    this.reading = null;
    this.offers = [];
    this.compareHref = null;
    this.isBusy = this.isStarting = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#endOffer = offerSelection(() => this.#selection());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#endOffer();
  }

  /** What the palette offers: what a click would do now. */
  #selection(): Selection | null {
    if (this.count === 0 || this.reading !== null) return null;
    const able = this.offers.filter((offer) => this.#reason(offer) === null);
    const { compareHref } = this;
    return {
      what: plural(this.count, 'selected host'),
      actions: [
        ...able.map(({ action }) => ({ ...actionWords[action], run: () => this.#act(action) })),
        ...(compareHref === null ? [] : [{ ...COMPARE, run: () => navigate(compareHref) }]),
      ],
    };
  }

  override render(): TemplateResult {
    const isShown = this.count > 0 || this.reading !== null;
    return html`<div
      class=${isShown ? 'bar' : 'visually-hidden'}
      role="group"
      aria-label="Selected hosts"
      @keydown=${this.#keydown}
    >
      <div class="text" role="status">${this.#text()}</div>
      ${this.count > 0 && this.reading === null ? this.#actions() : nothing}
    </div>`;
  }

  #text(): unknown {
    if (this.reading !== null) return html`Selecting all: ${this.reading} …`;
    if (this.count === 0) return nothing;
    return html`<strong>${countText(this.count)} selected</strong>${this.#hiddenText()}`;
  }

  #hiddenText(): unknown {
    if (this.hiddenCount === 0) return nothing;
    if (this.hiddenCount === null) return html`<span class="quiet">, loading …</span>`;
    return html`, ${countText(this.hiddenCount)} hidden by this filter`;
  }

  #actions(): TemplateResult {
    const rest = this.offers.filter(({ action }) => !BUTTONS.includes(action));
    return html`${BUTTONS.map((action) => this.#button(action))}
      ${
        this.compareHref === null
          ? nothing
          : html`<a class="button" href=${this.compareHref}>${icon(COMPARE.icon)} ${COMPARE.label}</a>`
      }
      ${
        rest.length === 0
          ? nothing
          : html`<fm-menu
              label="More actions"
              .items=${rest.map((offer) => ({
                key: offer.action,
                label: actionWords[offer.action].label,
                icon: actionWords[offer.action].icon,
                reason: this.#reason(offer),
                ...(offer.action === 'remove' ? { tone: 'danger' as const } : {}),
              }))}
              @fm-choose=${({ detail }: CustomEvent<HostAction>) => this.#act(detail)}
            ></fm-menu>`
      } <button class="plain" @click=${this.#clear}>${icon('close')} Clear selection</button>`;
  }

  readonly #clear = (): void => void this.dispatchEvent(new CustomEvent('fm-clear'));

  #keydown(event: KeyboardEvent): void {
    const [at] = event.composedPath() as [Element];
    // In an open menu the key closes the menu.
    if (event.key === 'Escape' && !at.closest('[role=menu]')) this.#clear();
  }

  #button(action: HostAction): unknown {
    const offer = this.offers.find((one) => one.action === action);
    if (!offer) return nothing;
    const reason = this.#reason(offer);
    const words = actionWords[action];
    return html`<button
      class=${action === 'patch' ? 'primary' : ''}
      aria-disabled=${reason === null ? nothing : 'true'}
      aria-description=${reason ?? nothing}
      title=${reason ?? nothing}
      @click=${() => this.#act(action)}
    >
      ${icon(words.icon)} ${words.label}
    </button>`;
  }

  #reason({ action, reason }: BulkOffer<BulkTarget>): string | null {
    if (this.isStarting) return 'Creating the job …';
    return this.isBusy && BUSY.has(action) ? 'Another bulk action is in progress.' : reason;
  }

  #act(action: HostAction): void {
    const offer = this.offers.find((one) => one.action === action);
    if (!offer || this.#reason(offer) !== null) return;
    this.dispatchEvent(new CustomEvent('fm-act', { detail: action }));
  }
}

define('fm-selection-bar', FmSelectionBar);
