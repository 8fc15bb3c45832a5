import { html, type TemplateResult } from 'lit';
import { define, FmElement } from '../core/element.ts';

/** The live regions: they must stand in the page before their text changes. */
export class FmAnnouncer extends FmElement {
  static override properties = { polite: { state: true }, assertive: { state: true } };
  declare polite: string;
  declare assertive: string;
  #gone = new AbortController();

  constructor() {
    super();
    this.polite = '';
    this.assertive = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#gone = new AbortController();
    addEventListener('fm-announce', (event) => this.#say(event as CustomEvent), {
      signal: this.#gone.signal,
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#gone.abort();
  }

  override render(): TemplateResult {
    return html`<div class="visually-hidden" role="status">${this.polite}</div>
      <div class="visually-hidden" role="alert">${this.assertive}</div>`;
  }

  #say({ detail }: CustomEvent<{ text: string; urgency: 'polite' | 'assertive' }>): void {
    // The same text twice must be read twice: a space that nobody hears makes it a change.
    const was = this[detail.urgency];
    this[detail.urgency] = was === detail.text ? `${detail.text}\u00a0` : detail.text;
  }
}

define('fm-announcer', FmAnnouncer);
