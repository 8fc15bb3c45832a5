import type { Context, Tx } from '#sdk';
import type {
  AfterHostAnswer,
  BeforeHostAnswer,
  BeforeHostAnswers,
  BeforeHostQuestion,
  HostQuestion,
} from '#sdk/patching.ts';
import { GateModel, type CheckModel } from '../models.ts';
import { named, REASONS, span, type Named } from '../reasons.ts';
import { enabledOf, lookAgain } from './enabled.ts';
import { followHosts } from './following.ts';
import type { FreshRuns, LastSaid, Runs } from './freshRuns.ts';

export interface GateDeps {
  ctx: Context;
  fresh: FreshRuns;
  /** The last answers before the work, and after it. */
  saidBefore: LastSaid<BeforeHostAnswer>;
  saidAfter: LastSaid<AfterHostAnswer>;
}

/**
 * Gates that are asked before this one, by the order in which plugins are set up (`optional` of the manifest). While
 * one of them holds a host, which may be all night, no check is run for it.
 */
const BEFORE_THIS: readonly string[] = ['maintenance-windows'];
const SOON_MS = 1_000;

/** An administrator may let a job begin whatever its checks say. */
export const CHECKS_GATE = {
  name: 'health_check',
  action: 'health_check.overridden',
  taken: 'HEALTH_CHECK_OVERRIDE_EXISTS',
} as const;

export const isWatched = ({ spec, operation }: Pick<HostQuestion, 'spec' | 'operation'>): boolean =>
  operation !== 'rollback' && !spec.dryRun && (spec.healthGate.post || spec.healthGate.soakSecs > 0);

const isGated = (host: HostQuestion): boolean =>
  host.operation !== 'rollback' && !host.spec.dryRun && (host.spec.healthGate.pre || isWatched(host));

/**
 * Says whether the work on these hosts may start now. All checks are run again, but for a job that is only looked at; a
 * host without checks passes.
 */
export async function beforeHosts(
  { ctx, fresh, saidBefore }: GateDeps,
  { hosts }: BeforeHostQuestion,
): Promise<BeforeHostAnswers> {
  const answers = new Map<string, BeforeHostAnswer>(hosts.map(({ hostId }) => [hostId, { verdict: 'go' }]));
  const gated = hosts.filter(isGated);
  const isLooked = hosts.some(({ previewAt }) => previewAt);
  // Who joined a group since the last round has its checks before the work begins; a look at a job writes nothing.
  if (!isLooked) await followHosts(ctx, idsOf(gated));
  const checks = await enabledOf(ctx, idsOf(gated));
  const checked = gated.filter(({ hostId }) => checks.has(hostId));
  const now = await ctx.db.now();
  if (isLooked) {
    for (const host of checked) answers.set(host.hostId, lastKnown(host, checks.get(host.hostId) ?? [], now));
    return answers;
  }
  const asked = checked.filter(({ waiting }) => !waiting || !BEFORE_THIS.includes(waiting.by));
  const seen = await runAll(fresh, asked, checks);
  await lookAgain(
    ctx,
    asked.flatMap(({ hostId }) => pairOf(checks.get(hostId), seen.get(hostId))),
  );
  const passedBy = await ctx.core.patching.overrides.passedBy(checked, [CHECKS_GATE.name]);
  for (const host of checked) {
    const results = resultsOf(checks.get(host.hostId) ?? [], seen.get(host.hostId));
    const answer = judge(host, { results, now, isFree: passedBy(host).size > 0 });
    answers.set(host.hostId, answer ?? saidBefore.get(keyOf(host)) ?? running(now));
    if (answer) saidBefore.note(keyOf(host), answer.verdict === 'wait' ? answer : null);
  }
  const watched = checked.filter((host) => isWatched(host) && answers.get(host.hostId)?.verdict === 'go');
  await keepBaseline(ctx, watched, (hostId) => resultsOf(checks.get(hostId) ?? [], seen.get(hostId)) ?? []);
  return answers;
}

/** The answer by what the sweep found last, for whoever only looks at a job: no check is run for that. */
function lastKnown(host: HostQuestion, checks: readonly CheckModel[], now: Date): BeforeHostAnswer {
  const results = checks.map(({ id, name, status, lastMessage }) => {
    return { id, name, status, message: lastMessage ?? 'It was not run.' };
  });
  return judge(host, { results, now, isFree: false }) ?? { verdict: 'go' };
}

const idsOf = (hosts: readonly HostQuestion[]): string[] => hosts.map(({ hostId }) => hostId);

const pairOf = (checks: readonly CheckModel[] | undefined, runs: Runs | undefined) =>
  checks && runs ? [[checks, runs] as const] : [];

async function runAll(
  fresh: FreshRuns,
  hosts: readonly HostQuestion[],
  checks: ReadonlyMap<string, readonly CheckModel[]>,
): Promise<ReadonlyMap<string, Runs>> {
  const asked = new Map(hosts.map((host) => [keyOf(host), checks.get(host.hostId) ?? []]));
  const runs = await fresh.of(asked);
  return new Map(
    hosts.flatMap((host) => {
      const found = runs.get(keyOf(host));
      return found ? [[host.hostId, found] as const] : [];
    }),
  );
}

const keyOf = ({ jobId, hostId }: HostQuestion): string => `${jobId} ${hostId} before`;

export interface Result extends Named {
  id: string;
}

/** The result of each check; null while they are being run. */
export function resultsOf(checks: readonly CheckModel[], runs: Runs | undefined): Result[] | null {
  if (!runs) return null;
  return checks.map(({ id, name }) => {
    const { status, message } = runs.get(id) ?? { status: 'unknown', message: 'It was not run.' };
    return { id, name, status, message };
  });
}

interface Facts {
  results: readonly Result[] | null;
  now: Date;
  /** An administrator has let the job begin. */
  isFree: boolean;
}

/** The answer about one host; null while its checks are being run. */
function judge(host: HostQuestion, { results, now, isFree }: Facts): BeforeHostAnswer | null {
  const waited = waitedSecs(host, now);
  const limit = host.spec.healthGate.preTimeoutSecs;
  if (results === null) return null;
  const red = results.filter(({ status }) => status === 'failing');
  const dark = results.filter(({ status }) => status === 'unknown');
  const bad = [...red, ...dark];
  if (bad.length === 0 || isFree || !host.spec.healthGate.pre) return { verdict: 'go' };
  if (waited >= limit) {
    const message = `Not all health checks passed within ${span(limit)}, so the work was not begun. ${named(bad)}`;
    return { verdict: 'skip', reason: 'HEALTH_GATE_TIMEOUT', message };
  }
  const reason = red.length > 0 ? 'CHECK_FAILING' : 'CHECK_UNKNOWN';
  const message = `The work begins when all health checks pass. ${named(bad)}`;
  const holds = bad.map(({ id, name }) => ({ kind: 'check', id, name }) as const);
  return { verdict: 'wait', state: 'waiting_health_check', reason, message, holds };
}

const running = (now: Date): BeforeHostAnswer => ({
  verdict: 'wait',
  state: 'waiting_health_check',
  reason: 'CHECKS_RUNNING',
  message: REASONS.CHECKS_RUNNING,
  until: new Date(now.getTime() + SOON_MS),
});

/** For how many seconds the host has waited for its checks; 0 while another gate holds it. */
function waitedSecs({ waiting }: HostQuestion, now: Date): number {
  if (waiting?.by !== 'health-checks') return 0;
  return (now.getTime() - waiting.since.getTime()) / 1_000;
}

/**
 * Stores which checks failed before the work, for hosts that are watched after it; a later attempt keeps the first
 * list.
 */
async function keepBaseline(
  ctx: Context,
  hosts: readonly HostQuestion[],
  resultsFor: (hostId: string) => readonly Result[],
): Promise<void> {
  if (hosts.length === 0) return;
  await ctx.tx(
    async (tx) => {
      for (const { jobId, hostId, attempt } of hosts) {
        const known = await GateModel.query(tx.knex).findById([jobId, hostId]);
        const failed = resultsFor(hostId).filter(({ status }) => status === 'failing');
        const redBefore = attempt > 0 && known ? known.redBefore : failed.map(({ id }) => id);
        if (known) await GateModel.query(tx.knex).findById([jobId, hostId]).patch({ redBefore, watch: null });
        else await GateModel.query(tx.knex).insert({ jobId, hostId, redBefore, watch: null });
      }
    },
    { name: 'health-checks.keepBaseline' },
  );
}

/** Call it in the transaction that ends the job: nobody watches its hosts any more. */
export async function dropGates(tx: Tx, jobId: string): Promise<void> {
  await GateModel.query(tx.knex).where('job_id', jobId).delete();
}
