import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-badge/fm-badge.ts';
import type { Schemas } from '../../core/schema.ts';
import { safeName } from '../../core/safeText.ts';
import { CLOCK_CHANGES, localText, zoneText } from '../recurrence/texts.ts';

type Start = Schemas['PolicyStart'];

/** As many as the windows and freezes are judged for. */
const SHOWN = 6;

/**
 * The next six starts, in their zone, which is said once for all that stands below; those that a clock change moves are
 * named, and the skipped one is marked.
 */
export function startsList(
  starts: readonly Start[],
  { timezone, skippedAt = null }: { timezone: string; skippedAt?: string | null },
): TemplateResult {
  if (starts.length === 0) return html`<p role="status">No further runs.</p>`;
  return html`<p class="quiet small">${zoneText(safeName(timezone))}</p>
    <ol>
      ${starts
        .slice(0, SHOWN)
        .map(
          ({ starts_at: at, local_start: local, clock_change: change }) =>
            html`<li>
              ${at === skippedAt ? html`<s>${localText(local)}</s> ${SKIPPED}` : localText(local)}
              ${change === null ? nothing : html`<strong>${CLOCK_CHANGES[change]}</strong>`}
            </li>`,
        )}
    </ol>`;
}

const SKIPPED = html`<fm-badge tone="warn" label="Skipped"></fm-badge>`;
