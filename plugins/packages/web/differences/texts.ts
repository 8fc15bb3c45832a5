export const texts = {
  what: 'Packages whose versions differ within a group',
  choose: 'Select a group',
  chooseText: 'Package differences among its hosts are shown here.',
  noGroups: 'No groups yet',
  noGroupsText: 'Create a group of hosts that should be identical.',
  same: 'All hosts of the group have the same packages in the same versions.',
  noneFits: 'No differences match.',
  unknown: 'No package data for this group yet',
  hosts: (count: number): string => `${count} ${count === 1 ? 'host' : 'hosts'}`,
  more: (count: number): string => `and ${count} more`,
} as const;
