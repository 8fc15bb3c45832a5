import { BaseModel, type Actor } from '../../server/plugin.ts';

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
