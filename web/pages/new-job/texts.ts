import { plural } from '../../core/format.ts';
import type { Operation } from '../../domain/job/wishes.ts';

export const PLANNED = 'First a plan is made, which you see and approve; nothing changes before.';
export const CONFIRMED = 'It starts once you have confirmed it, with its hosts named.';

/** “Reboot 3 hosts”: the button, and the question. */
export function directText(operation: Operation, hosts: number): string {
  const on = plural(hosts, 'host');
  switch (operation) {
    case 'hold':
      return `Hold on ${on}`;
    case 'unhold':
      return `Release on ${on}`;
    case 'refresh':
      return `Refresh ${on}`;
    case 'reboot':
      return `Reboot ${on}`;
    default:
      return `Plan for ${on}`;
  }
}

/** What the job causes, told under the question. */
export const CONSEQUENCES: Readonly<Partial<Record<Operation, string>>> = {
  hold: 'Patches of these packages are left out on these hosts until the hold is released, security patches too.',
  unhold: 'The next patch of these hosts may change these packages.',
  refresh: 'Each host reads its lists of packages anew. Nothing is installed.',
  reboot: 'Each host restarts, and what runs on it is away meanwhile. The job follows until it is back.',
};
