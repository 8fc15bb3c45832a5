/** Makes the backups that are due, one after the other, and tidies up after them. */
import type { Knex } from 'knex';
import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { actors, backups, type Context, leased, sizeText, type Tx, work } from '#sdk';
import type {} from '../notifications/api.ts';
import { BackupModel } from './models.ts';
import { isDue, plan } from './schedule.ts';
import { backupSection, type BackupSettings } from './settings.ts';

/** How late a backup begins at most. */
const TICK_MS = 30_000;
/** For so long nobody else makes one that has been begun; whoever makes it says three times meanwhile that it does. */
const LEASE_MS = 60_000;
/** Tries of a scheduled backup, and the time between them. */
const TRIES = 3;
const PAUSE_MS = 10 * 60_000;
/** What else is on that disk needs room, too. */
const LEFT_FREE = 256 * 1_048_576;
const DAY_MS = 86_400_000;
/** How long a failed one is told. */
const FAILED_KEPT_MS = 90 * DAY_MS;
const UNFINISHED = /^fleetmend-.*\.age\.\d+\.part$/;
const MAX_MESSAGE = 1_000;
const LOST = 'The manager that made it ended before it was done, each time.';

/** The loop of every manager. The row's claim gives a backup to one of them. */
export const createRunner = (ctx: Context): leased.Rounds =>
  leased.rounds(ctx, { ms: TICK_MS, failed: 'backups could not be looked at' }, async (signal) => {
    if (!(await isDue(ctx))) return;
    while (!signal.aborted) {
      const claimed = await claim(ctx);
      if (!claimed) return;
      // Whoever made it was lost each time, and could tell nobody.
      if (claimed.tries > TRIES) await fail(ctx, claimed, LOST);
      else await make(ctx, claimed, signal);
    }
  });

/** The backup that is due first, or whose maker was lost. Null: none is, or another manager has it. */
const claim = (ctx: Context): Promise<BackupModel | null> =>
  ctx.tx(
    async ({ knex }) => {
      const now = await ctx.db.now(knex);
      const due = await BackupModel.query(knex)
        .whereIn('state', ['waiting', 'running'])
        .where('look_at', '<=', now)
        .orderBy('look_at')
        .forUpdate()
        .first();
      if (!due) return null;
      return BackupModel.query(knex).patchAndFetchById(due.id, {
        state: 'running',
        startedAt: now,
        lookAt: new Date(now.getTime() + LEASE_MS),
        managerId: ctx.instanceId,
        tries: due.tries + 1,
      });
    },
    { name: 'backups.claim' },
  );

async function make(ctx: Context, one: BackupModel, signal: AbortSignal): Promise<void> {
  const settings = await ctx.settings.get(backupSection);
  const file = join(settings.directory, fileName(one.startedAt ?? one.dueAt));
  const rhythm = { ms: LEASE_MS / 3, failed: 'a backup could not keep its turn' };
  const beat = work.every(ctx, rhythm, () => keep(ctx, one));
  try {
    await requireRoom(ctx, settings.directory);
    const to = { recipients: settings.recipients };
    const made = await backups.make(ctx, { file, to, signal, actor: actors.system });
    await end(ctx, one, { state: 'made', file, rows: made.rows, bytes: made.bytes, message: null }, settings);
    ctx.log.info({ file, rows: made.rows, bytes: made.bytes }, 'backup made');
  } catch (error) {
    if (signal.aborted) return await giveBack(ctx, one);
    ctx.log.error({ error, file }, 'a backup failed');
    return await fail(ctx, one, (error as Error).message);
  } finally {
    beat.stop();
  }
  // Whatever keeps old files there: this one is made.
  await tidy(ctx, settings).catch((error: unknown) =>
    ctx.log.warn({ error }, 'old backups could not be deleted'),
  );
}

/** The row, as long as it is this manager's to write. */
const held = (knex: Knex, { id, managerId, tries }: BackupModel) =>
  BackupModel.query(knex).where({ id, manager_id: managerId, tries, state: 'running' });

const keep = ({ db, tx }: Context, one: BackupModel): Promise<void> =>
  tx(
    async ({ knex }) => {
      const lookAt = new Date((await db.now(knex)).getTime() + LEASE_MS);
      await held(knex, one).patch({ lookAt });
    },
    { name: 'backups.keep' },
  );

/** This manager stops: whoever comes first makes it. */
const giveBack = ({ tx }: Context, one: BackupModel): Promise<void> =>
  tx(
    async ({ knex }) => {
      await held(knex, one).patch({ state: 'waiting', lookAt: one.dueAt, tries: one.tries - 1 });
    },
    { name: 'backups.giveBack' },
  );

type Outcome = Pick<BackupModel, 'state' | 'message'> & Partial<BackupModel>;

/** Writes what became of it, unless another manager has it now, and plans the next one. */
const end = (ctx: Context, one: BackupModel, outcome: Outcome, settings: BackupSettings): Promise<void> =>
  ctx.tx(
    async (tx) => {
      const now = await ctx.db.now(tx.knex);
      const isOurs = await held(tx.knex, one).patch({ ...outcome, endedAt: now, lookAt: null });
      if (isOurs === 0) return;
      if (outcome.state === 'failed')
        await tellFailure(ctx, tx, { id: one.id, message: outcome.message ?? '', at: now, settings });
      // The scheduled one, and its tries, are of no concern to one that somebody asked for.
      if (one.requestedByName === null) await plan(tx, settings, now);
    },
    { name: 'backups.end' },
  );

/** A scheduled one is tried again; the last failure is told to people. */
async function fail(ctx: Context, one: BackupModel, why: string): Promise<void> {
  const settings = await ctx.settings.get(backupSection);
  const message = why.slice(0, MAX_MESSAGE);
  if (one.requestedByName !== null || one.tries >= TRIES || !settings.enabled)
    return end(ctx, one, { state: 'failed', message }, settings);
  await ctx.tx(
    async ({ knex }) => {
      const now = await ctx.db.now(knex);
      const again = new Date(now.getTime() + PAUSE_MS);
      const set = { state: 'waiting' as const, endedAt: now, lookAt: again, message };
      await held(knex, one).patch(set);
    },
    { name: 'backups.again' },
  );
}

interface Failure {
  id: string;
  message: string;
  at: Date;
  settings: BackupSettings;
}

async function tellFailure(ctx: Context, tx: Tx, failure: Failure): Promise<void> {
  const { id, message, at } = failure;
  const { directory } = failure.settings;
  ctx.audit.record(tx, {
    actor: actors.system,
    address: null,
    action: 'backup.failed',
    resource: { kind: 'backup', id, name: null },
    after: { message, directory },
  });
  const last = await lastMade(tx.knex);
  const fact = { id, at, message, directory, lastMadeAt: last?.endedAt ?? null };
  await ctx.useIfOn('notifications')?.tellOfFailedBackup(tx, fact);
}

const lastMade = async (knex: Knex): Promise<BackupModel | undefined> =>
  BackupModel.query(knex).where({ state: 'made' }).orderBy('ended_at', 'desc').first();

/** A full disk would stop the database, if it lies there. Throws with why it cannot be written there. */
async function requireRoom(ctx: Context, directory: string): Promise<void> {
  const { bsize, bavail } = await statfs(directory);
  const last = await lastMade(ctx.db.reader);
  const needed = Number(last?.bytes ?? 0) * 1.2 + LEFT_FREE;
  if (bsize * bavail >= needed) return;
  throw new Error(
    `${directory} has ${sizeText(bsize * bavail)} free, and a backup needs ${sizeText(needed)} there: free some space, keep fewer backups, or choose another directory`,
  );
}

/** Deletes what is beyond the number of files that are kept, of those that this manager has made. */
async function tidy(ctx: Context, { keep: kept, directory }: BackupSettings): Promise<void> {
  const made = await BackupModel.query(ctx.db.reader)
    .where({ state: 'made', manager_id: ctx.instanceId })
    .orderBy('ended_at', 'desc');
  const old = made.slice(kept);
  for (const { file } of old) if (file !== null) await rm(file, { force: true });
  const now = await ctx.db.now();
  await ctx.tx(
    async ({ knex }) => {
      await BackupModel.query(knex)
        .findByIds(old.map(({ id }) => id))
        .delete();
      const before = new Date(now.getTime() - FAILED_KEPT_MS);
      await BackupModel.query(knex).where({ state: 'failed' }).where('ended_at', '<', before).delete();
    },
    { name: 'backups.tidy' },
  );
  for (const name of (await readdir(directory)).filter((each) => UNFINISHED.test(each))) {
    const file = join(directory, name);
    if (now.getTime() - (await stat(file)).mtimeMs > DAY_MS) await rm(file, { force: true });
  }
}

/** `fleetmend-20260115T023004Z.age` */
const fileName = (at: Date): string =>
  `fleetmend-${at.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}.age`;
