import { html, nothing, type TemplateResult } from 'lit';
import { AfterTyping } from '#web/core/afterTyping.ts';
import { api, must } from '#web/core/api.ts';
import { ApiError } from '#web/core/apiError.ts';
import { define, FmElement } from '#web/core/element.ts';
import type { Schemas } from '#web/core/schema.ts';
import { durationText } from '#web/core/time.ts';
import { CLOCK_CHANGES, localText } from '#web/domain/recurrence/texts.ts';
import type { EntryBody } from './draft.ts';
import { texts } from './texts.ts';

type Openings = Schemas['WindowPreview']['openings'];

const SHOWN = 5;

/**
 * The next starts of the draft as the manager computes them; nothing is saved. Fires `fm-refused` with what the manager
 * says is wrong.
 */
export class FmPreview extends FmElement {
  static override properties = { body: { attribute: false }, openings: { state: true } };
  /** Null while the draft is not complete. */
  declare body: EntryBody | null;
  declare openings: Openings | null;

  constructor() {
    super();
    this.body = null;
    this.openings = null;
    new AfterTyping<EntryBody>(this, {
      body: () => this.body,
      forget: () => (this.openings = null),
      ask: (body, signal) => this.#read(body, signal),
    });
  }

  override render(): unknown {
    const { openings } = this;
    if (!openings) return nothing;
    return html`<section aria-label="Upcoming starts">
      <h3>Upcoming starts</h3>
      ${openings.length === 0 ? html`<p role="status">${texts.noStart}</p>` : nothing}
      <ol>
        ${openings.slice(0, SHOWN).map(opening)}
      </ol>
    </section>`;
  }

  async #read(body: EntryBody, signal: AbortSignal): Promise<void> {
    try {
      const found = await must(api.POST('/api/v1/maintenance-windows/preview', { body, signal }));
      this.openings = found.openings;
    } catch (error) {
      if (signal.aborted) return;
      this.openings = null;
      // The page frame says when the manager cannot be reached.
      if (error instanceof ApiError && error.code === 'WINDOW_INVALID')
        this.dispatchEvent(new CustomEvent('fm-refused', { detail: error.message }));
    }
  }
}

/** On the clocks of its zone: “Sun, 29 Mar 2026 at 03:30, for 2 h”. */
function opening({
  starts_at: from,
  ends_at: to,
  local_start: local,
  clock_change: change,
}: Openings[number]): TemplateResult {
  const secs = (Date.parse(to) - Date.parse(from)) / 1_000;
  return html`<li>
    ${localText(local)}, for ${durationText(secs)}
    ${change === null ? nothing : html`<strong>${CLOCK_CHANGES[change]}</strong>`}
  </li>`;
}

define('fm-preview', FmPreview);
