import { plural } from '../../core/format.ts';

export const checkWaitTexts = {
  held: (hosts: number): string =>
    `${plural(hosts, 'host')} ${hosts === 1 ? 'waits' : 'wait'} for health checks to pass.`,
  override: 'Begin all the same …',
  title: 'Begin although health checks do not pass?',
  what: 'From now on no host of this job waits for its checks before the work. A check that fails before the work does not count as a failure after it. It holds for this run: whoever retries or resumes the job waits again. This cannot be taken back, and is kept in the audit log with your name.',
  tooShort: 'Say why in ten characters at least: it stands in the audit log.',
  act: 'Begin all the same',
  given: 'Hosts of this job begin whatever their health checks say',
  givenBefore: 'In an earlier run hosts of this job began whatever their health checks said',
} as const;
