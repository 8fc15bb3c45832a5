import { BaseModel } from '#sdk';

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
