/** What other plugins may know of maintenance windows: types alone. */

/** One time that a window will open. */
export interface WindowStart {
  /** Of the window. */
  id: string;
  name: string;
  /** IANA. */
  timezone: string;
  /** Null: it is a group's. */
  hostId: string | null;
  groupId: string | null;
  startsAt: Date;
  endsAt: Date;
}

export interface WindowsService {
  /** Every opening of an enabled window that begins after `from` and not after `to`, by start; freezes are not looked at. */
  startsBetween(from: Date, to: Date): Promise<WindowStart[]>;
}

declare module '../../server/plugin.ts' {
  interface Services {
    'maintenance-windows': WindowsService;
  }
}
