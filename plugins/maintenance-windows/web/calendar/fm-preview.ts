import { css, html, nothing, type TemplateResult } from 'lit';
import { AfterTyping } from '#web/core/afterTyping.ts';
import { api, must } from '#web/core/api.ts';
import { ApiError } from '#web/core/apiError.ts';
import { define, FmElement } from '#web/core/element.ts';
import type { Schemas } from '#web/core/schema.ts';
import { durationText } from '#web/core/time.ts';
import { CLOCK_CHANGES, localText } from '#web/domain/recurrence/texts.ts';
import type { EntryBody, Kind } from './draft.ts';
import { conflictNotes, runsIn } from './outlook.ts';
import { texts } from './texts.ts';

type Preview = Schemas['WindowPreview'];
type Opening = Preview['openings'][number];

const SHOWN = 5;

const styles = css`
  .notes {
    display: grid;
    gap: var(--fm-space-1);
    margin: 0;
    padding-inline-start: 1.25rem;
  }

  li {
    overflow-wrap: anywhere;
  }
`;

/** A draft to preview; `kind` and its owner ask for what begins in its openings, too. */
export type PreviewBody = EntryBody &
  Pick<Schemas['PreviewWindowRequest'], 'kind' | 'id' | 'host_id' | 'group_id'>;

/**
 * The next starts of the draft, and what begins in them, as the manager computes it; nothing is saved. Fires `fm-refused` with what the manager
 * says is wrong.
 */
export class FmPreview extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { kind: {}, body: { attribute: false }, preview: { state: true } };
  declare kind: Kind;
  /** Null while the draft is not complete. */
  declare body: PreviewBody | null;
  declare preview: Preview | null;

  constructor() {
    super();
    this.kind = 'window';
    this.body = null;
    this.preview = null;
    new AfterTyping<PreviewBody>(this, {
      body: () => this.body,
      forget: () => (this.preview = null),
      ask: (body, signal) => this.#read(body, signal),
    });
  }

  override render(): unknown {
    if (!this.preview) return nothing;
    const { openings, outlook } = this.preview;
    return html`<section class="stack tight" aria-label="Upcoming starts">
      <h2>Upcoming starts</h2>
      ${openings.length === 0 ? html`<p role="status">${texts.noStart}</p>` : nothing}
      <ol>
        ${openings.slice(0, SHOWN).map((one) => this.#opening(one))}
      </ol>
      ${outlook && this.body ? conflictNotes({ kind: this.kind, timezone: this.body.timezone }, outlook) : nothing}
    </section>`;
  }

  /** On the clocks of its zone: “Sun, 29 Mar 2026 at 03:30, for 2 h: Policy Web servers”. */
  #opening({
    starts_at: from,
    ends_at: to,
    local_start: local,
    clock_change: change,
  }: Opening): TemplateResult {
    const secs = (Date.parse(to) - Date.parse(from)) / 1_000;
    const outlook = this.preview?.outlook?.openings.find(({ starts_at: at }) => at === from);
    return html`<li>
      ${localText(local)}, for
      ${durationText(secs)}${outlook && this.kind === 'window' ? html`: ${runsIn(outlook)}` : nothing}
      ${change === null ? nothing : html`<strong>${CLOCK_CHANGES[change]}</strong>`}
    </li>`;
  }

  async #read(body: PreviewBody, signal: AbortSignal): Promise<void> {
    try {
      this.preview = await must(api.POST('/api/v1/maintenance-windows/preview', { body, signal }));
    } catch (error) {
      if (signal.aborted) return;
      this.preview = null;
      // The page frame says when the manager cannot be reached.
      if (error instanceof ApiError && error.code === 'WINDOW_INVALID')
        this.dispatchEvent(new CustomEvent('fm-refused', { detail: error.message }));
    }
  }
}

define('fm-preview', FmPreview);
