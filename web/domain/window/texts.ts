import { plural } from '../../core/format.ts';
import type { Gate } from './waiting.ts';

export const GATES: readonly { value: Gate; label: string }[] = [
  { value: 'window', label: 'Maintenance windows of the hosts' },
  { value: 'freeze', label: 'Freezes of the hosts' },
];

export const PASSED: Readonly<Record<Gate, string>> = {
  window: 'Maintenance windows are overridden for this job',
  freeze: 'Freezes are overridden for this job',
};

/** The same of an override that ended with its run. */
export const PASSED_BEFORE: Readonly<Record<Gate, string>> = {
  window: 'Maintenance windows were overridden in an earlier run',
  freeze: 'Freezes were overridden in an earlier run',
};

export const waitTexts = {
  held: (count: number): string =>
    count === 1
      ? '1 host is waiting for a maintenance window or a freeze to end.'
      : `${plural(count, 'host')} are waiting for a maintenance window or a freeze to end.`,
  first: 'Next start',
  unknown: 'The next start is unknown.',
  override: 'Override …',
  title: 'Override scheduling?',
  what: (hasWaves: boolean): string =>
    `${
      hasWaves
        ? 'The current wave starts within half a minute, the others follow wave by wave'
        : 'All hosts start within half a minute'
    }. Other jobs are not affected. The override applies to this run only: a retry or resume waits again. You cannot revoke it. The audit log records it with your name and reason.`,
  act: 'Start now',
  tooShort: 'Enter a reason of at least 10 characters.',
} as const;
