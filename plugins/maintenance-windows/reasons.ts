import type { Judgement } from './domain/judge.ts';
import type { Estimate } from './service/estimates.ts';

/** Why a host waits, or was left out; see `declareReasons`. */
export const REASONS = {
  OUTSIDE_WINDOW: 'No maintenance window of the host is open; work starts when the next one opens.',
  WORK_DOES_NOT_FIT: 'What is left of the maintenance window is too short for the work on this host.',
  FREEZE: 'A freeze is active: no work starts until it ends.',
  WINDOW_TOO_SHORT: 'The work on this host takes longer than any of its maintenance windows.',
  WINDOW_NEVER_OPENED: 'The host has waited for 30 days, and no maintenance window opened for its work.',
  REBOOT_WAITS: 'The reboot is waiting for a maintenance window of the host that is long enough.',
} as const;

/** The sentence for one host, with figures; it stays the same while nothing changes. */
export function messageOf(
  judgement: Exclude<Judgement, { verdict: 'go' }>,
  { estimate, freezeName }: { estimate: Estimate | null; freezeName: string | null },
): string {
  switch (judgement.reason) {
    case 'FREEZE':
      return `The freeze ${freezeName ?? ''} is active until ${at(judgement.endMs)}: no work starts before.`;
    case 'OUTSIDE_WINDOW':
      return judgement.untilMs === null
        ? 'No maintenance window of the host is open, and none will open again.'
        : freezeName === null
          ? REASONS.OUTSIDE_WINDOW
          : `The freeze ${freezeName} takes the next opening of a maintenance window: work starts when the one after it opens.`;
    case 'WORK_DOES_NOT_FIT':
      return `The window that is open now ends at ${at(judgement.endMs)}, and ${takes(estimate)}: it begins in the next window that is long enough.`;
    case 'WINDOW_TOO_SHORT':
      return `No window of the host is open for longer than ${minutes(judgement.longestMs)}, and ${takes(estimate)}.`;
    case 'WINDOW_NEVER_OPENED':
      return REASONS.WINDOW_NEVER_OPENED;
  }
}

/** The message for a host whose work is done and whose restart waits. */
export const restartMessage = (message: string): string => `The reboot is waiting. ${message}`;

const at = (ms: number | null): string =>
  ms === null ? 'an unknown time' : `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const minutes = (ms: number): string => {
  const count = Math.max(1, Math.ceil(ms / 60_000));
  return count === 1 ? 'one minute' : `${count} minutes`;
};

/** Such as: the work takes up to 42 minutes in 95 of 100 cases, by the last 17 runs here. */
function takes(estimate: Estimate | null): string {
  if (!estimate) return 'how long the work takes is not known';
  const whose = estimate.runs === 0 ? 'by runs of the whole fleet' : `by the last ${estimate.runs} runs here`;
  const what = estimate.operation === 'reboot' ? 'the reboot' : 'the work';
  return `${what} takes up to ${minutes(estimate.p95Ms)} in 95 of 100 cases, ${whose}`;
}
