import type { Schemas } from '#web/core/schema.ts';
import { countText, plural } from '#web/core/format.ts';
import { safeName } from '#web/core/safeText.ts';

export const texts = {
  intro: 'Plans that need a second approver. Requesters cannot approve their own.',
  rulesIntro:
    'Rules apply immediately. One administrator proposes a change or deletion, and another one confirms it.',
  openJob: 'Open job',
  openPlan: 'Open plan',
  none: 'No pending approvals',
  noneText: 'Requests appear here when a rule requires a second approval of a plan.',
  noneDecided: 'No decided approvals yet',
  noRules: 'No approval rules',
  noRulesText: 'Anyone who may run jobs can approve their own plans.',
  newRule: 'New rule',
  nameFirst: 'Enter a name.',
  groupFirst: 'Select at least one group, or all hosts.',
  pending: 'Change awaiting a second administrator',
  own: 'You proposed this, so another administrator has to confirm it.',
  dependent:
    'Your account is not independent of the one that proposed this: one of you, or the same third person, created the other account or reset its credentials shortly before. Another administrator has to confirm it.',
  allOperations: 'All operations',
  added: (name: string): string => `Rule “${safeName(name)}” added. It applies now.`,
  proposed: 'The change is awaiting a second administrator.',
};

/** What a rule would do, beside its form. */
export const PREVIEW = {
  label: 'Effect of the rule',
  checking: 'Checking approvers, jobs and policies …',
  unnamed: 'Unnamed job',
  starts: 'starts',
  noJobs: 'No queued or scheduled job is affected.',
  stops: (count: number): string =>
    count === 1 ? 'This rule stops 1 job.' : `This rule stops ${countText(count)} jobs.`,
  stopsText: 'Hosts that have not started are skipped:',
  noPolicies: 'No policy run within 31 days is affected.',
  holds: (count: number): string =>
    count === 1
      ? 'Runs of 1 policy will need approval.'
      : `Runs of ${countText(count)} policies will need approval.`,
  holdsText: 'Runs that nobody approves in time are skipped:',
  cut: 'There is more than could be checked.',
};

/** Opens what windows, freezes and checks would hold of the run. */
export const REVIEW = 'Windows, freezes and checks';

export const DENY = {
  override: 'Deny …',
  title: 'Deny this run?',
  what: 'Nothing runs. The plan is kept, and approval can be requested again. The requester sees your reason.',
  tooShort: 'Enter a reason of at least 10 characters.',
  act: 'Deny',
};

export type Rule = Schemas['ApprovalRule'];
export type Operation = Rule['operations'][number];

export const OPERATIONS: Readonly<Record<Operation, string>> = {
  patch: 'Patch',
  install: 'Install packages',
  update: 'Update packages',
  remove: 'Remove packages',
  hold: 'Hold packages',
  unhold: 'Unhold packages',
  reboot: 'Reboot',
  agent_update: 'Update agents',
  connection: 'Change connection',
};

/** “Patch, Reboot; 2 groups; switched on”. */
export function ruleText({
  operations,
  group_ids: groups,
  enabled,
}: Pick<Rule, 'operations' | 'group_ids' | 'enabled'>): string {
  const what =
    operations.length === 0
      ? 'All operations that change hosts'
      : operations.map((one) => OPERATIONS[one]).join(', ');
  const where = groups.length === 0 ? 'on all hosts' : `on hosts of ${plural(groups.length, 'group')}`;
  return `${what}, ${where}; ${enabled ? 'enabled' : 'disabled'}`;
}
