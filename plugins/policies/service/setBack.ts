import {
  CLOCKS_DIFFER_MS,
  inTurns,
  RecurrenceRefused,
  systemActor,
  type Context,
  type Tx,
} from '../../../server/plugin.ts';
import { startsAfter, type Start } from '../domain/schedule.ts';
import { PolicyModel, RunModel } from '../models.ts';
import { nextOf } from './due.ts';
import { activeRun, endPrepared, isPrepared } from './prepared.ts';
import { tellPolicy } from './rows.ts';

/** The most coming starts of a policy that are searched for one without a run. */
const MOST_SEARCHED = 50;
/** Why a start that a clock ahead took for past has no run. */
const NOT_BEGUN = ['START_MISSED', 'RUN_OVERLAPS'];
const MADE_AHEAD =
  'The clock was ahead when this run was made, and has been set back since: its start is still to come.';

/**
 * Brings policies back whose next start was computed while the clock was ahead: what was to come between now and then
 * would be left out without a word. What has run does not run again.
 */
export async function mendStarts(ctx: Context): Promise<void> {
  const now = await ctx.db.now();
  const policies = await PolicyModel.query(ctx.db.reader);
  for (const id of await inTurns(toMend(policies, now)))
    await ctx.tx((tx) => mend(ctx, tx, id), { name: 'policies.mendStarts' });
}

/** The ids of policies whose next start or prepared run a clock ahead may have given. */
function* toMend(policies: readonly PolicyModel[], now: Date): Generator<void, string[]> {
  const ids: string[] = [];
  for (const policy of policies) {
    if (policy.activeRunId !== null || isAheadOf(policy, now)) ids.push(policy.id);
    yield;
  }
  return ids;
}

function isAheadOf(policy: PolicyModel, now: Date): boolean {
  const [first] = startsOf(policy, now, 1);
  return first !== undefined && first.startsAt.getTime() < (policy.nextStartAt?.getTime() ?? Infinity);
}

/** Empty for a rule that is refused by now: no start of it can be brought back. */
function startsOf(policy: PolicyModel, after: Date, limit: number): Start[] {
  try {
    return startsAfter(policy, after, limit);
  } catch (error) {
    if (error instanceof RecurrenceRefused) return [];
    throw error;
  }
}

async function mend(ctx: Context, tx: Tx, id: string): Promise<void> {
  const policy = await PolicyModel.query(tx.knex).findById(id).forUpdate();
  if (!policy) return;
  const now = await ctx.db.now(tx.knex);
  await endAhead(ctx, tx, policy, now);
  await RunModel.query(tx.knex)
    .where({ policy_id: id, state: 'skipped' })
    .whereIn('reason', NOT_BEGUN)
    .where('starts_at', '>', now)
    .patch({ localStart: null });
  if (!isAheadOf(policy, now)) return;
  const starts = startsOf(policy, now, MOST_SEARCHED);
  const known = await RunModel.query(tx.knex)
    .select('local_start')
    .where('policy_id', id)
    .whereIn(
      'local_start',
      starts.map(({ localStart }) => localStart),
    );
  const taken = new Set(known.map(({ localStart }) => localStart));
  const next = starts.find(({ localStart }) => !taken.has(localStart));
  if (!next || next.startsAt.getTime() >= (policy.nextStartAt?.getTime() ?? Infinity)) return;
  await PolicyModel.query(tx.knex)
    .findById(id)
    .patch(nextOf(ctx, policy, new Date(next.startsAt.getTime() - 1)));
  tellPolicy(ctx, tx, id);
}

/** Ends a run that would wait for a start further ahead than any run is prepared: all others would overlap with it. */
async function endAhead(ctx: Context, tx: Tx, policy: PolicyModel, now: Date): Promise<void> {
  const run = await activeRun(tx, policy);
  const latestMs = now.getTime() + policy.planLeadSecs * 1_000 + CLOCKS_DIFFER_MS;
  if (!isPrepared(run, now) || run.startsAt.getTime() <= latestMs) return;
  const standing = { state: 'skipped', reason: 'START_MISSED', message: MADE_AHEAD } as const;
  const by = { actor: systemActor, address: null };
  await endPrepared(ctx, tx, { run, standing, set: { localStart: null }, by, now });
}
