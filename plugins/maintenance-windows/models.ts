import type { recurrence } from '#sdk';
import { BaseModel } from '#sdk';

/** A window says when work may begin; a freeze, when none may. */
export type EntryKind = 'window' | 'freeze';

/** A window of a host or of a group, or a freeze of a group or of the whole fleet. */
export class EntryModel extends BaseModel implements recurrence.RecurringTimes {
  static override tableName = 'maintenance_windows_entries';
  static override timestamps = ['startsAt', 'createdAt', 'updatedAt'];
  static override booleans = ['enabled'];

  declare id: string;
  declare kind: EntryKind;
  /** Null for an entry of a group or of the fleet. Set when the entry is made, and never changed. */
  declare hostId: string | null;
  /** Null for an entry of a host or of the fleet. Set when the entry is made, and never changed. */
  declare groupId: string | null;
  declare name: string;
  declare nameKey: string;
  declare timezone: string;
  /** Null for an entry that does not recur; that one has `startsAt` instead. */
  declare rrule: string | null;
  /** Days by which each start is later than the rule says; 0 for an entry that does not recur. */
  declare daysAfter: number;
  declare startsAt: Date | null;
  declare durationSecs: number;
  /** While it is false the entry is as if it were not there. */
  declare enabled: boolean;
  /** Raised by people's edits alone; the ETag. */
  declare editVersion: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}
