import { html, type TemplateResult } from 'lit';
import './fm-badge.ts';
import type { Tone } from './fm-badge.ts';
import type { Schemas } from '../../core/schema.ts';

export type { Tone };
export type StatusText = readonly [Tone, string];

const health: Readonly<Record<Schemas['HealthStatus'], StatusText>> = {
  healthy: ['ok', 'Healthy'],
  degraded: ['warn', 'Degraded'],
  unreachable: ['bad', 'Unreachable'],
  unknown: ['neutral', 'Not read yet'],
};

const job: Readonly<Record<Schemas['JobState'], StatusText>> = {
  pending: ['neutral', 'Pending'],
  scheduled: ['info', 'Scheduled'],
  waiting_health_check: ['info', 'Waiting for health checks'],
  running: ['busy', 'Running'],
  paused: ['warn', 'Paused: too many failures'],
  completed: ['ok', 'Completed'],
  partial: ['warn', 'Partly completed'],
  failed: ['bad', 'Failed'],
  cancelling: ['busy', 'Cancelling'],
  cancelled: ['neutral', 'Cancelled'],
};

const jobHost: Readonly<Record<Schemas['JobHostState'], StatusText>> = {
  pending: ['neutral', 'Pending'],
  waiting_window: ['info', 'Waiting for its window'],
  waiting_health_check: ['info', 'Waiting for health checks'],
  dispatching: ['busy', 'Starting'],
  running: ['busy', 'Running'],
  retry_wait: ['warn', 'Waiting to retry'],
  rebooting: ['busy', 'Rebooting'],
  verifying: ['busy', 'Verifying'],
  completed: ['ok', 'Completed'],
  failed: ['bad', 'Failed'],
  cancelled: ['neutral', 'Cancelled'],
  skipped: ['neutral', 'Skipped'],
  rolling_back: ['busy', 'Rolling back'],
  rolled_back: ['warn', 'Rolled back'],
  rollback_failed: ['bad', 'Rollback failed'],
  timedout: ['bad', 'Timed out'],
};

const certificate: Readonly<Record<Schemas['CertificateStatus'], StatusText>> = {
  active: ['ok', 'Active'],
  revoked: ['bad', 'Revoked'],
  expired: ['warn', 'Expired'],
  superseded: ['neutral', 'Replaced'],
};

const kinds = { health, job, jobHost, certificate };

/** Tone and words of a state; a newer manager's unknown one is shown as it is called. */
export function statusText(kind: keyof typeof kinds, value: string): StatusText {
  const table: Readonly<Record<string, StatusText>> = kinds[kind];
  return table[value] ?? ['neutral', value.replaceAll('_', ' ')];
}

/** `${statusBadge('health', host.health_status)}` */
export function statusBadge(kind: keyof typeof kinds, value: string): TemplateResult {
  const [tone, label] = statusText(kind, value);
  return html`<fm-badge tone=${tone} label=${label}></fm-badge>`;
}
