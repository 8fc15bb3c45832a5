import type { IconName } from '../../icons/icons.ts';
import { plural } from '../../core/format.ts';
import type { Schemas } from '../../core/schema.ts';
import type { HostAction } from './hostAction.ts';

/** Why a host does not offer something, as whole sentences. */
export const reasons = {
  maintenance: 'In maintenance mode, so jobs skip it. Exit maintenance mode first.',
  duplicate:
    'The certificate is in use at two addresses, so jobs are refused until the address is corrected.',
  noCertificate: 'No certificate yet, so nothing can be sent.',
  isInMaintenance: 'Already in maintenance mode.',
  isNotInMaintenance: 'Not in maintenance mode.',
  noTags: 'No tags to remove.',
  nothingChosen: 'No hosts selected.',
} as const;

/** Who connects to whom. */
export const CONNECTIONS: Readonly<Record<Schemas['HostConnection'], string>> = {
  dial: 'Host connects to the manager',
  listen: 'Manager connects to the host',
};

export interface ActionWords {
  /** Label of the button. */
  label: string;
  icon: IconName;
}

export const actionWords: Readonly<Record<HostAction, ActionWords>> = {
  patch: { label: 'New job', icon: 'jobs' },
  reboot: { label: 'Reboot …', icon: 'power' },
  refresh: { label: 'Refresh now', icon: 'refresh' },
  edit: { label: 'Edit …', icon: 'system' },
  hold: { label: 'Hold a package …', icon: 'lock' },
  unhold: { label: 'Unhold a package …', icon: 'play' },
  maintenanceOn: { label: 'Enter maintenance mode …', icon: 'pause' },
  maintenanceOff: { label: 'Exit maintenance mode …', icon: 'play' },
  addTags: { label: 'Add tags …', icon: 'plus' },
  removeTags: { label: 'Remove tags …', icon: 'close' },
  removeFromGroup: { label: 'Remove from group …', icon: 'close' },
  remove: { label: 'Remove …', icon: 'trash' },
};

/** “web-1”, or “3 hosts”. */
export function whatOf(names: readonly string[]): string {
  const [first] = names;
  return names.length === 1 && first !== undefined ? first : plural(names.length, 'host');
}

/** The question before an action, and what the action causes. */
export function questionOf(
  action: Exclude<HostAction, 'patch' | 'refresh' | 'edit'>,
  names: readonly string[],
): { title: string; text: string; action: string } {
  const what = whatOf(names);
  switch (action) {
    case 'reboot':
      return {
        title: `Reboot ${what}?`,
        text: 'Each host is unavailable until it is up again. The reboots run as a job, which shows the progress and any host that does not come back.',
        action: names.length === 1 ? 'Reboot' : `Reboot ${what}`,
      };
    case 'hold':
      return {
        title: `Hold packages on ${what}?`,
        text: 'A held package stays at its version: patch jobs skip it, security patches too.',
        action: 'Hold',
      };
    case 'unhold':
      return {
        title: `Unhold packages on ${what}?`,
        text: 'Patch jobs upgrade the packages again. Nothing changes now.',
        action: 'Unhold',
      };
    case 'maintenanceOn':
      return {
        title: `Enter maintenance mode on ${what}?`,
        text: 'Jobs and plans skip hosts in maintenance mode. Polling and refreshing continue.',
        action: 'Enter maintenance mode',
      };
    case 'maintenanceOff':
      return {
        title: `Exit maintenance mode on ${what}?`,
        text: 'Jobs include the hosts again. Skipped work is not caught up automatically.',
        action: 'Exit maintenance mode',
      };
    case 'addTags':
      return {
        title: `Add tags to ${what}?`,
        text: 'Rule-based groups update immediately, and with them who can see the hosts and which jobs include them.',
        action: 'Add tags',
      };
    case 'removeTags':
      return {
        title: `Remove tags from ${what}?`,
        text: 'Rule-based groups update immediately, and with them who can see the hosts and which jobs include them.',
        action: 'Remove tags',
      };
    case 'removeFromGroup':
      return {
        title: `Remove ${what} from a group?`,
        text: 'Only groups with a list of hosts are shown; rule-based groups update automatically. Windows, policies and scopes of the group no longer apply to the hosts.',
        action: 'Remove from group',
      };
    case 'remove':
      return {
        title: `Remove ${what} from the fleet?`,
        text: 'The certificates are revoked immediately, which cannot be undone. Jobs and the audit log keep the names. The machines are not changed and can enroll again.',
        action: names.length === 1 ? 'Revoke and remove' : `Revoke and remove ${names.length}`,
      };
  }
}

/** “2 hosts are left out: …”, one sentence for each reason; empty when none is. */
export function leftText(
  left: readonly { readonly reason: string; readonly target: { readonly name: string } }[],
): string {
  const byReason = Map.groupBy(left, ({ reason }) => reason);
  return [...byReason]
    .map(([reason, ones]) => {
      const [first] = ones;
      const who =
        ones.length === 1 && first ? `${first.target.name} is` : `${plural(ones.length, 'host')} are`;
      return `${who} skipped: ${reason}`;
    })
    .join(' ');
}
