/** What the front page says; plurals are whole sentences, because a translator could not join parts. */
import { countText, plural } from '#web/core/format.ts';
import type { Tone } from '#web/components/fm-badge/status.ts';
import { isGrave, SEVERITY_ORDER } from '#web/domain/patch/severity.ts';
import type { Schemas } from '#web/core/schema.ts';

type Age = Schemas['SecurityAge'];
type WaitingState = 'scheduled' | 'pending' | 'waiting_health_check' | 'cancelling';

const s = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** Problems of hosts: the words after the number of hosts, and what it means there. */
const PROBLEMS: Readonly<Record<string, readonly [one: string, many: string, hint: string]>> = {
  SOURCE_FAILED: [
    'host has a failing repository',
    'hosts have a failing repository',
    'Patches from that repository are neither listed nor installed.',
  ],
  LISTS_STALE: [
    'host has outdated package lists',
    'hosts have outdated package lists',
    'Some missing patches may not be listed.',
  ],
  PACKAGES_BROKEN: [
    'host has broken packages',
    'hosts have broken packages',
    'Nothing can be installed there until the packages are repaired.',
  ],
  REPAIR_FAILED: [
    'host could not be repaired',
    'hosts could not be repaired',
    'A job was interrupted there, and the repair failed.',
  ],
  DEPENDENCIES_BROKEN: [
    'host has a broken dependency',
    'hosts have broken dependencies',
    'An installed package has missing dependencies. Plan a repair on the host’s page.',
  ],
  LISTS_UNREADABLE: [
    'host cannot list its patches',
    'hosts cannot list their patches',
    'The package manager cannot read its lists or configuration.',
  ],
  PATCHES_UNANSWERED: [
    'host does not report its patches',
    'hosts do not report their patches',
    'Missing patches are unknown there.',
  ],
  SYSTEM_UNANSWERED: [
    'host does not report its system facts',
    'hosts do not report their system facts',
    'Operating system and kernel are shown as last read.',
  ],
  SECURITY_PINNED: [
    'host suppresses security updates',
    'hosts suppress security updates',
    'The apt preferences suppress them, so no job installs them.',
  ],
  DISK_LOW: ['host is low on disk space', 'hosts are low on disk space', 'Jobs would fail there.'],
  READ_ONLY: [
    'host cannot write to its disk',
    'hosts cannot write to their disks',
    'A read-only disk may be failing.',
  ],
  NOT_PRIVILEGED: [
    'agent lacks privileges',
    'agents lack privileges',
    'The agent does not run as root, or read_only is set.',
  ],
  CERTIFICATE_EXPIRING: [
    'agent certificate expires soon',
    'agent certificates expire soon',
    'Renewal failed.',
  ],
  CLOCK_SKEW: [
    'host’s clock is wrong',
    'hosts’ clocks are wrong',
    'Signatures and certificates may be rejected.',
  ],
  ADDRESS_CHANGED: [
    'host’s address has changed',
    'hosts’ addresses have changed',
    'The manager could not use the new address.',
  ],
  KERNELS_KEPT: [
    'host keeps many old kernels',
    'hosts keep many old kernels',
    'The next kernel may not fit into /boot.',
  ],
};

/** An unknown code, from a later agent, is shown as it is. */
export function problemText(code: string, hosts: number): { label: string; hint: string } {
  const known = PROBLEMS[code];
  if (known) return { label: s(hosts, known[0], known[1]), hint: known[2] };
  return {
    label: s(hosts, `host reports ${code}`, `hosts report ${code}`),
    hint: 'See the host’s page for details.',
  };
}

export const WAITING: Readonly<Record<WaitingState, readonly [one: string, many: string, hint: string]>> = {
  scheduled: ['scheduled job', 'scheduled jobs', 'Starts automatically.'],
  pending: ['job about to start', 'jobs about to start', 'Starts automatically.'],
  waiting_health_check: [
    'job waiting for a health check',
    'jobs waiting for a health check',
    'Continues once the check passes.',
  ],
  cancelling: ['job being cancelled', 'jobs being cancelled', 'Running hosts stop at the next safe point.'],
};

/** Words between the number 1 and the time. */
export const EXPIRIES: Readonly<Record<Schemas['FleetExpiry']['kind'], string>> = {
  root: 'root certificate',
  revocation_list: 'revocation list',
  custom: 'console certificate',
};

/** Red is for how grave a patch is: its age alone is none. */
export const AGES: readonly (readonly [Age, string, Tone])[] = [
  ['under_7_days', 'Under 7 days', 'info'],
  ['under_30_days', '7 to 30 days', 'warn'],
  ['under_90_days', '30 to 90 days', 'warn'],
  ['over_90_days', 'Over 90 days', 'warn'],
  ['not_recorded', 'Not recorded', 'info'],
];

export const RANGE_TEXTS = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
} as const;

/** For hosts that lack security patches: how many patches, and how grave. */
export function securityHint({
  patches_security_total: total,
  hosts_by_severity: by,
}: Schemas['FleetStatus']): string {
  const all = `${plural(total, 'security patch', 'security patches')} in total.`;
  const grave = SEVERITY_ORDER.filter((severity) => isGrave(severity) && by[severity] > 0).map(
    (severity) => `${countText(by[severity])} ${severity}`,
  );
  return grave.length === 0 ? all : `${all} Hosts by highest severity: ${grave.join(', ')}.`;
}

export const lateHint = (patches: number): string =>
  patches === 1 ? '1 patch is overdue.' : `${countText(patches)} patches are overdue.`;

export const levelText = (label: string, days: number): string => `${label}, ${plural(days, 'day')}`;

/** Patches without a recorded time have no due time, so they are in no bar. */
export const unrecordedText = (patches: number): string =>
  patches === 1
    ? '1 patch has no due date: its pending date is not recorded.'
    : `${countText(patches)} patches have no due date: their pending date is not recorded.`;

/** It is not known what patches without a CVE mend, so they are in no figure of CVEs. */
export const unnamedText = (patches: number): string =>
  patches === 1
    ? '1 pending security patch has no CVE.'
    : `${countText(patches)} pending security patches have no CVE.`;

export const unreadText = (hosts: number): string =>
  hosts === 1
    ? 'The latest data of 1 host is not counted yet.'
    : `The latest data of ${countText(hosts)} hosts is not counted yet.`;

export const texts = {
  /** For somebody who is limited to groups. */
  scoped: (hosts: number): string =>
    `Covers the ${countText(hosts)} ${s(hosts, 'host', 'hosts')} that you have access to, not the whole fleet.`,
  title: 'Overview',
  now: 'Needs attention',
  nothing: 'All clear',
  underWay: 'In progress',
  exposure: 'Missing security patches',
  exposureNone: 'No host is known to miss a security patch.',
  bySeverity: 'Hosts by highest severity',
  byAge: 'Hosts by age of oldest missing patch',
  notRecorded: 'Not recorded: pending before this manager recorded dates.',
  risk: 'Vulnerabilities and SLA',
  cvesOpen: 'Fixable CVEs',
  cvesWithoutFix: 'CVEs without a fix',
  exploited: 'Known exploited',
  hostsAffected: 'Hosts missing security patches',
  hostsLate: 'Hosts out of SLA',
  excepted: 'Active exceptions',
  exploitedUnknown: 'Unknown (CISA KEV not imported)',
  byLevel: 'Overdue patches by severity',
  noneLate: 'No overdue patches',
  order: 'Patch priorities',
  lastRun: 'Last patch run',
  lastRunNone: 'No jobs yet.',
  makeJob: 'Create job',
  history: 'Hosts needing attention over time',
} as const;
