import { plural } from '../../core/format.ts';

export const texts = {
  listed: 'Its hosts are listed by hand.',
  byRule: (rule: string): string => `A host belongs to it when: ${rule}.`,
  deleteTitle: (name: string): string => `Delete the group “${name}”?`,
  deleteText: (hosts: number): string => {
    const kept =
      hosts === 0
        ? 'It has no host.'
        : hosts === 1
          ? 'Its host stays as it is.'
          : `Its ${plural(hosts, 'host')} stay as they are.`;
    return `${kept} Maintenance windows and freezes of the group are deleted with it, and notification rules for this group alone are switched off. Filters that name it find no host any more; jobs that have ended keep its name.`;
  },
  isDeleting: 'It is being deleted.',
  movedTitle: 'Somebody else has changed this group meanwhile.',
  moved:
    'What it is now stands above. Your entries stand as you typed them; save again if they are still right.',
  noneListed: 'No host is in this group.',
  noneByRule: 'No host fits the rule now. One that fits later joins by itself.',
  takeOut: (count: number): string => `Take ${plural(count, 'host')} out of the group`,
  takeOutTitle: (count: number, name: string): string => `Take ${plural(count, 'host')} out of “${name}”?`,
  takeOutText: 'The hosts themselves stay as they are.',
  add: (count: number): string => (count === 0 ? 'Add to the group' : `Add ${plural(count, 'host')}`),
  isMember: 'is in it',
  added: (count: number): string => `${plural(count, 'host')} added.`,
  takenOut: (count: number): string => `${plural(count, 'host')} taken out.`,
  notTakenOut: (count: number): string => `${plural(count, 'host')} could not be taken out:`,
};
