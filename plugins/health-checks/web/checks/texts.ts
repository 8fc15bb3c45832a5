import type { StatusText } from '#web/components/fm-badge/status.ts';
import { plural } from '#web/core/format.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { durationText } from '#web/core/time.ts';

type Check = Schemas['HealthCheck'];
type Result = Schemas['HealthCheckResult'];

export const RESULTS: Readonly<Record<Result, StatusText>> = {
  passing: ['ok', 'Passing'],
  failing: ['bad', 'Failing'],
  unknown: ['neutral', 'Unknown'],
};

/** Of a check of one host: what its last runs said, or why it is not run. */
export function standingOf({ enabled, replaced, last_status: status }: Check): StatusText {
  if (replaced) return ['neutral', 'Replaced'];
  return enabled ? RESULTS[status] : ['neutral', 'Disabled'];
}

export const OF_GROUP = 'Defined on the group';
export const REPLACED = 'This host has its own check of this name, so the group’s is not run.';
export const INTRO =
  'Jobs start on this host only while its enabled checks pass. Status changes after two identical results.';
export const EMPTY = 'No health checks yet';
export const EMPTY_HINT =
  'A check queries a service through the agent, or calls a URL from the manager. Jobs wait while a check fails.';

export const KINDS: readonly { value: Schemas['HealthCheckKind']; label: string }[] = [
  { value: 'service', label: 'Service (systemd)' },
  { value: 'http', label: 'URL (HTTP)' },
];

/** What it looks at: “nginx”, “nginx, queried on db-1”, “https://…”. */
export function looksAt(check: Check, targetName: string | null): string {
  if (check.kind === 'http') return safeName(check.url);
  const service = safeName(check.service_name);
  return check.target_host_id === null ? service : `${service}, queried on ${targetName ?? 'another host'}`;
}

export const every = ({ interval_secs: secs }: Check): string =>
  secs === null ? 'at the default interval' : `every ${durationText(secs)}`;

export const testText = ({ success, duration_ms: ms }: Schemas['HealthCheckTestResult']): string =>
  `${success ? 'Passed' : 'Failed'} (${ms < 1_000 ? `${ms} ms` : durationText(ms / 1_000)}).`;

export const summaryText = (checks: readonly Check[]): string => {
  const failing = checks.filter(({ enabled, last_status: status }) => enabled && status === 'failing').length;
  const off = checks.filter(({ enabled }) => !enabled).length;
  const parts = [plural(checks.length, 'check')];
  if (failing > 0) parts.push(`${failing} failing`);
  if (off > 0) parts.push(`${off} disabled`);
  return parts.join(', ');
};
