export const texts = {
  what: 'Packages that not all hosts of a group have in the same versions.',
  choose: 'Choose a group.',
  chooseText: 'What differs among its hosts is shown then.',
  noGroups: 'There are no groups.',
  noGroupsText: 'Make one of the hosts that should be alike.',
  same: 'All hosts of the group have the same packages in the same versions.',
  noneFits: 'No package that differs has such a name.',
  unknown: 'The packages of no host of this group are known yet.',
  hosts: (count: number): string => `${count} ${count === 1 ? 'host' : 'hosts'}`,
  more: (count: number): string => `and ${count} more`,
} as const;
