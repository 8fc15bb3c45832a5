import { plural } from '../../core/format.ts';

export const patchTexts = {
  patchOn: (hosts: number): string => `Patch on ${plural(hosts, 'host')}`,
  jobForAll: 'New job for all',
  jobForSome: 'New job for selected',
  jobOn: (hosts: number): string => `New job for ${plural(hosts, 'host')}`,
  severalJobs: 'Not all hosts miss the same packages. Start one job for each of these sets:',
  gathering: 'Loading hosts …',
  onlyHeld:
    'All of these packages are held on their hosts, and jobs skip held packages. Unhold them, or add an exception.',
  noneLate: 'No overdue patches',
  noneLateText:
    'All matching security patches are within their SLA. Patches without a recorded pending date have no due date, and are not counted as overdue.',
  none: 'No matching security patches',
  noneText: 'No host in your scope is known to miss one.',
} as const;
