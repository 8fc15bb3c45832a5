import { html, type TemplateResult } from 'lit';
import '../../components/fm-page-header/fm-page-header.ts';
import { define, FmPage } from '../../core/element.ts';
import { proofIn, tellProof } from '../../core/ssoProof.ts';

/** Tells the waiting page the result, and closes the window; if the browser keeps it open, the person closes it. */
export class FmPageProved extends FmPage {
  readonly #fault = proofIn(location.hash);

  override connectedCallback(): void {
    super.connectedCallback();
    // Otherwise a reload would tell it again.
    history.replaceState(null, '', location.pathname);
    tellProof(this.#fault, () => window.close());
  }

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading=${this.#fault === null ? 'Confirmed' : 'Confirmation failed'}></fm-page-header>
      <p>Close this window and continue in the previous one.</p>
    </div>`;
  }
}

define('fm-page-proved', FmPageProved);
