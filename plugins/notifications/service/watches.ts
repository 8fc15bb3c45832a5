import { actors, AppError, newId, type Actor, type Context, type HostScope, type Tx } from '#sdk';
import type { Knex } from 'knex';
import type { HostStanding } from '#sdk/patching.ts';
import type { JobFact } from '../api.ts';
import { WatchModel } from '../models.ts';
import { readMail } from '../settings.ts';

/** Jobs of one account at a time. */
const MOST_WATCHES = 100;

/** Whether somebody is told when a job ends. */
export interface JobWatch {
  /** Null: not told. */
  id: string | null;
  /** Whether a mail would arrive. */
  mail: 'on' | 'off' | 'no_address';
}

interface Asked {
  jobId: string;
  actor: Actor;
  scope: HostScope;
}

/** Of the caller; of a token, its owner. Throws JOB_NOT_FOUND, also when the scope holds none of the job's hosts. */
export async function readWatch(ctx: Context, asked: Asked): Promise<JobWatch> {
  await requireSeen(ctx, asked);
  const row = await find(ctx, asked);
  return { id: row?.id ?? null, mail: await mailTo(ctx, accountOf(asked.actor)) };
}

/**
 * Has the caller told once the job ends. Throws JOB_NOT_FOUND, JOB_NOT_WATCHABLE (it has ended, or is a dry run),
 * NOTIFICATION_LIMIT_REACHED.
 */
export async function watchJob(ctx: Context, asked: Asked): Promise<JobWatch> {
  await requireSeen(ctx, asked);
  const accountId = accountOf(asked.actor);
  const key = { job_id: asked.jobId, account_id: accountId };
  const id = await ctx.tx(
    async (tx) => {
      // Locks the job: it ends before this, and nothing is written, or after this, and then the watch is there.
      const job = await ctx.core.patching.jobIn(tx, asked.jobId);
      if (!job || accountId === null) throw new AppError('JOB_NOT_FOUND');
      if (job.hasEnded || job.isDryRun) throw new AppError('JOB_NOT_WATCHABLE');
      const known = await WatchModel.query(tx.knex).findOne(key);
      if (known) return known.id;
      const count = await WatchModel.query(tx.knex).where('account_id', accountId).resultSize();
      if (count >= MOST_WATCHES)
        throw new AppError('NOTIFICATION_LIMIT_REACHED', { details: { max: MOST_WATCHES } });
      const row = { id: newId(), jobId: asked.jobId, accountId, createdAt: ctx.clock.now() };
      await WatchModel.query(tx.knex).insert(row);
      return row.id;
    },
    { name: 'notifications.watchJob' },
  );
  return { id, mail: await mailTo(ctx, accountId) };
}

/** Has the caller not told of the job. Throws JOB_NOT_FOUND. */
export async function unwatchJob(ctx: Context, asked: Asked): Promise<void> {
  await requireSeen(ctx, asked);
  const key = { job_id: asked.jobId, account_id: accountOf(asked.actor) };
  await ctx.tx(async ({ knex }) => void (await WatchModel.query(knex).where(key).delete()), {
    name: 'notifications.unwatchJob',
  });
}

/** Call it in the transaction that removes an account. */
export const forgetWatches = async ({ knex }: Tx, accountId: string): Promise<void> =>
  void (await WatchModel.query(knex).where('account_id', accountId).delete());

/** The end of a job, by the fact that tells of it. */
type End = Pick<JobFact, 'jobId' | 'at'>;

/** The watches that such an end is for: a retry opens the job again, and who asks then waits for its next end. */
const ofEnd = (knex: Knex, { jobId, at }: End) =>
  WatchModel.query(knex).where('job_id', jobId).where('created_at', '<=', new Date(at));

/** Call it in the transaction that tells of a job's end: whoever wanted to hear of it has. */
export const endWatches = async ({ knex }: Tx, end: End): Promise<void> =>
  void (await ofEnd(knex, end).delete());

export const isWatched = async ({ db }: Context, end: End): Promise<boolean> =>
  (await ofEnd(db.reader, end).select('id').first()) !== undefined;

/** Somebody who waits for the end of a job, with the hosts of it that the account may see now. */
export interface Watcher {
  accountId: string;
  address: string;
  hosts: readonly HostStanding[];
  seesAll: boolean;
}

/** Who waits for the end of this job and can be told: by rights and addresses of this moment. */
export async function watchersOf(
  ctx: Context,
  end: End,
  standings: readonly HostStanding[],
): Promise<Watcher[]> {
  const rows = await ofEnd(ctx.db.reader, end).orderBy('id');
  if (rows.length === 0 || !(await readMail(ctx)).isOn) return [];
  const found: Watcher[] = [];
  for (const { accountId } of rows) {
    const watcher = await watcherOf(ctx, accountId, standings);
    if (watcher && watcher.hosts.length > 0) found.push(watcher);
  }
  return found;
}

async function watcherOf(
  ctx: Context,
  accountId: string,
  standings: readonly HostStanding[],
): Promise<Watcher | null> {
  const { accounts, roles } = ctx.core.identity;
  const account = await accounts.find(accountId);
  if (!account?.email || account.disabled) return null;
  const { id, username: name, role, email: address } = account;
  const permissions = await roles.permissionsOf(role);
  if (!permissions.includes('jobs:read')) return null;
  const actor: Actor = { kind: 'user', id, name, role, ...actors.withoutSession, permissions };
  const scope = await actors.hostScopeOf(ctx.hooks, actor);
  if (scope === 'all') return { accountId, address, hosts: standings, seesAll: true };
  const ids = standings.map(({ hostId }) => hostId);
  const seen = await ctx.core.hosts.visible(ids, scope);
  const hosts = standings.filter(({ hostId }) => seen.has(hostId));
  return { accountId, address, hosts, seesAll: false };
}

const accountOf = ({ ownerId, id }: Actor): string | null => ownerId ?? id;

async function requireSeen({ core }: Context, { jobId, scope }: Asked): Promise<void> {
  if ((await core.patching.lastSeq(jobId, scope)) === null) throw new AppError('JOB_NOT_FOUND');
}

const find = ({ db }: Context, { jobId, actor }: Asked) =>
  WatchModel.query(db.reader).findOne({ job_id: jobId, account_id: accountOf(actor) });

async function mailTo(ctx: Context, accountId: string | null): Promise<JobWatch['mail']> {
  if (!(await readMail(ctx)).isOn) return 'off';
  const account = accountId === null ? null : await ctx.core.identity.accounts.find(accountId);
  return account?.email ? 'on' : 'no_address';
}
