import { html, type TemplateResult } from 'lit';
import '../../components/fm-badge/fm-badge.ts';
import type { StatusText } from '../../components/fm-badge/status.ts';
import type { Schemas } from '../../core/schema.ts';
import { jobStateText } from './stateText.ts';

/** How a job stands, in the words of its kind. */
export function jobBadge(job: Schemas['Job']): TemplateResult {
  return badge(jobStateText(job));
}

export function badge([tone, label]: StatusText): TemplateResult {
  return html`<fm-badge tone=${tone} label=${label}></fm-badge>`;
}
