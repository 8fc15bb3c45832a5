import { features } from '#web/core/features.ts';
import { plural } from '#web/core/format.ts';
import { durationText } from '#web/core/time.ts';
import { jobWishes } from '#web/domain/job/text.ts';
import type { Policy } from '#web/domain/policy/read.ts';

export const texts = {
  next: 'Upcoming runs',
  how: 'Settings',
  runs: 'Run history',
  noRuns: 'No runs yet',
  noRunsText: 'All runs are listed here, including skipped ones and why.',
  pausedStarts: 'Skipped while the policy is paused.',
  hosts: (count: number): string =>
    count === 0
      ? 'No hosts match now. Runs without hosts are skipped.'
      : `${plural(count, 'host')} ${count === 1 ? 'matches' : 'match'} now.`,
  edited: (who: string): string => `Last changed by ${who}`,
} as const;

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** How the policy does its work, each point in a few words. */
export function wayTexts(policy: Policy): string[] {
  const gate = { pre: true, post: false, soak_secs: 0, pre_timeout_secs: 3_600, ...policy.health_gate };
  const keeps = policy.respect_windows && features.serves('listAllWindows');
  const late = durationText(policy.max_late_secs);
  return [
    ...(keeps ? ['inside maintenance windows only'] : []),
    ...jobWishes({
      ...policy,
      operation: policy.mode === 'agents' ? 'agent_update' : 'patch',
      packages: [],
      health_gate: gate,
    }),
    policy.catch_up ? `catches up on missed runs within ${late}` : 'skips missed runs',
  ].map(sentence);
}
