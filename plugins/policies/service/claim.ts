import { type Context, recurrence, type Tx } from '#sdk';
import { decide, type Decided, type Decision, type Due } from '../domain/decide.ts';
import { startsAfter, type Start } from '../domain/schedule.ts';
import { PolicyModel, RunModel } from '../models.ts';
import { operationOf } from '../work.ts';
import { timeText } from '../reasons.ts';
import { dueFor, nextOf, soonest } from './due.ts';
import { activeRun, endAhead } from './prepared.ts';
import { tellPolicy } from './rows.ts';
import { insertRun } from './runs.ts';
import { hostIdsOf } from './targets.ts';

/** The most coming starts that are searched for one without a run. */
const MOST_SEARCHED = 50;
/** The most past starts that are searched for one to make up for. */
const MOST_PASSED = 400;
const AGAIN_MS = 30_000;

/** The ids of the policies whose time has come, the longest due first. */
export async function duePolicies({ db }: Context, limit: number): Promise<string[]> {
  const rows = await PolicyModel.query(db.reader)
    .select('id')
    .where('due_at', '<=', await db.now())
    .orderBy('due_at')
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Decides about a policy that is due, and writes what was decided and when it is due again, in one transaction: what a
 * crash leaves is either all of it or nothing. Of two managers the second finds that it is not due any more.
 */
export async function claimPolicy(ctx: Context, id: string): Promise<void> {
  try {
    await claim(ctx, id);
  } catch (error) {
    await putOff(ctx, id, error instanceof recurrence.RecurrenceRefused);
    throw error;
  }
}

/**
 * Puts off a policy that failed, so that others get their turn; one whose rule cannot be read any more has no next
 * start.
 */
async function putOff(ctx: Context, id: string, isForGood: boolean): Promise<void> {
  const dueAt = isForGood ? null : new Date((await ctx.db.now()).getTime() + AGAIN_MS);
  const set = { dueAt, ...(isForGood ? { nextStartAt: null, nextLocalStart: null } : {}) };
  await ctx.tx(async ({ knex }) => PolicyModel.query(knex).findById(id).patch(set), {
    name: 'policies.putOff',
  });
}

async function claim(ctx: Context, id: string): Promise<void> {
  const seen = await PolicyModel.query(ctx.db.reader).findById(id);
  if (!seen) return;
  // Asked outside the transaction, as it takes hooks and queries; it is judged again once the plan is made.
  const isUnderRule = await mayNeedApproval(ctx, seen);
  await ctx.tx((tx) => claimIn(ctx, tx, { id, seenVersion: seen.editVersion, isUnderRule }), {
    name: 'policies.claim',
  });
}

async function mayNeedApproval(ctx: Context, policy: PolicyModel): Promise<boolean> {
  const { nextStartAt, target, scope, spec } = policy;
  const approvals = ctx.useIfOn('approvals');
  const now = await ctx.db.now();
  if (!approvals || !nextStartAt || now >= nextStartAt || dueFor(ctx, policy, nextStartAt) > now)
    return false;
  const hostIds = await hostIdsOf(ctx, target, scope.hosts);
  const question = { operation: operationOf(spec), reboot: spec.reboot ?? 'never', hostIds };
  return hostIds.length > 0 && (await approvals.rulesFor(question)).length > 0;
}

async function claimIn(
  ctx: Context,
  tx: Tx,
  { id, seenVersion, isUnderRule }: { id: string; seenVersion: number; isUnderRule: boolean },
): Promise<void> {
  const policy = await PolicyModel.query(tx.knex).findById(id).forUpdate();
  const now = await ctx.db.now(tx.knex);
  if (!policy?.dueAt || policy.dueAt > now || policy.editVersion !== seenVersion) return;
  await endAhead(ctx, tx, policy, now);
  const { nextStartAt } = policy;
  if (!nextStartAt || dueFor(ctx, policy, nextStartAt) > now) return look(ctx, tx, policy, now);
  const due = await dueOf(tx, { policy, now, isUnderRule });
  if (!due) return void (await PolicyModel.query(tx.knex).findById(id).patch({ dueAt: null }));
  const decision = decide(due);
  if (decision.kind === 'wait')
    return void (await PolicyModel.query(tx.knex)
      .findById(id)
      .patch({ dueAt: soonest(decision.lookAt, now) }));
  await write(ctx, tx, { policy, decision, now });
}

/**
 * Nothing is to be decided yet. Takes the first start from now on that has no run: an earlier one than is stored where a
 * clock that was ahead took it for past. What that clock left out happens; what has run does not run again.
 */
async function look(ctx: Context, tx: Tx, policy: PolicyModel, now: Date): Promise<void> {
  const runs = () => RunModel.query(tx.knex).where('policy_id', policy.id);
  const [first] = startsAfter(policy, now, 1);
  let after = now;
  if (first && (!policy.nextStartAt || first.startsAt < policy.nextStartAt)) {
    await runs()
      .where('state', 'skipped')
      .whereIn('reason', ['START_MISSED', 'RUN_OVERLAPS'])
      .where('starts_at', '>', now)
      .patch({ localStart: null });
    const starts = startsAfter(policy, now, MOST_SEARCHED);
    const locals = starts.map(({ localStart }) => localStart);
    const taken = new Set((await runs().whereIn('local_start', locals)).map(({ localStart }) => localStart));
    const free = starts.find(({ localStart }) => !taken.has(localStart))?.startsAt ?? policy.nextStartAt;
    if (free) after = new Date(free.getTime() - 1);
  }
  const next = nextOf(ctx, policy, { after, now });
  await PolicyModel.query(tx.knex).findById(policy.id).patch(next);
  if (next.nextStartAt?.getTime() !== policy.nextStartAt?.getTime()) tellPolicy(ctx, tx, policy.id);
}

async function dueOf(
  tx: Tx,
  { policy, now, isUnderRule }: { policy: PolicyModel; now: Date; isUnderRule: boolean },
): Promise<Due | null> {
  const { nextStartAt, nextLocalStart, nextClockChange, skipStartAt, skippedByName, catchUp } = policy;
  if (!nextStartAt || nextLocalStart === null) return null;
  const maxLateMs = policy.maxLateSecs * 1_000;
  const active = await activeRun(tx, policy);
  return {
    now,
    catchUp,
    maxLateMs,
    isUnderRule,
    isPaused: policy.pausedAt !== null,
    next: { startsAt: nextStartAt, localStart: nextLocalStart, clockChange: nextClockChange },
    passed: passedStarts(policy, { nextStartAt, now, maxLateMs }),
    skipped: skipStartAt && { startsAt: skipStartAt, by: skippedByName ?? 'Somebody' },
    overlaps: active && overlapText(active),
  };
}

/** Past starts after the one that is due, no longer ago than the policy may be late. */
function passedStarts(
  policy: PolicyModel,
  { nextStartAt, now, maxLateMs }: { nextStartAt: Date; now: Date; maxLateMs: number },
): Start[] {
  if (now <= nextStartAt) return [];
  const from = new Date(Math.max(nextStartAt.getTime(), now.getTime() - maxLateMs - 1));
  return startsAfter(policy, from, MOST_PASSED).filter(({ startsAt }) => startsAt <= now);
}

function overlapText({ startsAt, state, runJobId, rerunJobId }: RunModel): string {
  const jobId = rerunJobId ?? runJobId;
  const what = jobId === null ? `it is ${state.replace('_', ' for its ')}` : `its job ${jobId} is running`;
  return `The run of ${timeText(startsAt)} had not finished (${what}); runs of one policy never overlap.`;
}

async function write(
  ctx: Context,
  tx: Tx,
  {
    policy,
    decision,
    now,
  }: { policy: PolicyModel; decision: Extract<Decision, { kind: 'runs' }>; now: Date },
): Promise<void> {
  for (const decided of decision.runs) await writeDecided(ctx, tx, { policy, decided, now });
  await PolicyModel.query(tx.knex)
    .findById(policy.id)
    .patch({
      ...nextOf(ctx, policy, { after: decision.upTo, now }),
      ...(policy.skipStartAt && policy.skipStartAt <= decision.upTo
        ? { skipStartAt: null, skippedById: null, skippedByName: null }
        : {}),
    });
  tellPolicy(ctx, tx, policy.id);
}

async function writeDecided(
  ctx: Context,
  tx: Tx,
  { policy, decided, now }: { policy: PolicyModel; decided: Decided; now: Date },
): Promise<void> {
  const { start, cause, skipped } = decided;
  const { startsAt, localStart } = start;
  // There is at most one run for a local start, also after an edit and when the clocks repeat an hour.
  const known = await RunModel.query(tx.knex).findOne({ policy_id: policy.id, local_start: localStart });
  if (known) return;
  await insertRun(ctx, tx, {
    policy,
    run: { cause, startsAt, localStart, now },
    standing: skipped ? { state: 'skipped', ...skipped } : { state: 'planning', reason: 'PLANNING' },
  });
}
