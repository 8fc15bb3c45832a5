/** Which backup is made next. */
import type { Knex } from 'knex';
import { type Actor, AppError, type Context, type idempotent, newId, recurrence, type Tx } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import { BackupModel } from './models.ts';
import { backupSection, type BackupSettings } from './settings.ts';

const DAY_MS = 86_400_000;
/** No daily backup lies further ahead, also where a day has 25 hours. */
export const LONGEST_WAIT_MS = 26 * 3_600_000;

/** The next time of day after an instant. */
export function nextTime({ time, timezone }: Pick<BackupSettings, 'time' | 'timezone'>, after: Date): Date {
  const day = new Date(after.getTime() - 2 * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
  const rrule = `DTSTART:${day}T${time.replace(':', '')}00\nRRULE:FREQ=DAILY`;
  const times = { timezone, rrule, startsAt: null, durationSecs: 0 };
  const [next] = recurrence.occurrencesOf(times, { fromMs: after.getTime(), limit: 1, least: 1 });
  if (!next) throw new Error(`a day without ${time} in ${timezone}`);
  return new Date(next.startMs);
}

/**
 * Puts the scheduled backup at its next time, or takes it away where backups are off. One whose time has come, and that
 * has failed before, stays: it is tried again with the settings as they are then.
 */
export async function plan(tx: Tx, settings: BackupSettings, now: Date): Promise<void> {
  const scheduled = () =>
    BackupModel.query(tx.knex).where({ state: 'waiting' }).whereNull('requested_by_name');
  if (!settings.enabled) return void (await scheduled().delete());
  await scheduled().where('due_at', '>', now).delete();
  if (await scheduled().first()) return;
  await BackupModel.query(tx.knex).insert(waiting(nextTime(settings, now), null));
}

/** Whether one is to be made now. Plans the next where none is planned, or so far ahead that a wrong clock has put it there. */
export async function isDue(ctx: Context): Promise<boolean> {
  const settings = await ctx.settings.get(backupSection);
  const now = await ctx.db.now();
  const open = await BackupModel.query(ctx.db.reader).whereNotNull('look_at');
  const next = open.find(({ requestedByName }) => requestedByName === null);
  const isPlanned = next !== undefined && next.dueAt.getTime() - now.getTime() < LONGEST_WAIT_MS;
  if (isPlanned !== settings.enabled) await ctx.tx((tx) => plan(tx, settings, now), { name: 'backups.plan' });
  return open.some(({ lookAt }) => lookAt !== null && lookAt <= now);
}

/** A backup that somebody wants now. Throws BACKUP_NOT_CONFIGURED, BACKUP_RUNNING, IDEMPOTENCY_MISMATCH. */
export async function request(ctx: Context, call: idempotent.Call, by: ActedBy): Promise<BackupModel> {
  const { recipients } = await ctx.settings.get(backupSection);
  if (recipients.length === 0) throw new AppError('BACKUP_NOT_CONFIGURED');
  const asked = await ctx.tx(
    async (tx) => {
      const make = async (): Promise<BackupModel> => {
        const other = await BackupModel.query(tx.knex)
          .whereIn('state', ['waiting', 'running'])
          .whereNotNull('requested_by_name')
          .forUpdate()
          .first();
        if (other) throw new AppError('BACKUP_RUNNING');
        const row = await BackupModel.query(tx.knex).insertAndFetch(
          waiting(await ctx.db.now(tx.knex), by.actor),
        );
        const resource = { kind: 'backup', id: row.id, name: null } as const;
        ctx.audit.record(tx, { ...by, action: 'backup.requested', resource });
        return row;
      };
      return ctx.idempotency.onceRow(tx, call, { make, find: (id) => required(tx.knex, id) });
    },
    { name: 'backups.request' },
  );
  return asked;
}

/** Throws BACKUP_NOT_FOUND. */
export async function required(knex: Knex, id: string): Promise<BackupModel> {
  const row = await BackupModel.query(knex).findById(id);
  if (!row) throw new AppError('BACKUP_NOT_FOUND', { details: { backup_id: id } });
  return row;
}

const waiting = (dueAt: Date, by: Actor | null) => ({
  id: newId(),
  state: 'waiting' as const,
  dueAt,
  lookAt: dueAt,
  requestedById: by?.ownerId ?? by?.id ?? null,
  requestedByName: by?.name ?? null,
  tries: 0,
});
