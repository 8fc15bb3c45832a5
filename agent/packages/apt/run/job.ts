import type { JobEnv, JobFailure, PackageRequest, RunOptions, TransactionResult } from '../../backend.ts';
import { failed } from '../../job/failures.ts';
import { recordedResult } from '../../job/transactionRecord.ts';
import { nothingToRestore, toReversibility } from '../../job/reversibility.ts';
import { failedSources, freshen } from '../../shared/sources/access.ts';
import { aroundUnfetchable } from '../../shared/sources/unfetchable.ts';
import { stashFolder } from '../../job/stash.ts';
import { assertPrivileged } from '../../shared/context.ts';
import { recordConffiles } from './conffiles.ts';
import { downloadPackages, transactionNeeds } from './download.ts';
import { installGuard } from './guard.ts';
import type { DpkgRow } from '../read/inventory.ts';
import { instanceKey } from '../read/inventory.ts';
import { findUnmet, toStates } from './judge.ts';
import { waitForLock } from './lock.ts';
import { markKeys, readAutoMarks } from '../read/marks.ts';
import type { PreparedPlan } from '../plan/planner.ts';
import { preparePlan } from '../plan/planner.ts';
import type { AptRecord } from '../aptRecord.ts';
import { readRecord } from '../aptRecord.ts';
import { aptSources } from './refresh.ts';
import { repair } from './repair.ts';
import { kernelReasons } from '../plan/reversibility.ts';
import { stashOutgoing } from './stash.ts';
import type { AptContext } from '../aptContext.ts';
import { makeFirstDir, runTransaction } from './transaction.ts';

/**
 * A whole package job: lock, repair, refresh, plan, download, stash, record, then the transaction. Called again
 * after a restart it starts over, unless the transaction had begun: that one is followed and judged.
 */
export async function runRequest(
  context: AptContext,
  request: PackageRequest,
  env: JobEnv,
  options: RunOptions,
): Promise<TransactionResult> {
  assertPrivileged(context);
  const record = readRecord(env.saved);
  if (record) return record.phase === 'done' ? recordedResult(record) : runTransaction(context, env, record);
  const unready =
    (await makeReady(context, env)) ?? (await freshen(context, aptSources(context), env, options));
  if (unready) return failed(unready);
  const purge = request.operation === 'remove' && request.purge;
  return aroundUnfetchable(context, env, options, {
    failed: await failedSources(context, aptSources(context)),
    prepare: (out) => preparePlan(context, request, undefined, out),
    findUnmet: (entries, { inventory }) => findUnmet(entries, inventory),
    execute: (prepared, apart) =>
      execute(apart ? { ...context, smallDownloadBytes: 0 } : context, env, prepared, { purge }),
  });
}

/** Nobody else at work, and dpkg's database whole; a package that stays broken doesn't keep others from being patched. */
export async function makeReady(context: AptContext, env: JobEnv): Promise<JobFailure | null> {
  const locked = await waitForLock();
  if (locked) return locked;
  for (const problem of await repair(context, env, 'ready')) env.log('agent', `still wrong: ${problem}`);
  return null;
}

export interface ExecuteOptions {
  /** Conffiles are copied first, for they will be deleted. */
  purge?: boolean;
  /** What comes in, when all of it lies on the disk already. */
  local?: readonly { path: string }[];
}

/** From a prepared plan to the judged transaction. */
export async function execute(
  context: AptContext,
  env: JobEnv,
  prepared: PreparedPlan,
  { purge = false, local }: ExecuteOptions,
): Promise<TransactionResult> {
  const { plan, first, inventory, index } = prepared;
  if (plan.entries.length === 0) return { changes: [], failure: null, reversible: nothingToRestore };
  const rows = outgoingRows(prepared);
  // The incoming packages first: what is left of the disk is the stash's.
  const { failure, pendingBytes } = local ? allThere : await downloadPackages(context, env, prepared);
  if (failure) return failed(failure);
  env.progress(45, 'storing the outgoing packages');
  const needs = transactionNeeds(prepared, pendingBytes);
  const stash = await stashOutgoing(context, env, rows, { index, needs, inUse: local ?? [] });
  const reasons = [...stash.reasons, ...kernelReasons(context, plan.entries)];
  await env.setPlan({ ...plan, reversible: toReversibility(reasons) });
  const copyDir = purge ? `${stashFolder(context, env.jobId)}/conffiles` : null;
  const record: AptRecord = {
    phase: 'transaction',
    entries: plan.entries,
    first: first.length > 0 ? ['remove', '--', ...first.map(({ name, arch }) => `${name}:${arch}`)] : null,
    argv: prepared.argv,
    automatic: markKeys(prepared.automatic, inventory.nativeArch),
    before: toStates(inventory),
    autoBefore: await readAutoMarks(),
    nativeArch: inventory.nativeArch,
    conffiles: await recordConffiles(rows, copyDir),
    stash: stash.files,
    reasons,
    changes: [],
    failure: null,
    left: {},
  };
  if (first.length > 0) await installGuard(await makeFirstDir(env.dir), first);
  await installGuard(
    env.dir,
    plan.entries.filter(
      (entry) => !first.some(({ name, arch }) => entry.name === name && entry.arch === arch),
    ),
  );
  env.safePoint();
  await env.enterTransaction();
  await env.save({ apt: record });
  return runTransaction(context, env, record);
}

/** What a rollback has to fetch. */
const allThere = { failure: null, pendingBytes: 0 };

function outgoingRows({ plan, inventory }: PreparedPlan): DpkgRow[] {
  return plan.entries.flatMap(({ name, arch, from }) => {
    const row = inventory.byKey.get(instanceKey(name, arch, inventory.nativeArch));
    return from !== null && row ? [row] : [];
  });
}
