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
export function standingOf({
  enabled,
  replaced,
  last_status: status,
}: Pick<Check, 'enabled' | 'replaced' | 'last_status'>): StatusText {
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

export const URL_HELP =
  'Called by the manager. Redirects are not followed; the manager’s own addresses are never called.';
export const EACH_URL_HELP =
  'Called by the manager for each host: {fqdn} or {ip_address} stands for the host. Redirects are not followed.';

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

/** What the page of all checks says. */
export const fleetTexts = {
  title: 'Health checks',
  what: 'Checks of groups and of hosts, those that fail first. Jobs start on a host only while its enabled checks pass.',
  none: 'No health checks',
  noneText: 'No check is defined, or none matches. Add a check to a group, or to a host on its tab Checks.',
  add: 'Add check to a group',
  noGroup: 'There is no group yet. Create a group first.',
  edit: 'Edit check',
  remove: 'Delete check',
  removeTitle: (name: string, group: string): string => `Delete check ${name} of the group ${group}?`,
  removeText: 'The results on all hosts of the group are deleted too. Jobs no longer wait for the check.',
  ofHosts: 'Hosts',
  group: (name: string): string => `Group ${name}`,
  disabledMark: ' (disabled)',
  hosts: 'Hosts of the check',
  noHosts: 'No host has this check.',
  notRun: 'Not run.',
} as const;
