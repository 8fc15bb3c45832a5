import { plural } from '../../core/format.ts';

export const texts = {
  listed: 'Manual group: hosts are added and removed one by one.',
  byRule: (rule: string): string => `Rule: ${rule}.`,
  deleteTitle: (name: string): string => `Delete group “${name}”?`,
  deleteText: (hosts: number): string => {
    const kept =
      hosts === 0
        ? 'The group is empty.'
        : hosts === 1
          ? 'The host is not changed.'
          : `The ${plural(hosts, 'host')} are not changed.`;
    return `${kept} Maintenance windows and freezes of the group are deleted with it, and notification rules for only this group are disabled. Filters by this group no longer match; ended jobs keep its name.`;
  },
  isDeleting: 'Deleting …',
  movedTitle: 'Someone else has changed this group since.',
  moved: 'The saved version is shown above. Your entries are kept; save again if they are still right.',
  noneListed: 'No hosts in this group',
  noneByRule: 'No hosts match the rule now. Hosts that match later join automatically.',
  takeOut: (count: number): string => `Remove ${plural(count, 'host')} from the group`,
  takeOutTitle: (count: number, name: string): string => `Remove ${plural(count, 'host')} from “${name}”?`,
  takeOutText: 'The hosts themselves are not changed.',
  add: (count: number): string => (count === 0 ? 'Add to the group' : `Add ${plural(count, 'host')}`),
  isMember: 'member',
  added: (count: number): string => `${plural(count, 'host')} added.`,
  takenOut: (count: number): string => `${plural(count, 'host')} removed.`,
  notTakenOut: (count: number): string => `${plural(count, 'host')} could not be removed:`,
};
