/** The course of a package job: ready, refresh, plan, fetch, stash, record, then the transaction. */
import type {
  JobEnv,
  JobFailure,
  PackageRequest,
  Reversibility,
  RunOptions,
  TransactionResult,
} from '../backend.ts';
import { assertPrivileged } from '../shared/context.ts';
import { failedSources, freshen, refreshAnew } from '../shared/sources/access.ts';
import { aroundUnfetchable } from '../shared/sources/unfetchable.ts';
import { failed, noWayBack } from '../shared/failures.ts';
import { noteLost } from './lostWays.ts';
import { adopt } from './stash.ts';
import {
  brokenPromises,
  lastingReasons,
  nothingToRestore,
  toReversibility,
} from '../shared/reversibility.ts';
import type { FamilyTypes, JobSteps } from './steps.ts';
import { resumeTransaction, runTransaction } from './transaction.ts';
import { savedRecord } from './transactionRecord.ts';

/**
 * A whole package job: lock, repair, refresh, plan, download, stash, record, then the transaction. When it is called
 * again after a restart, it starts over; a transaction that had begun is followed and judged instead.
 */
export async function runRequest<T extends FamilyTypes>(
  steps: JobSteps<T>,
  request: PackageRequest,
  env: JobEnv,
  options: RunOptions,
): Promise<TransactionResult> {
  const { context, sources, family } = steps;
  assertPrivileged(context);
  const record = savedRecord<T['record']>(env.saved, family);
  if (record) return resumeTransaction(steps, env, record);
  const unready = (await makeReady(steps, env)) ?? (await freshen(context, sources, env, options));
  if (unready) return failed(unready);
  return aroundUnfetchable<T['prepared']>(context, env, options, {
    failed: await failedSources(context, sources),
    refresh: (known) => refreshAnew(context, sources, env, known),
    prepare: (out) => steps.prepare(request, out),
    findUnmet: (entries, prepared) => steps.findUnmet(entries, prepared),
    execute: async (prepared, apart) =>
      execute(steps.forPlan(prepared, { apart }), env, prepared, {
        promised: (await options.promised?.()) ?? null,
      }),
  });
}

/** Waits for other package managers and repairs the database. Packages that stay broken do not stop the job. */
export async function makeReady<T extends FamilyTypes>(
  steps: JobSteps<T>,
  env: JobEnv,
): Promise<JobFailure | null> {
  const blocked = (await steps.findUnwritable()) ?? (await steps.waitForOthers());
  if (blocked) return blocked;
  for (const problem of await steps.repair(env)) env.log('agent', `still wrong: ${problem}`);
  return null;
}

export interface ExecuteOptions<File> {
  /** The incoming packages, when all of them are on the disk already. */
  local?: readonly File[];
  /** What an approved plan said about a rollback; null: nothing is known of one. */
  promised?: Reversibility | null;
  /** The outgoing packages, all of them, where they are kept already: nothing is stashed then. */
  kept?: readonly File[] | undefined;
  /** The last step before the first change; returns why it must not begin. `stash`: what a rollback would install. */
  beforeChange?: (stash: readonly File[]) => Promise<JobFailure | null>;
}

/** Runs a prepared plan and judges it. */
export async function execute<T extends FamilyTypes>(
  steps: JobSteps<T>,
  env: JobEnv,
  prepared: T['prepared'],
  { local, promised = null, kept, beforeChange }: ExecuteOptions<T['file']>,
): Promise<TransactionResult> {
  const { plan } = prepared;
  if (plan.entries.length === 0) return { changes: [], failure: null, reversible: nothingToRestore };
  // Fetch first: the stash may use only the space that is left then.
  const { failure, pendingBytes } = local ? allThere : await steps.fetch(env, prepared);
  if (failure) return failed(failure);
  env.progress(45, 'storing the outgoing packages');
  const stash = kept
    ? await adopt(steps.context, env, kept)
    : await steps.stash(env, prepared, { pendingBytes, inUse: local ?? [] });
  const { files } = stash;
  const reasons = [...lastingReasons(plan), ...stash.reasons];
  const broken = promised ? brokenPromises(promised, reasons) : [];
  if (broken.length > 0) {
    await noteLost(steps.context, plan.entries, broken);
    return failed(noWayBack(broken.flatMap((reason) => reason.package ?? [])));
  }
  await env.setPlan({ ...plan, reversible: toReversibility(reasons) });
  const record = await steps.complete(env, prepared, {
    phase: 'transaction',
    entries: plan.entries,
    stash: files,
    reasons,
    changes: [],
    failure: null,
    left: {},
  });
  const refusal = await steps.arm(env, prepared);
  if (refusal) return failed(refusal);
  env.safePoint();
  const hindered = (await beforeChange?.(files)) ?? null;
  if (hindered) return failed(hindered);
  await env.enterTransaction();
  await steps.begin?.(env, record);
  await env.save({ [steps.family]: record });
  return runTransaction(steps, env, record);
}

/** The result of fetching for a rollback: its packages are on the disk already. */
const allThere = { failure: null, pendingBytes: 0 };
