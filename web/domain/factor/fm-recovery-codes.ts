import { html, type TemplateResult } from 'lit';
import '../../components/fm-copy/fm-copy.ts';
import { define, FmElement } from '../../core/element.ts';
import { session } from '../../core/session.ts';
import { icon } from '../../icons/icons.ts';
import { CODES_TEXTS as texts, codesFile } from './texts.ts';

/** Shows new recovery codes, once only. Fires `fm-kept` once their owner says that they have kept them. */
export class FmRecoveryCodes extends FmElement {
  static override properties = { codes: { attribute: false } };
  declare codes: readonly string[];

  constructor() {
    super();
    this.codes = [];
  }

  override render(): TemplateResult {
    return html`<div class="stack">
      <h2 tabindex="-1">${texts.heading}</h2>
      <p>${texts.why}</p>
      <fm-copy name="recovery codes" .value=${this.codes.join('\n')}></fm-copy>
      <div class="row">
        <button type="button" @click=${this.#download}>${icon('download')} ${texts.download}</button>
        <button type="button" @click=${() => print()}>${texts.print}</button>
      </div>
      <div class="row">
        <button type="button" class="primary" @click=${() => this.dispatchEvent(new Event('fm-kept'))}>
          ${texts.kept}
        </button>
      </div>
    </div>`;
  }

  protected override firstUpdated(): void {
    // The element that had the focus is gone, and the codes must not be missed.
    this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
  }

  readonly #download = (): void => {
    const text = codesFile(this.codes, { username: session.user?.username ?? '', host: location.host });
    const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    Object.assign(document.createElement('a'), { href, download: 'fleetmend-recovery-codes.txt' }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  };
}

define('fm-recovery-codes', FmRecoveryCodes);

declare global {
  interface HTMLElementTagNameMap {
    'fm-recovery-codes': FmRecoveryCodes;
  }
}
