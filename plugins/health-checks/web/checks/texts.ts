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

export const INTRO =
  'Jobs begin on this host only while its enabled checks pass. A change counts once it was seen twice in a row.';
export const EMPTY = 'No health check looks whether this host does its work.';
export const EMPTY_HINT =
  'A check asks the agent about a service, or the manager calls a page. Jobs then wait while a check fails.';

export const KINDS: readonly { value: Schemas['HealthCheckKind']; label: string }[] = [
  { value: 'service', label: 'A service of the host' },
  { value: 'http', label: 'A page or address (HTTP)' },
];

/** What it looks at: “nginx”, “nginx, asked of db-1”, “https://…”. */
export function looksAt(check: Check, targetName: string | null): string {
  if (check.kind === 'http') return safeName(check.url);
  const service = safeName(check.service_name);
  return check.target_host_id === null ? service : `${service}, asked of ${targetName ?? 'another host'}`;
}

export const every = ({ interval_secs: secs }: Check): string =>
  secs === null ? 'as often as the settings say' : `every ${durationText(secs)}`;

export const testText = ({ success, duration_ms: ms }: Schemas['HealthCheckTestResult']): string =>
  `${success ? 'It passes' : 'It does not pass'} (${ms < 1_000 ? `${ms} ms` : durationText(ms / 1_000)}).`;

export const summaryText = (checks: readonly Check[]): string => {
  const failing = checks.filter(({ enabled, last_status: status }) => enabled && status === 'failing').length;
  const off = checks.filter(({ enabled }) => !enabled).length;
  const parts = [plural(checks.length, 'check')];
  if (failing > 0) parts.push(`${failing} failing`);
  if (off > 0) parts.push(`${off} switched off`);
  return parts.join(', ');
};
