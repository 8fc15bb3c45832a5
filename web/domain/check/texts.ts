import { plural } from '../../core/format.ts';

export const checkWaitTexts = {
  held: (hosts: number): string =>
    `${plural(hosts, 'host')} ${hosts === 1 ? 'is' : 'are'} waiting for health checks to pass.`,
  override: 'Start anyway …',
  title: 'Start despite failing health checks?',
  what: 'The hosts of this job no longer wait for their checks before the work. A check that fails before the work does not count as a failure after it. The override applies to this run only: a retry or resume waits again. You cannot revoke it. The audit log records it with your name.',
  tooShort: 'Enter a reason of at least 10 characters for the audit log.',
  act: 'Start anyway',
  given: 'Health checks before the work are overridden for this job',
  givenBefore: 'Health checks before the work were overridden in an earlier run',
} as const;
