/** What other plugins may use of maintenance windows: only types. */
import type { Actor, HostScope } from '#sdk';

/** One time that a window will open. */
export interface WindowStart {
  /** The window's id. */
  id: string;
  name: string;
  /** An IANA name. */
  timezone: string;
  /** Null for a window of a group. */
  hostId: string | null;
  groupId: string | null;
  startsAt: Date;
  endsAt: Date;
}

export interface WindowsService {
  /** Every opening of an enabled window that begins after `from` and not after `to`, by start; freezes are not looked at. */
  startsBetween(from: Date, to: Date): Promise<WindowStart[]>;
}

/** Who asks, and which hosts that person may see. */
export interface Viewer {
  actor: Actor;
  scope: HostScope;
}

/** Recurring work that will want to begin on some hosts. */
export interface PlannedWork {
  kind: 'policy';
  id: string;
  name: string;
  /** By time. */
  startsAt: readonly Date[];
  /** Those of its hosts that were asked about. */
  hostIds: readonly string[];
  /** It waits for maintenance windows. */
  keepsWindows: boolean;
}

declare module '#sdk' {
  interface Services {
    /** Which windows and freezes begin when. */
    'maintenance-windows': WindowsService;
  }
  interface Hooks {
    /**
     * What recurring work will start in a period on the hosts of `within`, as far as the viewer may know of it?
     * `isCut`: there is more than was looked at.
     */
    'maintenance-windows.plannedWork': {
      question: { from: Date; to: Date; viewer: Viewer; within: HostScope };
      answer: { work: PlannedWork[]; isCut: boolean };
    };
  }
}
