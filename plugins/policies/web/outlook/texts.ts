import type { Schemas } from '#web/core/schema.ts';
import { nextText } from '#web/domain/policy/texts.ts';

type Ahead = Schemas['OutlookPolicy'];

export const texts = {
  next: 'Next actions',
  past: 'Run history',
  noPolicy: 'No policy applies to this host',
  noPolicyText: 'Patches are installed only by jobs that you start.',
  noRuns: 'No runs yet.',
  window: 'Next maintenance window',
  noWindow: 'No upcoming maintenance window.',
} as const;

const DOES: Readonly<Record<Ahead['mode'], string>> = {
  all: 'All patches',
  security: 'Security patches',
  agents: 'Updates of the agent',
};

const RESTARTS: Readonly<Record<Ahead['reboot'], string>> = {
  never: 'no reboot',
  if_required: 'reboot if required',
  always: 'always reboot',
};

/** “Security patches, reboot if required.” */
export const doesText = ({ mode, reboot }: Ahead): string => `${DOES[mode]}, ${RESTARTS[reboot]}.`;

/** When the policy comes to this host, or why it does not. `windowAt`: when the next window of the host opens; null: it has none. */
export function aheadText(policy: Ahead, windowAt: string | null): string {
  const { state, skips_next: isSkipped, waits_for_window: waits } = policy;
  const next = nextText(policy);
  if (state === 'paused') return 'Paused: no runs until you resume the policy.';
  if (next === null) return 'No further runs: the schedule has ended.';
  if (isSkipped) return `The next run, on ${next}, will be skipped.`;
  // Which windows come after the next one is not known here.
  if (waits && windowAt !== null && policy.next_start_at !== null && windowAt < policy.next_start_at)
    return `Starts on ${next}, or once a maintenance window of this host is open after that.`;
  if (waits) return `Starts on ${next}. This host then waits for its maintenance window.`;
  return `Starts on ${next}.`;
}
