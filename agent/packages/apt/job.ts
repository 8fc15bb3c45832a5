import { AppError } from '../../../server/contract/appError.ts';
import type { JobEnv, JobFailure, PackageRequest, RunOptions, TransactionResult } from '../backend.ts';
import { recordConffiles } from './conffiles.ts';
import { downloadPackages } from './download.ts';
import { refreshedAt } from './fingerprint.ts';
import { installGuard } from './guard.ts';
import type { DpkgRow } from './inventory.ts';
import { instanceKey } from './inventory.ts';
import { toStates } from './judge.ts';
import { waitForLock } from './lock.ts';
import { markKeys, readAutoMarks } from './marks.ts';
import type { PreparedPlan } from './planner.ts';
import { preparePlan } from './planner.ts';
import type { AptRecord } from './record.ts';
import { readRecord } from './record.ts';
import { refreshLists } from './refresh.ts';
import { repair } from './repair.ts';
import { kernelReasons, nothingToRestore, toReversibility } from './reversibility.ts';
import { stashFolder, stashOutgoing } from './stash.ts';
import { assertPrivileged } from './system.ts';
import type { AptContext } from './system.ts';
import { recordedResult, runTransaction } from './transaction.ts';

/** A job that failed before any package was touched. */
export function failed({ code, message, details }: JobFailure): TransactionResult {
  return { changes: [], failure: { code, message, ...(details && { details }) }, reversible: null };
}

/** Turns the expected errors of planning into the outcome of a job; anything else is a defect and goes on. */
export function failedBy(error: unknown): TransactionResult {
  if (!(error instanceof AppError)) throw error;
  return failed({ code: error.code, message: error.message, details: error.details });
}

/**
 * A whole package job: lock, repair, refresh, plan, record, stash, download, then the transaction. Called again
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
  const unready = (await makeReady(context, env)) ?? (await refreshIfOld(context, env, options));
  if (unready) return failed(unready);
  env.safePoint();
  env.progress(12, 'resolving');
  let prepared: PreparedPlan;
  try {
    prepared = await preparePlan(context, request);
  } catch (error) {
    return failedBy(error);
  }
  await env.setPlan(prepared.plan);
  if (options.planHash !== undefined && options.planHash !== prepared.plan.planHash) {
    return failed(planChanged(options.planHash, prepared.plan.planHash));
  }
  const purge = request.operation === 'remove' && request.purge;
  return execute(context, env, prepared, { purge });
}

export function planChanged(expected: string, found: string): JobFailure {
  const message = 'The host would now do something else than what was approved.';
  return { code: 'PLAN_CHANGED', message, details: { expected, found } };
}

/** Nobody else at work, and dpkg's database whole; a package that stays broken doesn't keep others from being patched. */
export async function makeReady(context: AptContext, env: JobEnv): Promise<JobFailure | null> {
  const locked = await waitForLock();
  if (locked) return locked;
  for (const problem of await repair(context, env, 'ready')) env.log('agent', `still wrong: ${problem}`);
  return null;
}

async function refreshIfOld(
  context: AptContext,
  env: JobEnv,
  { planHash, maxAgeSecs }: RunOptions,
): Promise<JobFailure | null> {
  if (planHash !== undefined || maxAgeSecs === null) return null;
  const at = await refreshedAt(context.stashDir);
  if (at !== null && context.now().getTime() - at.getTime() <= maxAgeSecs * 1000) return null;
  const failure = await refreshLists(context, env);
  if (failure?.code !== 'FETCH_FAILED') return failure;
  return { ...failure, code: 'METADATA_STALE', details: { ...failure.details, refreshedAt: at } };
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
  const { plan, inventory, index } = prepared;
  if (plan.entries.length === 0) return { changes: [], failure: null, reversible: nothingToRestore };
  const rows = outgoingRows(prepared);
  env.progress(15, 'storing the outgoing packages');
  const stash = await stashOutgoing(context, env, rows, index, local);
  const reasons = [...stash.reasons, ...kernelReasons(context, plan.entries)];
  await env.setPlan({ ...plan, reversible: toReversibility(reasons) });
  const failure = local ? null : await downloadPackages(context, env, prepared);
  if (failure) return failed(failure);
  const copyDir = purge ? `${stashFolder(context, env.jobId)}/conffiles` : null;
  const record: AptRecord = {
    phase: 'transaction',
    entries: plan.entries,
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
  await installGuard(env.dir, plan.entries);
  env.safePoint();
  await env.enterTransaction();
  await env.save({ apt: record });
  return runTransaction(context, env, record);
}

function outgoingRows({ plan, inventory }: PreparedPlan): DpkgRow[] {
  return plan.entries.flatMap(({ name, arch, from }) => {
    const row = inventory.byKey.get(instanceKey(name, arch, inventory.nativeArch));
    return from !== null && row ? [row] : [];
  });
}
