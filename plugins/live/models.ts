import { BaseModel, type Actor } from '#sdk';
import type { LiveEvent } from './messages.ts';

/** Whom an event is for: those whose role has the permission, and who see that host (null: who see all). */
export interface Recipients {
  permission: string;
  hostId: string | null;
  /** The groups that a deleted host was in. Absent in notes of older managers; null: the host is there. */
  groupIds?: readonly string[] | null;
}

/**
 * Hosts and jobs are sent by id and read by the manager that tells them; an event that is in no table is sent whole.
 */
export type Note =
  | { kind: 'job'; jobId: string; seq: number }
  | { kind: 'host'; hostId: string }
  | (Recipients & { kind: 'event'; event: LiveEvent; lastIsEnough: boolean });

export class TicketModel extends BaseModel {
  static override tableName = 'live_tickets';
  static override idColumn = 'hash';
  static override jsonAttributes = ['actor'];
  static override timestamps = ['expiresAt'];

  /** SHA-256; the ticket itself is nowhere. */
  declare hash: string;
  /** Who asked for it; judged again when it is used. */
  declare actor: Actor;
  declare expiresAt: Date;
}

/** What one manager tells the others for their subscribers of the fleet; kept for a minute. */
export class NoteModel extends BaseModel {
  static override tableName = 'live_notes';
  static override jsonAttributes = ['note'];
  static override timestamps = ['at'];

  declare id: number;
  /** The manager that wrote it, which has told its own clients already. */
  declare origin: string;
  /** By the database's clock. */
  declare at: Date;
  declare note: Note;
}
