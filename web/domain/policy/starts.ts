import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-badge/fm-badge.ts';
import type { Schemas } from '../../core/schema.ts';
import { CLOCK_CHANGES, localText } from '../recurrence/texts.ts';

type Start = Schemas['PolicyStart'];

/** The next starts, in their zone; those that a clock change moves are named, and the skipped one is marked. */
export function startsList(starts: readonly Start[], skippedAt: string | null = null): TemplateResult {
  if (starts.length === 0) return html`<p role="status">No further runs.</p>`;
  return html`<ol>
    ${starts.map(
      ({ starts_at: at, local_start: local, clock_change: change }) =>
        html`<li>
          ${at === skippedAt ? html`<s>${localText(local)}</s> ${SKIPPED}` : localText(local)}
          ${change === null ? nothing : html`<strong>${CLOCK_CHANGES[change]}</strong>`}
        </li>`,
    )}
  </ol>`;
}

const SKIPPED = html`<fm-badge tone="warn" label="Skipped"></fm-badge>`;
