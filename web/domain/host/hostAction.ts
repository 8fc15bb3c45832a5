/** What a person can do with hosts. */
export type HostAction =
  | 'patch'
  | 'reboot'
  | 'hold'
  | 'unhold'
  | 'refresh'
  | 'edit'
  | 'maintenanceOn'
  | 'maintenanceOff'
  | 'addTags'
  | 'removeTags'
  | 'remove';
