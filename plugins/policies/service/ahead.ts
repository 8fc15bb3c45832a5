import { type Context, type HostScope, recurrence, scopeWithin, validationError, work } from '#sdk';
import type { RecurringWork } from '../../approvals/api.ts';
import type { PlannedWork } from '../../maintenance-windows/api.ts';
import { startsAfter } from '../domain/schedule.ts';
import { PolicyModel } from '../models.ts';
import { operationOf } from '../work.ts';
import { hostIdsOf } from './targets.ts';
import { seenPolicies, type Viewer } from './visibility.ts';

const MOST_POLICIES = 200;
/** More than those of a daily policy in three months. */
const MOST_STARTS_OF_ONE = 100;
/** Rules are evaluated for at most this long in all; an odd one alone takes a tenth of a second. */
const LONGEST_WORK_MS = 2_000;
const LONGEST_MS = 62 * 86_400_000;
const MOST_RUNS = 1_000;
/** Hosts of policies that are read for one question. */
const MOST_HOSTS = 50_000;

interface Period {
  from: Date;
  to: Date;
}

/** A policy with its starts in a period, at most 100. */
interface Ahead {
  policy: PolicyModel;
  starts: { startsAt: Date; isSkipped: boolean }[];
}

/** The starts in a period, without past ones, of the 200 policies of the viewer that start next. */
async function aheadOf(
  ctx: Context,
  { from, to }: Period,
  viewer: Viewer,
): Promise<{ ahead: Ahead[]; isCut: boolean }> {
  const query = PolicyModel.query(ctx.db.reader)
    .whereNull('paused_at')
    .where('next_start_at', '<', to)
    .orderBy([{ column: 'next_start_at' }, { column: 'id' }])
    .limit(MOST_POLICIES + 1);
  const seen = await seenPolicies(ctx, viewer);
  if (seen) query.whereIn('id', seen);
  const rows = await query;
  // Starts after an instant are asked for, and the one at `from` belongs to the period.
  const after = new Date(Math.max(from.getTime() - 1, ctx.clock.now().getTime()));
  const found = await work.inTurns(evaluated(rows.slice(0, MOST_POLICIES), { after, to }));
  return { ...found, isCut: found.isCut || rows.length > MOST_POLICIES };
}

function* evaluated(
  rows: readonly PolicyModel[],
  { after, to }: { after: Date; to: Date },
): Generator<void, { ahead: Ahead[]; isCut: boolean }> {
  const ahead: Ahead[] = [];
  let isCut = false;
  const began = performance.now();
  for (const policy of rows) {
    if (performance.now() - began > LONGEST_WORK_MS) return { ahead, isCut: true };
    const starts = startsOf(policy, after).filter(({ startsAt }) => startsAt < to);
    isCut ||= starts.length === MOST_STARTS_OF_ONE;
    if (starts.length > 0) ahead.push({ policy, starts });
    yield;
  }
  return { ahead, isCut };
}

/** A rule that cannot be evaluated never starts. */
function startsOf(policy: PolicyModel, after: Date): Ahead['starts'] {
  const skippedMs = policy.skipStartAt?.getTime();
  try {
    return startsAfter(policy, after, MOST_STARTS_OF_ONE).map(({ startsAt }) => ({
      startsAt,
      isSkipped: startsAt.getTime() === skippedMs,
    }));
  } catch (error) {
    if (error instanceof recurrence.RecurrenceRefused) return [];
    throw error;
  }
}

/**
 * Answers `maintenance-windows.plannedWork` and `approvals.recurringWork`: the policies that the viewer may see, with the
 * hosts that each holds now. Policies of one target are read once, and no more after 50,000 hosts.
 */
export async function plannedWork(
  ctx: Context,
  { viewer, within, ...period }: Period & { viewer: Viewer; within: HostScope },
): Promise<{ work: (PlannedWork & RecurringWork)[]; isCut: boolean }> {
  if (!ctx.mayCall('policies:read', viewer.actor)) return { work: [], isCut: false };
  const { ahead, isCut } = await aheadOf(ctx, period, viewer);
  const byTarget = new Map<string, readonly string[]>();
  const found: (PlannedWork & RecurringWork)[] = [];
  let total = 0;
  for (const { policy, starts } of ahead) {
    if (total > MOST_HOSTS) return { work: found, isCut: true };
    const { id, name, target, scope, spec } = policy;
    const key = JSON.stringify([target, scope]);
    const known = byTarget.get(key);
    const hostIds = known ?? (await hostIdsOf(ctx, target, scopeWithin(scope.hosts, within)));
    if (!known) total += hostIds.length;
    byTarget.set(key, hostIds);
    const startsAt = starts.flatMap((start) => (start.isSkipped ? [] : [start.startsAt]));
    if (startsAt.length === 0) continue;
    found.push({
      kind: 'policy',
      id,
      name,
      operation: operationOf(spec),
      reboot: spec.reboot ?? 'never',
      startsAt,
      hostIds,
      keepsWindows: spec.respectWindows !== false,
    });
  }
  return { work: found, isCut };
}

/** A run that a policy will start. */
export interface RunAhead {
  policyId: string;
  name: string;
  startsAt: Date;
  isSkipped: boolean;
}

/**
 * The runs of the policies that the viewer may see between two instants, without past ones, by their start. Throws
 * VALIDATION_FAILED unless `to` is after `from` by 62 days at most.
 */
export async function runsAhead(
  ctx: Context,
  period: Period,
  viewer: Viewer,
): Promise<{ runs: RunAhead[]; isCut: boolean }> {
  const lengthMs = period.to.getTime() - period.from.getTime();
  if (lengthMs <= 0 || lengthMs > LONGEST_MS)
    throw validationError([{ path: '/query/to', message: 'must be after from, by 62 days at most' }]);
  const { ahead, isCut } = await aheadOf(ctx, period, viewer);
  const runs = ahead.flatMap(({ policy: { id, name }, starts }) =>
    starts.map(({ startsAt, isSkipped }) => ({ policyId: id, name, startsAt, isSkipped })),
  );
  runs.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  return { runs: runs.slice(0, MOST_RUNS), isCut: isCut || runs.length > MOST_RUNS };
}
