import type { StatusText } from '../../components/fm-badge/status.ts';
import { countText, plural } from '../../core/format.ts';
import type { Schemas } from '../../core/schema.ts';

export type Approval = Schemas['Approval'];

export const STATES: Readonly<Record<Approval['state'], StatusText>> = {
  waiting: ['warn', 'Awaiting second approval'],
  approved: ['ok', 'Approved'],
  denied: ['bad', 'Denied'],
  withdrawn: ['neutral', 'Withdrawn'],
  expired: ['neutral', 'Expired'],
};

/** Who can approve. */
export const APPROVERS = {
  can: 'Can approve your requests',
  notYet: 'Not yet',
  from: 'from',
  nobody: 'Nobody else can approve.',
  nobodyText: 'Add or enable another user who may approve and sees these hosts.',
  newUser: 'New user',
  nobodyYet: 'Nobody can approve your requests yet.',
  why: 'You, or the same third person, created these accounts or changed their role or credentials within the period set under Settings, General, tab Access, Approvers. What you request before those times needs somebody else.',
  more: (count: number): string => `and ${countText(count)} more`,
} as const;

/** Why the reader can neither approve nor deny it. */
export const WHY_NOT: Readonly<Record<NonNullable<Approval['may_decide']>, string>> = {
  AUTHOR: 'You planned or requested this, so someone else has to decide.',
  MADE_BY_AUTHOR:
    'Your account is not independent of the requester’s: one of you, or the same third person, created the other account or reset its credentials shortly before. Someone else has to decide.',
  OUT_OF_SCOPE:
    'The request includes hosts outside your scope; someone who can see all of them has to decide.',
  NOT_A_PERSON: 'Only people can approve, not API tokens.',
  NO_PERMISSION: 'Your role can view approvals but not give them.',
  NOT_WAITING: 'Already decided.',
};

/** “12 packages, 3 of which close holes: bash, jq, …”. */
export function packagesText({
  packages,
  packages_security: security,
  names,
}: Schemas['ApprovalGlance']): string {
  if (packages === 0) return 'No package changes.';
  const fixes = security > 0 ? `, ${countText(security)} security` : '';
  return `${plural(packages, 'package')}${fixes}: ${names.join(', ')}${names.length < packages ? ', …' : ''}`;
}

/** The risks, the gravest first. */
export function risksOf({ glance, options, operation }: Approval): StatusText[] {
  const {
    packages_removed: removed = 0,
    hosts_kernel: kernel = 0,
    hosts_reboot: expected = 0,
  } = glance ?? {};
  return [
    ...(removed > 0 ? [['bad', `Removes ${plural(removed, 'package')}`] as const] : []),
    ...(kernel > 0 ? [['warn', `New kernel on ${plural(kernel, 'host')}`] as const] : []),
    ...rebootRisk(operation === 'reboot' ? 'always' : options.reboot, expected),
  ];
}

function rebootRisk(reboot: Schemas['ApprovalOptions']['reboot'], expected: number): StatusText[] {
  if (reboot === 'always') return [['warn', 'Reboots every host']];
  if (reboot === 'if_required')
    return [['warn', expected > 0 ? `Reboots ${plural(expected, 'host')}` : 'Reboots where required']];
  return expected > 0 ? [['warn', `Reboot needed later on ${plural(expected, 'host')}`]] : [];
}

/** The options of the run, besides its packages; only those that differ from the usual. */
export function optionsText({ options, hosts_total: hosts }: Approval): string[] {
  const { waves, failure_budget_percent: budget, max_parallel: most } = options;
  return [
    ...(waves.length > 0 ? [`In waves: ${waves.map(waveText).join(', ')}, rest.`] : []),
    ...(budget === null ? [] : [`Pauses when more than ${budget} % of the hosts fail.`]),
    ...(most < hosts ? [`At most ${plural(most, 'host')} in parallel.`] : []),
    ...(options.rollback_on_failure ? ['Failed hosts are rolled back.'] : []),
    ...(options.respect_windows ? [] : ['Ignores maintenance windows.']),
    ...(options.health_gate.pre === false ? ['Ignores health checks.'] : []),
  ];
}

const waveText = ({ percent, count }: Schemas['JobWave']): string =>
  percent === undefined ? plural(count ?? 1, 'host') : `${percent} %`;
