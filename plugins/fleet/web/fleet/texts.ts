/** What the front page says; plurals are whole sentences, because a translator could not join parts. */
import { countText, plural } from '#web/core/format.ts';
import type { Schemas } from '#web/core/schema.ts';

type Severity = Schemas['SecuritySeverity'];
type Age = Schemas['SecurityAge'];
type WaitingState = 'scheduled' | 'pending' | 'waiting_health_check' | 'cancelling';

const s = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** Problems of hosts: the words after the number of hosts, and what it means there. */
const PROBLEMS: Readonly<Record<string, readonly [one: string, many: string, hint: string]>> = {
  SOURCE_FAILED: [
    'host has a source of packages that fails',
    'hosts have a source of packages that fails',
    'Patches of that source are not seen, and not installed.',
  ],
  LISTS_STALE: [
    'host has old package lists',
    'hosts have old package lists',
    'What is missing there is not known for sure.',
  ],
  PACKAGES_BROKEN: [
    'host has broken packages',
    'hosts have broken packages',
    'Nothing can be installed there until it is repaired.',
  ],
  REPAIR_FAILED: [
    'host could not be repaired',
    'hosts could not be repaired',
    'A job was cut off there, and its repair failed.',
  ],
  DEPENDENCIES_BROKEN: [
    'host has a broken dependency',
    'hosts have broken dependencies',
    'An installed package lacks what it needs; its page offers a repair.',
  ],
  LISTS_UNREADABLE: [
    'host cannot list its patches',
    'hosts cannot list their patches',
    'The package manager cannot read its own lists or configuration there.',
  ],
  PATCHES_UNANSWERED: [
    'host does not answer with its patches',
    'hosts do not answer with their patches',
    'What is missing there is not known.',
  ],
  SYSTEM_UNANSWERED: [
    'host does not answer with the facts of its system',
    'hosts do not answer with the facts of their systems',
    'Operating system and kernel are shown as they were read before.',
  ],
  SECURITY_PINNED: [
    'host pins its security updates away',
    'hosts pin their security updates away',
    'Its own preferences keep apt from taking them, and no job installs them.',
  ],
  DISK_LOW: ['host runs out of disk', 'hosts run out of disk', 'A job would fail there.'],
  READ_ONLY: [
    'host cannot write to its disk',
    'hosts cannot write to their disks',
    'A disk that is read-only may be failing.',
  ],
  NOT_PRIVILEGED: [
    'agent may not install anything',
    'agents may not install anything',
    'The agent does not run as root there, or its setting read_only is on.',
  ],
  CERTIFICATE_EXPIRING: [
    'agent’s certificate runs out',
    'agents’ certificates run out',
    'The agent could not renew it.',
  ],
  CLOCK_SKEW: [
    'host’s clock is wrong',
    'hosts’ clocks are wrong',
    'Signatures and certificates may be refused there.',
  ],
  ADDRESS_CHANGED: [
    'host’s address has changed',
    'hosts’ addresses have changed',
    'The manager could not use the new one.',
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
    hint: 'Each says on its page what is wrong.',
  };
}

export const WAITING: Readonly<Record<WaitingState, readonly [one: string, many: string, hint: string]>> = {
  scheduled: ['job planned for later', 'jobs planned for later', 'Each starts by itself at its time.'],
  pending: ['job about to start', 'jobs about to start', 'Nothing to do until then.'],
  waiting_health_check: [
    'job waiting for a health check',
    'jobs waiting for a health check',
    'Each goes on once the check passes.',
  ],
  cancelling: ['job being cancelled', 'jobs being cancelled', 'Hosts at work stop at their next safe point.'],
};

/** Words between the number 1 and the time. */
export const EXPIRIES: Readonly<Record<Schemas['FleetExpiry']['kind'], string>> = {
  root: 'root of the authority',
  revocation_list: 'revocation list',
  custom: 'certificate of these pages',
};

export const SEVERITIES: readonly (readonly [Severity, string])[] = [
  ['critical', 'Critical'],
  ['important', 'Important'],
  ['moderate', 'Moderate'],
  ['low', 'Low'],
  ['unrated', 'Not rated'],
];

export const AGES: readonly (readonly [Age, string])[] = [
  ['under_7_days', 'Under 7 days'],
  ['under_30_days', '7 to 30 days'],
  ['under_90_days', '30 to 90 days'],
  ['over_90_days', 'Over 90 days'],
  ['not_recorded', 'Not recorded'],
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
  const all = `${plural(total, 'security patch', 'security patches')} in all.`;
  const grave = SEVERITIES.slice(0, 2)
    .filter(([severity]) => by[severity] > 0)
    .map(([severity]) => `${countText(by[severity])} ${severity}`);
  return grave.length === 0 ? all : `${all} Hosts by their most severe one: ${grave.join(', ')}.`;
}

export const lateHint = (patches: number): string =>
  patches === 1
    ? 'One patch is later than its severity allows.'
    : `${countText(patches)} patches are later than their severity allows.`;

export const levelText = (label: string, days: number): string => `${label}, ${plural(days, 'day')}`;

/** Patches without a recorded time have no due time, so they are in no bar. */
export const unrecordedText = (patches: number): string =>
  patches === 1
    ? 'For one patch it is not recorded when it became pending, so it has no due time.'
    : `For ${countText(patches)} patches it is not recorded when they became pending, so they have no due time.`;

/** It is not known what patches without a CVE mend, so they are in no figure of CVEs. */
export const unnamedText = (patches: number): string =>
  patches === 1
    ? 'One pending security patch names no CVE, so what it fixes is not known.'
    : `${countText(patches)} pending security patches name no CVE, so what they fix is not known.`;

export const unreadText = (hosts: number): string =>
  hosts === 1
    ? 'The latest list of one host is not counted yet.'
    : `The latest lists of ${countText(hosts)} hosts are not counted yet.`;

export const texts = {
  title: 'Fleet',
  now: 'What needs you now',
  nothing: 'Nothing needs you.',
  underWay: 'Under way',
  exposure: 'Security patches that are missing',
  exposureNone: 'No host is known to lack a security patch.',
  bySeverity: 'Hosts by their most severe patch',
  byAge: 'Hosts by their oldest patch, since it was first seen',
  notRecorded: 'Not recorded: pending since before this manager kept the day.',
  risk: 'Known vulnerabilities and service levels',
  cvesOpen: 'Open CVEs that a patch fixes',
  cvesWithoutFix: 'Open CVEs without a fix',
  exploited: 'Of them known to be exploited',
  hostsAffected: 'Hosts with pending security patches',
  hostsLate: 'Hosts that break a service level',
  excepted: 'Exceptions in force',
  exploitedUnknown: 'Not known: CISA KEV is not imported',
  byLevel: 'Late patches, by severity',
  noneLate: 'No patch is beyond its service level.',
  order: 'What to patch first',
  lastRun: 'What the last run did',
  lastRunNone: 'No job has ended yet.',
  makeJob: 'Plan the first one',
  history: 'Hosts that needed something',
} as const;
