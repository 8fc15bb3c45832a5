import type { Context } from '#sdk';
import type { AfterHostAnswer, HostQuestion } from '#sdk/patching.ts';
import { look, newWatch, type Seen, type WatchVerdict } from '../domain/watch.ts';
import { GateModel, type CheckModel } from '../models.ts';
import { named, REASONS, span } from '../reasons.ts';
import { enabledOf, lookAgain } from './enabled.ts';
import { isWatched, resultsOf, type GateDeps } from './gate.ts';

/** Time to the next look while something is not as it should be. */
const LOOK_AGAIN_MS = 10_000;
/** Time to the next look while all is well. */
const LOOK_MS = 30_000;

/**
 * Says whether the host does well after the work. All checks are run again; how they have done so far is in the
 * database, so that any manager can go on. A check that failed before the work does not count against it.
 */
export async function afterHost(
  { ctx, fresh, saidAfter }: GateDeps,
  host: HostQuestion,
): Promise<AfterHostAnswer> {
  const { jobId, hostId, spec } = host;
  const checks = isWatched(host) ? ((await enabledOf(ctx, [hostId])).get(hostId) ?? []) : [];
  if (checks.length === 0) return { verdict: 'go' };
  const key = `${jobId} ${hostId} after`;
  const runs = (await fresh.of(new Map([[key, checks]]))).get(key);
  const now = await ctx.db.now();
  const results = resultsOf(checks, runs);
  if (!results || !runs)
    return { verdict: 'wait', reason: 'CHECKS_RUNNING', until: after(now, LOOK_AGAIN_MS) };
  await lookAgain(ctx, [[checks, runs]]);
  const atWork = await targetsAtWork(ctx, checks);
  const seen = results.map((result): Seen => ({ ...result, atWork: atWork.has(result.id) }));
  const gate = await GateModel.query(ctx.db.reader).findById([jobId, hostId]);
  const { watch, verdict } = look(gate?.watch ?? newWatch(now.getTime()), {
    nowMs: now.getTime(),
    seen,
    redBefore: gate?.redBefore ?? [],
    soakMs: spec.healthGate.soakSecs * 1_000,
  });
  await keep(ctx, { jobId, hostId, watch });
  const isSomeRed = results.some(({ status }) => status === 'failing');
  const answer = answerOf(verdict, now, { soakSecs: spec.healthGate.soakSecs, isSomeRed });
  saidAfter.note(key, answer.verdict === 'wait' ? answer : null);
  return answer;
}

/** Ids of the checks that ask the agent of a host which is itself being changed. */
async function targetsAtWork(ctx: Context, checks: readonly CheckModel[]): Promise<ReadonlySet<string>> {
  const targets = checks.flatMap(({ targetHostId }) => targetHostId ?? []);
  if (targets.length === 0) return new Set();
  const atWork = await ctx.core.patching.hostsAtWork(targets);
  return new Set(checks.filter(({ targetHostId }) => atWork.has(targetHostId ?? '')).map(({ id }) => id));
}

async function keep(
  ctx: Context,
  { jobId, hostId, watch }: Pick<GateModel, 'jobId' | 'hostId' | 'watch'>,
): Promise<void> {
  await ctx.tx(
    async (tx) => {
      const rows = await GateModel.query(tx.knex).findById([jobId, hostId]).patch({ watch });
      if (rows === 0) await GateModel.query(tx.knex).insert({ jobId, hostId, redBefore: [], watch });
    },
    { durable: false, name: 'health-checks.watch' },
  );
}

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

interface Words {
  soakSecs: number;
  /** Some check fails. While all that count pass, it is one that failed before the work. */
  isSomeRed: boolean;
}

function answerOf(verdict: WatchVerdict, now: Date, { soakSecs, isSomeRed }: Words): AfterHostAnswer {
  switch (verdict.kind) {
    case 'passed':
      return { verdict: 'go' };
    case 'failed': {
      const message = `The work is done, but health checks of the host fail since. ${named(verdict.checks)}`;
      return { verdict: 'refuse', reason: 'HEALTH_CHECK_FAILED', message };
    }
    case 'unknown': {
      const message = `The work is done, but nobody knows whether the host is well. ${named(verdict.checks)}`;
      return { verdict: 'unknown', reason: 'HEALTH_CHECK_UNKNOWN', message };
    }
    case 'soaking': {
      const pass = isSomeRed
        ? 'After the work all health checks pass, but for those that failed before it.'
        : 'After the work all health checks pass.';
      const message = `${pass} The host is watched for ${span(soakSecs)} in all.`;
      const until = after(now, Math.min(verdict.leftMs, LOOK_MS));
      return { verdict: 'wait', reason: 'SOAKING', until, message };
    }
    case 'waiting':
      return { verdict: 'wait', until: after(now, LOOK_AGAIN_MS), ...waitingFor(verdict) };
  }
}

function waitingFor({ why, checks }: Extract<WatchVerdict, { kind: 'waiting' }>): {
  reason: string;
  message: string;
} {
  if (why === 'atWork') return { reason: 'SOAK_PAUSED', message: REASONS.SOAK_PAUSED };
  const reason = why === 'failing' ? 'CHECK_FAILING' : 'CHECK_UNKNOWN';
  return { reason, message: `The work is done; not all health checks pass yet. ${named(checks)}` };
}
