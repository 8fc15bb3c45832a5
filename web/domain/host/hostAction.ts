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
  | 'removeFromGroup'
  | 'remove';

/** Actions that ask before they do anything. */
export type AskedAction = Exclude<HostAction, 'patch' | 'refresh' | 'edit'>;
export type JobAction = 'reboot' | 'hold' | 'unhold';

export const isJobAction = (action: HostAction): action is JobAction =>
  action === 'reboot' || action === 'hold' || action === 'unhold';
