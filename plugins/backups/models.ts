import { BaseModel, columns, type Migration } from '#sdk';

export type BackupState = 'waiting' | 'running' | 'made' | 'failed';

/** A backup that is made at its time, is being made, or was made. */
export class BackupModel extends BaseModel {
  static override tableName = 'backups_backups';
  static override timestamps = ['dueAt', 'lookAt', 'startedAt', 'endedAt'];

  declare id: string;
  declare state: BackupState;
  /** Its time of day, or when somebody asked for it. */
  declare dueAt: Date;
  /** By the database's clock: when it is made, is tried again, or its maker counts as lost; null: it has ended. */
  declare lookAt: Date | null;
  /** Who asked for it; null, and no name: the schedule. */
  declare requestedById: string | null;
  declare requestedByName: string | null;
  declare tries: number;
  /** Which manager made the last attempt. */
  declare managerId: string | null;
  declare startedAt: Date | null;
  declare endedAt: Date | null;
  declare file: string | null;
  declare rows: number | null;
  declare bytes: number | null;
  /** Why the last attempt failed. */
  declare message: string | null;
}

export const createTables: Migration = {
  name: 'backups/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.createTable('backups_backups', (t) => {
      columns.id(t);
      columns.ascii(t, 'state', 10).notNullable();
      columns.timestamp(t, 'due_at').notNullable();
      columns.timestamp(t, 'look_at');
      columns.uuid(t, 'requested_by_id');
      columns.string(t, 'requested_by_name', 255);
      columns.integer(t, 'tries').notNullable();
      columns.uuid(t, 'manager_id');
      columns.timestamp(t, 'started_at');
      columns.timestamp(t, 'ended_at');
      columns.text(t, 'file');
      columns.bigint(t, 'rows');
      columns.bigint(t, 'bytes');
      columns.text(t, 'message');
      t.index(['look_at'], 'backups_backups_by_look');
    });
  },
};
