import { actedBy, type Context, idempotent, paging, reply, type Routes } from '#sdk';
import type { components } from '../../generated/manager.ts';
import { BackupModel } from './models.ts';
import { request as requestBackup, required } from './schedule.ts';

export const backupRoutes = (ctx: Context, wake: () => void): Routes<'backups'> => ({
  async listBackups({ query }) {
    const { state, state_not: stateNot } = query;
    const filtered = BackupModel.query(ctx.db.reader);
    paging.whereState(filtered, { state, stateNot });
    const rows = await filtered;
    return reply(200, paging.list('backups', rows.map(backupToWire), query));
  },
  async createBackup(request) {
    const call = idempotent.call('createBackup', request);
    const made = await requestBackup(ctx, call, actedBy(request));
    wake();
    return reply(202, backupToWire(made));
  },
  async getBackup({ params }) {
    return reply(200, backupToWire(await required(ctx.db.reader, params.backup_id)));
  },
});

const number = (value: number | null): number | null => (value === null ? null : Number(value));

const backupToWire = (backup: BackupModel): components['schemas']['Backup'] => ({
  id: backup.id,
  state: backup.state,
  due_at: backup.dueAt.toISOString(),
  requested_by:
    backup.requestedByName === null ? null : { id: backup.requestedById, username: backup.requestedByName },
  tries: backup.tries,
  started_at: backup.startedAt?.toISOString() ?? null,
  ended_at: backup.endedAt?.toISOString() ?? null,
  file: backup.file,
  rows: number(backup.rows),
  bytes: number(backup.bytes),
  message: backup.message,
});
