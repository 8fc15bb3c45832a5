import type { Operation } from './wishes.ts';

/** Each operation, and what it does. */
export const OPERATION_TEXTS: Readonly<Record<Operation, readonly [string, string]>> = {
  patch: ['Patch', 'Brings packages to newer versions.'],
  install: ['Install', 'Installs packages by name.'],
  update: ['Update', 'Brings named packages to their newest version, or to the one that you name.'],
  remove: ['Remove', 'Removes packages by name.'],
  hold: ['Hold', 'Keeps packages at their version: no patch touches them until the hold is released.'],
  unhold: ['Release a hold', 'Lets patches touch the packages again.'],
  refresh: ['Refresh', 'Reads the lists of packages anew. Nothing is installed.'],
  reboot: ['Reboot', 'Restarts the hosts and waits until they are back.'],
};

export const CHECK_TEXTS = {
  before: 'Begin on a host only while its health checks pass',
  wait: 'Wait for them at most (optional)',
  waitHelp: 'Left empty: one hour. A host that still fails then is left out.',
  after: 'Run the checks after the work: a host on which they fail has failed',
  soak: 'Watch the host for (optional)',
  soakHelp: 'Left empty: the checks must pass once. A check that failed before the work does not count.',
} as const;
