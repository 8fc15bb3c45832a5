import type { Held } from '../events.ts';
import type { RebootPolicy } from './jobSpec.ts';

/** What becomes of the hosts; `warn`: no gate holds them. */
export type HoldEffect = 'wait' | 'skip' | 'fail' | 'warn';

/** A host by its name. */
export interface NamedHost {
  hostId: string;
  fqdn: string;
}

/** Something that would hold hosts of a job, or that deserves a look before it runs. */
export interface PreviewHold extends Omit<Held, 'hosts'> {
  effect: HoldEffect;
  reason: string;
  /** Why, for the first of the hosts; may be empty. */
  message: string;
  /** When the window that opens at `until` closes. */
  endsAt: Date | null;
  hostsTotal: number;
  /** The first of them. */
  hosts: NamedHost[];
}

/** What would hold a job, before it is written. */
export interface JobPreview {
  hostsTotal: number;
  hostsFree: number;
  hosts: NamedHost[];
  holds: PreviewHold[];
  holdsTotal: number;
  refusal: { code: string; message: string } | null;
  reboot: RebootPolicy;
  hostsRebootRequired: number;
  hostsRebootUnknown: number;
}
