import { csvOf } from '../../core/csv.ts';
import type { Schemas } from '../../core/schema.ts';
import { hostStateText } from './stateText.ts';
import type { JobHost } from './state.ts';

const HEAD = [
  'host',
  'state',
  'attempt',
  'error_code',
  'message',
  'packages_changed',
  'started_at',
  'ended_at',
];

/** The hosts as they are shown, in their order: RFC 4180, with times in UTC. */
export function hostsCsv(job: Schemas['Job'], hosts: readonly JobHost[]): string {
  const rows = hosts.map((host) => [
    host.fqdn,
    hostStateText(job, host)[1],
    host.attempt,
    host.error?.code,
    host.error?.message ?? host.message,
    host.changes.length,
    host.started_at,
    host.completed_at,
  ]);
  return csvOf([HEAD, ...rows]);
}
