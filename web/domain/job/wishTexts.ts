import type { Operation } from './wishes.ts';

/** Each operation, and what it does. */
export const OPERATION_TEXTS: Readonly<Record<Operation, readonly [string, string]>> = {
  patch: ['Patch', 'Upgrades installed packages.'],
  install: ['Install', 'Installs packages by name.'],
  update: ['Update', 'Upgrades named packages to the newest or a given version.'],
  remove: ['Remove', 'Removes packages by name.'],
  hold: ['Hold', 'Keeps packages at their version: patches skip them until you unhold them.'],
  unhold: ['Unhold', 'Allows patches to upgrade the packages again.'],
  refresh: ['Refresh', 'Updates the package lists. Nothing is installed.'],
  reboot: ['Reboot', 'Reboots the hosts and waits until they are back.'],
  agent_update: ['Update agents', 'Brings the agents to the version that this manager serves.'],
  connection: ['Change connection', 'Changes whether the manager connects to the hosts, or they to it.'],
};

export const CHECK_TEXTS = {
  before: 'Require passing health checks before start',
  wait: 'Wait up to (optional)',
  waitHelp: 'Default: 1 hour. Hosts still failing then are skipped.',
  after: 'Run health checks afterwards; failing hosts count as failed',
  soak: 'Soak time (optional)',
  soakHelp: 'Default: the checks must pass once. Checks that failed before the work do not count.',
} as const;
