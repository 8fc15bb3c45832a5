import { html, type TemplateResult } from 'lit';
import '../../components/fm-badge/fm-badge.ts';
import type { Schemas } from '../../core/schema.ts';
import { statusBadge } from '../../components/fm-badge/status.ts';

/** How a job stands; a plan that is complete has done nothing yet, and a paused job may be about to end. */
export function jobBadge({ dry_run: isPlan, state, reason }: Schemas['Job']): TemplateResult {
  if (isPlan && state === 'completed') return html`<fm-badge tone="info" label="Planned"></fm-badge>`;
  if (state === 'paused' && reason === 'ENDING')
    return html`<fm-badge tone="busy" label="Ending"></fm-badge>`;
  return statusBadge('job', state);
}
