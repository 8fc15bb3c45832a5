import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { api, must } from '../../../../web/core/api.ts';
import { ApiError } from '../../../../web/core/apiError.ts';
import { define, FmElement } from '../../../../web/core/element.ts';
import type { Schemas } from '../../../../web/core/schema.ts';
import { durationText } from '../../../../web/core/time.ts';
import type { EntryBody } from './draft.ts';
import { CLOCK_CHANGES, texts } from './texts.ts';

type Openings = Schemas['WindowPreview']['openings'];

/** A key a moment after the other is one question. */
const TYPING_MS = 300;
const SHOWN = 5;

/**
 * The next starts of what is being filled in, as the manager reckons them; nothing is kept. Fires `fm-refused` with what
 * it says is wrong.
 */
export class FmPreview extends FmElement {
  static override properties = { body: { attribute: false }, openings: { state: true } };
  /** Null: it is not complete. */
  declare body: EntryBody | null;
  declare openings: Openings | null;
  #asked = '';
  #typing: ReturnType<typeof setTimeout> | undefined;
  #reading = new AbortController();

  constructor() {
    super();
    this.body = null;
    this.openings = null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
    this.#reading.abort();
    this.#asked = '';
  }

  protected override willUpdate(changed: PropertyValues): void {
    const asked = this.body ? JSON.stringify(this.body) : '';
    if (!changed.has('body') || asked === this.#asked) return;
    this.#asked = asked;
    clearTimeout(this.#typing);
    this.#reading.abort();
    if (this.body === null) this.openings = null;
    else this.#typing = setTimeout(() => void this.#read(), TYPING_MS);
  }

  override render(): unknown {
    const { openings } = this;
    if (!openings) return nothing;
    return html`<section aria-label="The next starts">
      <h3>The next starts</h3>
      ${openings.length === 0 ? html`<p role="status">${texts.noStart}</p>` : nothing}
      <ol>
        ${openings.slice(0, SHOWN).map(opening)}
      </ol>
    </section>`;
  }

  async #read(): Promise<void> {
    const { body } = this;
    if (!body) return;
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    try {
      const found = await must(api.POST('/api/v1/maintenance-windows/preview', { body, signal }));
      this.openings = found.openings;
    } catch (error) {
      if (signal.aborted) return;
      this.openings = null;
      // That the manager is gone is told by the frame.
      if (error instanceof ApiError && error.code === 'WINDOW_INVALID')
        this.dispatchEvent(new CustomEvent('fm-refused', { detail: error.message }));
    }
  }
}

const days = new Intl.DateTimeFormat('en-GB', {
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  timeZone: 'UTC',
});

/** On the clocks of its zone: “Sun, 29 Mar 2026 at 03:30, for 2 h”. */
function opening({
  starts_at: from,
  ends_at: to,
  local_start: local,
  clock_change: change,
}: Openings[number]): TemplateResult {
  const secs = (Date.parse(to) - Date.parse(from)) / 1_000;
  return html`<li>
    ${days.format(new Date(`${local}Z`))} at ${local.slice(11, 16)}, for ${durationText(secs)}
    ${change === null ? nothing : html`<strong>${CLOCK_CHANGES[change]}</strong>`}
  </li>`;
}

define('fm-preview', FmPreview);
