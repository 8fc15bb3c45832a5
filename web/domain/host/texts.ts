import type { IconName } from '../../icons/icons.ts';
import { plural } from '../../core/format.ts';
import type { HostAction } from './hostAction.ts';

/** Why a host does not offer something, as whole sentences. */
export const reasons = {
  maintenance: 'It is in maintenance mode, and jobs skip it. End that first.',
  duplicate:
    'Its certificate is in use at two addresses, so jobs are refused until its address is corrected.',
  noCertificate: 'It has no certificate yet, so nothing can be sent to it.',
  isInMaintenance: 'It is in maintenance mode already.',
  isNotInMaintenance: 'It is not in maintenance mode.',
  noTags: 'It has no tags.',
  nothingChosen: 'No host is chosen.',
} as const;

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
  unhold: { label: 'Release a package …', icon: 'play' },
  maintenanceOn: { label: 'Begin maintenance …', icon: 'pause' },
  maintenanceOff: { label: 'End maintenance …', icon: 'play' },
  addTags: { label: 'Add tags …', icon: 'plus' },
  removeTags: { label: 'Take tags away …', icon: 'close' },
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
        text: 'Each host is away until it has started again. The reboots run as a job, which tells how far each is and which did not come back.',
        action: names.length === 1 ? 'Reboot' : `Reboot ${what}`,
      };
    case 'hold':
      return {
        title: `Hold packages on ${what}?`,
        text: 'A held package stays at its version: patch jobs leave it out, also where it closes a security hole.',
        action: 'Hold',
      };
    case 'unhold':
      return {
        title: `Release packages on ${what}?`,
        text: 'Patch jobs take a released package along again. It is not changed now.',
        action: 'Release',
      };
    case 'maintenanceOn':
      return {
        title: `Begin maintenance of ${what}?`,
        text: 'Jobs and plans skip a host in maintenance mode until somebody ends it. It is still read, and can be refreshed.',
        action: 'Begin maintenance',
      };
    case 'maintenanceOff':
      return {
        title: `End maintenance of ${what}?`,
        text: 'Jobs reach the host again. What was skipped meanwhile is not caught up by itself.',
        action: 'End maintenance',
      };
    case 'addTags':
      return {
        title: `Add tags to ${what}?`,
        text: 'Groups by rule follow at once, and with them who sees the host and which jobs reach it.',
        action: 'Add',
      };
    case 'removeTags':
      return {
        title: `Take tags away from ${what}?`,
        text: 'Groups by rule follow at once, and with them who sees the host and which jobs reach it.',
        action: 'Take away',
      };
    case 'remove':
      return {
        title: `Remove ${what} from the fleet?`,
        text: 'Certificates are revoked at once, which cannot be undone; jobs and the audit log keep the names. The machines themselves are not touched: each can enroll again.',
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
      return `${who} left out: ${reason}`;
    })
    .join(' ');
}
