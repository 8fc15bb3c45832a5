import type { Schemas } from '#web/core/schema.ts';
import { plural } from '#web/core/format.ts';

export const texts = {
  intro: 'Runs of plans that take a second person. Whoever planned or asked cannot give the approval.',
  rulesIntro:
    'A rule holds at once. To change or delete it, one administrator proposes it and another one confirms it.',
  none: 'Nothing waits for an approval',
  noneText: 'Where a rule asks for a second person, the page of a plan offers to ask for one.',
  noneDecided: 'Nothing was decided yet',
  noRules: 'No rule asks for a second person',
  noRulesText: 'Whoever may run jobs approves his own plans.',
  newRule: 'New rule',
  nameFirst: 'Give the rule a name.',
  groupFirst: 'Choose at least one group, or all hosts.',
  pending: 'A change of this rule waits for a second administrator',
  own: 'You proposed it, so another administrator has to confirm it.',
};

export const DENY = {
  override: 'Deny …',
  title: 'Deny this run?',
  what: 'Nothing of it happens. The plan stays, and can be asked for again. Who asked reads your reason.',
  tooShort: 'Give a reason of at least 10 characters.',
  act: 'Deny the run',
};

export type Rule = Schemas['ApprovalRule'];
export type Operation = Rule['operations'][number];

export const OPERATIONS: Readonly<Record<Operation, string>> = {
  patch: 'Patch',
  install: 'Install packages',
  update: 'Update packages',
  remove: 'Remove packages',
  hold: 'Hold packages',
  unhold: 'Release holds',
  reboot: 'Reboot',
};

/** “Patch, Reboot; 2 groups; switched on”. */
export function ruleText({
  operations,
  group_ids: groups,
  enabled,
}: Pick<Rule, 'operations' | 'group_ids' | 'enabled'>): string {
  const what =
    operations.length === 0
      ? 'Everything that changes a host'
      : operations.map((one) => OPERATIONS[one]).join(', ');
  const where = groups.length === 0 ? 'on all hosts' : `on the hosts of ${plural(groups.length, 'group')}`;
  return `${what}, ${where}; ${enabled ? 'switched on' : 'switched off'}`;
}
