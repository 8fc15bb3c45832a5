import { plural } from '../../core/format.ts';
import type { Operation } from '../../domain/job/wishes.ts';

export const PLANNED = 'You review a plan first. Nothing changes until you approve it.';
export const CONFIRMED = 'Starts after you confirm the list of hosts.';

export const targetTexts = {
  label: 'Select by',
  hosts: 'Hosts',
  groups: 'Groups and tags',
  selected: 'Selected:',
  none: 'Select hosts, groups or tags. The job runs on all of them together.',
  clear: 'Clear',
  tagsHelp: 'For example web or env=prod. The hosts are those that match when you create the job.',
  asFilter: 'Use this filter as target',
  lost: 'The host selection is not available in this tab. Select the hosts again.',
} as const;

/** Hosts that are not among those to patch. */
export const heldText = (hosts: number): string =>
  hosts === 1
    ? '1 more host misses this patch and is not included: all of the packages are held there.'
    : `${plural(hosts, 'more host')} miss this patch and are not included: all of the packages are held there.`;

/** “Reboot 3 hosts”: the button, and the question; null: nobody has counted the hosts yet. */
export function directText(operation: Operation, hosts: number | null): string {
  const on = hosts === null ? 'the selected hosts' : plural(hosts, 'host');
  switch (operation) {
    case 'hold':
      return `Hold on ${on}`;
    case 'unhold':
      return `Unhold on ${on}`;
    case 'refresh':
      return `Refresh ${on}`;
    case 'reboot':
      return `Reboot ${on}`;
    case 'connection':
      return `Change the connection of ${on}`;
    default:
      return `Plan for ${on}`;
  }
}

/** What the job causes, told under the question. */
export const CONSEQUENCES: Readonly<Partial<Record<Operation, string>>> = {
  hold: 'Patches skip these packages on these hosts until you unhold them, security patches too.',
  unhold: 'The next patch job on these hosts may upgrade these packages.',
  refresh: 'Each host updates its package lists. Nothing is installed.',
  connection:
    'Each host opens the new way first, and gives up the other one only when the new one works. A host where it does not stays as it is, and fails.',
  reboot:
    'Each host reboots, and its services are unavailable until it is up again. The job waits until the host is back.',
};
