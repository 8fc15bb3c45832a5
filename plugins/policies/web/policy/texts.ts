import { features } from '#web/core/features.ts';
import { plural } from '#web/core/format.ts';
import { durationText } from '#web/core/time.ts';
import { jobWishes } from '#web/domain/job/text.ts';
import type { Policy } from '#web/domain/policy/read.ts';

export const texts = {
  next: 'The next runs',
  how: 'How it goes about it',
  runs: 'What became of its runs',
  noRuns: 'It has not started yet.',
  noRunsText: 'Each start is told here, also those that were left out, with the reason.',
  pausedStarts: 'While it is paused each of them is left out.',
  clocks: (zone: string): string => `Times as clocks in ${zone} show them.`,
  hosts: (count: number): string =>
    count === 0
      ? 'No host is in it now. A run that finds none is left out.'
      : `It holds ${plural(count, 'host')} now.`,
  edited: (who: string): string => `Last changed by ${who}`,
} as const;

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** How the policy does its work, each point in a few words. */
export function wayTexts(policy: Policy): string[] {
  const gate = { pre: true, post: false, soak_secs: 0, pre_timeout_secs: 3_600, ...policy.health_gate };
  const keeps = policy.respect_windows && features.serves('listAllWindows');
  const late = durationText(policy.max_late_secs);
  return [
    ...(keeps ? ['inside the maintenance windows of each host'] : []),
    ...jobWishes({ ...policy, operation: 'patch', packages: [], health_gate: gate }),
    policy.catch_up
      ? `a start that was missed while no manager was running is made up for within ${late}`
      : 'a start that was missed while no manager was running is left out',
  ].map(sentence);
}
