import type { JobEnv, JobFailure, PackageRequest, RunOptions, TransactionResult } from '../../backend.ts';
import { failed, planChanged } from '../../job/failures.ts';
import { recordedResult } from '../../job/transactionRecord.ts';
import { nothingToRestore, toReversibility } from '../../job/reversibility.ts';
import { failedSources, freshen } from '../../shared/sources/access.ts';
import { aroundUnfetchable } from '../../shared/sources/unfetchable.ts';
import { StashRoom } from '../../job/stashRoom.ts';
import { endedFailure, wholeEnder } from '../../shared/scripts.ts';
import { assertPrivileged } from '../../shared/context.ts';
import { waitForLocks } from '../../shared/lock.ts';
import { toStates } from './diff.ts';
import type { RpmDriver } from '../rpmDriver.ts';
import { exchangesOf, noteUnfinished } from './exchanges.ts';
import { readRpmInventory } from '../read/inventory.ts';
import { findUnmet } from './judge.ts';
import { fingerprint } from '../read/metadata.ts';
import type { PreparedRpmPlan } from '../plan/planner.ts';
import { outgoingRows, preparePlan } from '../plan/planner.ts';
import type { RpmRecord } from '../rpmRecord.ts';
import { readRecord } from '../rpmRecord.ts';
import { rpmSources } from './refresh.ts';
import { repair } from './repair.ts';
import { checkWritable, spaceNeeds } from './space.ts';
import { stashOutgoing } from './stash.ts';
import type { RpmContext } from '../rpmContext.ts';
import { rpmEnv } from '../rpmContext.ts';
import { findStray, runTransaction } from './transaction.ts';

/**
 * A whole package job: lock, repair, refresh, plan, download, stash, record, then the transaction. Called again
 * after a restart it starts over, unless the transaction had begun: that one is followed and judged.
 */
export async function runRequest(
  context: RpmContext,
  driver: RpmDriver,
  request: PackageRequest,
  env: JobEnv,
  options: RunOptions,
): Promise<TransactionResult> {
  assertPrivileged(context);
  const record = readRecord(env.saved);
  if (record) {
    return record.phase === 'done' ? recordedResult(record) : runTransaction(context, driver, env, record);
  }
  const sources = rpmSources(context, driver);
  const unready = (await makeReady(context, driver, env)) ?? (await freshen(context, sources, env, options));
  if (unready) return failed(unready);
  return aroundUnfetchable(context, env, options, {
    failed: await failedSources(context, sources),
    prepare: (out) => preparePlan(context, driver, request, undefined, out),
    findUnmet: (entries, { inventory }) => findUnmet(entries, inventory),
    execute: (prepared) => execute(context, driver, env, prepared),
  });
}

/** Nobody else at work, and no half-done updates about. */
export async function makeReady(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
): Promise<JobFailure | null> {
  const blocked = (await checkWritable()) ?? (await waitForLocks(driver.locks));
  if (blocked) return blocked;
  for (const problem of await repair(context, driver, env)) env.log('agent', `still wrong: ${problem}`);
  return null;
}

export interface ExecuteOptions {
  /** What comes in, when all of it lies on the disk already. */
  local?: readonly { path: string }[];
  /** rpmKeys to mark as automatically installed afterwards, apart from those that are. */
  automatic?: readonly string[];
}

/** From a prepared plan to the judged transaction. */
export async function execute(
  host: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  prepared: PreparedRpmPlan,
  { local, automatic = [] }: ExecuteOptions = {},
): Promise<TransactionResult> {
  const { plan, inventory, offers, commands, sourceOptions } = prepared;
  const context = sourceOptions ? { ...host, sourceOptions } : host;
  if (plan.entries.length === 0) return { changes: [], failure: null, reversible: nothingToRestore };
  // The incoming packages first: what is left of the disk is the stash's.
  const failure = local ? null : await download(context, driver, env, prepared);
  if (failure) return failed(failure);
  env.progress(40, 'storing the outgoing packages');
  const rows = outgoingRows(plan.entries, inventory);
  const needs = spaceNeeds(driver, { ...plan, downloadSizeBytes: 0 });
  const stash = await stashOutgoing(context, driver, env, rows, { offers, needs, inUse: local ?? [] });
  await env.setPlan({ ...plan, reversible: toReversibility(stash.reasons) });
  const record: RpmRecord = {
    phase: 'transaction',
    entries: plan.entries,
    commands,
    before: toStates(inventory),
    automatic: [...(await automaticBefore(context, driver, prepared)), ...automatic],
    stash: stash.files,
    reasons: stash.reasons,
    changes: [],
    failure: null,
    left: {},
  };
  const changed = await findChange(context, driver, prepared);
  if (changed) return failed(changed);
  env.safePoint();
  await env.enterTransaction();
  await noteUnfinished(context, env.jobId, exchangesOf(record));
  await env.save({ rpm: record });
  return runTransaction(context, driver, env, record);
}

/** An upgrade may keep the marks; what goes or comes by name can lose its own. */
async function automaticBefore(
  context: RpmContext,
  driver: RpmDriver,
  { plan, commands }: PreparedRpmPlan,
): Promise<Set<string>> {
  const keeps =
    driver.upgradeKeepsMarks &&
    commands.every(({ verb }) => verb === 'upgrade') &&
    plan.entries.every(({ to }) => to !== null);
  return keeps ? new Set() : driver.automaticKeys(context);
}

/** The host between plan and transaction: somebody may have changed packages or lists while ours were fetched. */
async function findChange(
  context: RpmContext,
  driver: RpmDriver,
  { plan, commands, inventory, fingerprint: planned }: PreparedRpmPlan,
): Promise<JobFailure | null> {
  if ((await fingerprint(driver)) === planned) return null;
  const now = await readRpmInventory(context);
  if (JSON.stringify(toStates(now)) !== JSON.stringify(toStates(inventory))) {
    return planChanged({ reason: 'packages were changed meanwhile' });
  }
  const [first] = commands;
  const stray = first ? await findStray(context, driver, now, first, plan.entries) : null;
  return stray && planChanged({ outside: stray });
}

/**
 * Fetches the incoming packages into the package manager's cache, as a step of its own, so that a failing source
 * or a cancel comes before any package is touched. Refuses beforehand when the disk can't take them.
 */
async function download(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  { plan, commands }: PreparedRpmPlan,
): Promise<JobFailure | null> {
  const [command] = commands;
  if (!command || !plan.entries.some(({ to }) => to !== null)) return null;
  const full = await new StashRoom(context, env, { needs: spaceNeeds(driver, plan) }).makeForJob();
  if (full) return full;
  env.progress(20, 'downloading');
  // One step for each plan: after a restart, another plan must not take this one's download for its own.
  const result = await env.runDetached(`download-${plan.planHash.slice(0, 12)}`, {
    argv: driver.argv(command, 'download'),
    env: rpmEnv,
    timeLimitMs: context.fetchLimitMs,
    onTimeLimit: wholeEnder((text) => env.log('agent', text)),
  });
  if (result.timeLimitHit && result.exitCode !== 0) return endedFailure('download', context.fetchLimitMs);
  // Cut off: the transaction fetches what is missing, and nothing was touched yet.
  if (result.lost || driver.fetchedCodes.includes(result.exitCode ?? -1)) return null;
  const last = result.outputTail.trim().split('\n').at(-1);
  return (
    driver.classify(result.outputTail) ?? {
      code: 'FETCH_FAILED',
      message: last || 'The packages could not be fetched.',
    }
  );
}
