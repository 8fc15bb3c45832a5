/** What other plugins may use of maintenance windows: only types. */

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

declare module '#sdk' {
  interface Services {
    /** Which windows and freezes begin when. */
    'maintenance-windows': WindowsService;
  }
}
