import { css, html, nothing } from 'lit';
import { AfterTyping } from '#web/core/afterTyping.ts';
import { api, must } from '#web/core/api.ts';
import { ApiError } from '#web/core/apiError.ts';
import { define, FmElement } from '#web/core/element.ts';
import type { Schemas } from '#web/core/schema.ts';
import { zonedText } from '#web/domain/recurrence/texts.ts';
import { texts } from './texts.ts';

type Body = Schemas['PreviewReportScheduleRequest'];
type Starts = Schemas['ReportSchedulePreview']['starts'];

const styles = css`
  ol {
    display: grid;
    gap: var(--fm-space-1);
    margin: 0;
    padding-inline-start: 1.75rem;
  }
`;

/**
 * When reports will be made and what each is about, as the manager computes it. Fires `fm-refused` with what it says is
 * wrong.
 */
export class FmSchedulePreview extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { body: { attribute: false }, starts: { state: true } };
  /** Null: the draft is not complete. */
  declare body: Body | null;
  declare starts: Starts | null;

  constructor() {
    super();
    this.body = null;
    this.starts = null;
    new AfterTyping<Body>(this, {
      body: () => this.body,
      forget: () => (this.starts = null),
      ask: (body, signal) => this.#read(body, signal),
    });
  }

  override render(): unknown {
    const { starts, body } = this;
    if (!starts || !body) return nothing;
    const shown = (at: string): string => zonedText(at, body.timezone);
    return html`<section class="stack tight" aria-label=${texts.nextStarts}>
      <h3>${texts.nextStarts}</h3>
      ${starts.length === 0 ? html`<p role="status">${texts.neverStarts}</p>` : nothing}
      <ol>
        ${starts.map(
          ({ starts_at: at, from, to }) =>
            html`<li>${shown(at)}, <span class="quiet">${texts.about(shown(from), shown(to))}</span></li>`,
        )}
      </ol>
    </section>`;
  }

  async #read(body: Body, signal: AbortSignal): Promise<void> {
    try {
      this.starts = (await must(api.POST('/api/v1/report-schedules/preview', { body, signal }))).starts;
    } catch (error) {
      if (signal.aborted) return;
      this.starts = null;
      if (error instanceof ApiError && error.code === 'REPORT_SCHEDULE_INVALID')
        this.dispatchEvent(new CustomEvent('fm-refused', { detail: error.message }));
    }
  }
}

define('fm-schedule-preview', FmSchedulePreview);
