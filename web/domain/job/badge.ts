import { html, type TemplateResult } from 'lit';
import '../../components/fm-badge/fm-badge.ts';
import type { StatusText } from '../../components/fm-badge/status.ts';
import type { Schemas } from '../../core/schema.ts';
import { hostStateText, jobStateText } from './stateText.ts';

/** How a job stands, in the words of its kind. */
export function jobBadge(job: Schemas['Job']): TemplateResult {
  return badge(jobStateText(job));
}

/** How the host stands whose jobs were listed; of a plan, whether it has one. */
export function ownBadge(job: Schemas['Job']): TemplateResult {
  const { host_state: state } = job;
  return state === undefined ? jobBadge(job) : badge(hostStateText(job, { state, run_job_id: null }));
}

export function badge([tone, label]: StatusText): TemplateResult {
  return html`<fm-badge tone=${tone} label=${label}></fm-badge>`;
}
