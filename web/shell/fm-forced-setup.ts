import { css, html, type TemplateResult } from 'lit';
import { brand } from '../components/brand.ts';
import { define, FmElement } from '../core/element.ts';
import { session } from '../core/session.ts';
import '../domain/factor/fm-totp-setup.ts';
import { SETUP_TEXTS as texts } from './texts.ts';

const styles = css`
  :host {
    display: grid;
    justify-items: center;
  }

  .card {
    width: min(100%, 32rem);
    padding: var(--fm-space-6);
  }

  .brand {
    display: flex;
    align-items: center;
    gap: var(--fm-space-2);
    font-weight: var(--fm-weight-strong);
  }

  .mark {
    width: 2rem;
    height: 2rem;
  }

  @media (max-width: 30rem) {
    .card {
      padding: var(--fm-space-5) var(--fm-space-4);
    }
  }
`;

/** All that is there for who owes a second factor: its set-up, and the way out. */
export class FmForcedSetup extends FmElement {
  static override styles = [FmElement.styles, styles];

  override render(): TemplateResult {
    return html`<div class="card stack">
      <div class="brand">${brand()}</div>
      <h1 tabindex="-1">${texts.heading}</h1>
      <p>${texts.why}</p>
      <p class="quiet">${texts.app}</p>
      <fm-totp-setup @fm-done=${() => session.setUpIsDue(false)}></fm-totp-setup>
      <button type="button" class="plain" @click=${() => void session.signOut()}>${texts.signOut}</button>
    </div>`;
  }

  protected override firstUpdated(): void {
    this.renderRoot.querySelector('h1')?.focus();
  }
}

define('fm-forced-setup', FmForcedSetup);
