import type { StatusText } from '../../components/fm-badge/status.ts';
import { countText, plural } from '../../core/format.ts';
import type { Schemas } from '../../core/schema.ts';

export type Approval = Schemas['Approval'];

export const STATES: Readonly<Record<Approval['state'], StatusText>> = {
  waiting: ['warn', 'Waits for a second person'],
  approved: ['ok', 'Approved'],
  denied: ['bad', 'Denied'],
  withdrawn: ['neutral', 'Withdrawn'],
  expired: ['neutral', 'Ended undecided'],
};

/** Why the reader can neither approve nor deny it. */
export const WHY_NOT: Readonly<Record<NonNullable<Approval['may_decide']>, string>> = {
  AUTHOR: 'You planned this, or asked for it, so somebody else has to decide it.',
  MADE_BY_AUTHOR:
    'Your account is not independent of the requester’s: one of you, or the same third person, created the other account or reset its credentials shortly before. Somebody else has to decide it.',
  OUT_OF_SCOPE: 'It holds hosts that you may not see; somebody who sees all of them has to decide it.',
  NOT_A_PERSON: 'Approvals are given by people.',
  NO_PERMISSION: 'Your role may look at approvals but not give them.',
  NOT_WAITING: 'It is decided already.',
};

/** “12 packages, 3 of which close holes: bash, jq, …”. */
export function packagesText({
  packages,
  packages_security: security,
  names,
}: Schemas['ApprovalGlance']): string {
  if (packages === 0) return 'No package changes.';
  const fixes = security > 0 ? `, ${countText(security)} of them for security` : '';
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
    return [['warn', expected > 0 ? `Reboots ${plural(expected, 'host')}` : 'Reboots where it is needed']];
  return expected > 0 ? [['warn', `Reboot needed later on ${plural(expected, 'host')}`]] : [];
}

/** The options of the run, besides its packages; only those that differ from the usual. */
export function optionsText({ options }: Approval): string[] {
  const { waves, failure_budget_percent: budget, max_parallel: most } = options;
  return [
    ...(waves.length > 0 ? [`In waves: ${waves.map(waveText).join(', ')}, the rest.`] : []),
    ...(budget === null ? [] : [`Halts when more than ${budget} % of the hosts fail.`]),
    `At most ${plural(most, 'host')} at a time.`,
    ...(options.rollback_on_failure ? ['A host that fails is rolled back.'] : []),
    ...(options.respect_windows ? [] : ['It does not wait for maintenance windows.']),
    ...(options.health_gate.pre === false ? ['It does not wait for health checks.'] : []),
  ];
}

const waveText = ({ percent, count }: Schemas['JobWave']): string =>
  percent === undefined ? plural(count ?? 1, 'host') : `${percent} %`;
