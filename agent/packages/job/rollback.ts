import type { JobEnv, JobFailure, PackageChange, TransactionResult } from '../backend.ts';
import { assertPrivileged } from '../shared/context.ts';
import { hashFile } from '../shared/hash.ts';
import { failed, movedSince, noLongerStored } from '../shared/failures.ts';
import { execute, makeReady } from './packageJob.ts';
import { nothingToRestore } from '../shared/reversibility.ts';
import type { FamilyTypes, JobSteps, UndoSteps } from './steps.ts';
import { resumeTransaction } from './transaction.ts';
import { savedRecord } from './transactionRecord.ts';

/**
 * Undoes a job, to the exact versions before it, from the stored packages. Nothing is touched (ROLLBACK_CONFLICT)
 * when a package has changed since, a stored package is gone, or the package manager would have to change more than
 * the job did. What stands as it was before the job already, because an earlier attempt was cut off, is not done
 * again. A job that changed nothing has nothing to restore.
 */
export async function rollback<T extends FamilyTypes>(
  steps: JobSteps<T>,
  original: Readonly<Record<string, unknown>>,
  env: JobEnv,
): Promise<TransactionResult> {
  assertPrivileged(steps.context);
  const own = savedRecord<T['record']>(env.saved, steps.family);
  const recorded = savedRecord<T['record']>(original, steps.family);
  if (own) {
    const result = await resumeTransaction(steps, env, own);
    return recorded ? finish(steps, env, recorded, result) : result;
  }
  const record = recorded && (await judgedRecord(steps, recorded));
  if (!record || record.changes.length === 0) {
    env.log('agent', 'nothing to restore');
    return nothingLeft;
  }
  const unready = await makeReadyToUndo(steps, env, record);
  if (unready) return failed(unready);
  const installed = await steps.readInstalled();
  const { left, back, moved } = standingOf(steps, record, installed);
  const conflict = movedSince(moved);
  if (conflict) return failed(conflict);
  if (back.length > 0) env.log('agent', `restored already: ${namesOf(back)}`);
  const rest: T['record'] = { ...record, changes: left };
  if (left.length === 0) return finish(steps, env, record, nothingLeft);
  const { files, missing } = await collectFiles(steps, env, rest);
  const lacking = noLongerStored(missing);
  if (lacking) return failed(lacking);
  await steps.offer?.(env, files);
  const prepared = await steps.prepareUndo(rest, installed, files);
  if ('code' in prepared) return failed(prepared);
  await env.setPlan(prepared.plan);
  return finish(steps, env, record, await execute(steps, env, prepared, { local: files }));
}

const nothingLeft: TransactionResult = { changes: [], failure: null, reversible: nothingToRestore };

const namesOf = (changes: readonly PackageChange[]): string => changes.map(({ name }) => name).join(', ');

async function finish<T extends FamilyTypes>(
  { finishUndo }: JobSteps<T>,
  env: JobEnv,
  record: T['record'],
  result: TransactionResult,
): Promise<TransactionResult> {
  return finishUndo ? finishUndo(env, record, result) : result;
}

/** If the job was cut off before its verdict, its changes are judged now, against the state that its record kept. */
async function judgedRecord<T extends FamilyTypes>(
  steps: JobSteps<T>,
  record: T['record'],
): Promise<T['record']> {
  if (record.phase !== 'transaction') return record;
  return { ...record, phase: 'done', ...(await steps.changesSince(record, await steps.readInstalled())) };
}

async function makeReadyToUndo<T extends FamilyTypes>(
  steps: JobSteps<T>,
  env: JobEnv,
  record: T['record'],
): Promise<JobFailure | null> {
  const full = await steps.makeRoom(env, record);
  if (full) return full;
  return (await steps.isRepairedFirst(record)) ? makeReady(steps, env) : steps.waitForOthers();
}

/** The stored packages, each checked by its hash again. Those that the stash lost are looked for elsewhere. */
async function collectFiles<T extends FamilyTypes>(
  steps: JobSteps<T>,
  env: JobEnv,
  record: T['record'],
): Promise<{ files: T['file'][]; missing: PackageChange[] }> {
  const files: T['file'][] = [];
  const missing: PackageChange[] = [];
  for (const change of record.changes.filter(({ from }) => from !== null)) {
    const stored = steps.stashOf(record).find((file) => steps.isOutgoing(record, change, file));
    const isThere = stored && (await hashFile(stored.path)) === stored.sha256;
    const file = stored && (isThere ? stored : await steps.findElsewhere(env, stored));
    if (file) files.push(file);
    else missing.push(change);
  }
  return { files, missing };
}

/** Where the packages of a job stand by now. */
interface Standing {
  /** As the job left them: to be undone. */
  left: PackageChange[];
  /** As they were before the job: undone already, by an attempt that was cut off or by hand. */
  back: PackageChange[];
  /** Neither: somebody else has changed them since. */
  moved: (Pick<PackageChange, 'name' | 'arch'> & { left: string[]; found: string[] })[];
}

/**
 * Compares each change of a job with the host, package by package: a rollback that was cut off has put back some of
 * them and not the others, and what it put back is nobody else's change.
 */
export function standingOf<T extends FamilyTypes>(
  steps: Pick<UndoSteps<T>, 'keyOf' | 'versionsLeft' | 'versionsNow'>,
  record: T['record'],
  installed: T['installed'],
): Standing {
  const standing: Standing = { left: [], back: [], moved: [] };
  const keyOf = (change: PackageChange) => steps.keyOf(record, change);
  for (const change of record.changes) {
    const { name, arch, from, to } = change;
    const left = [...steps.versionsLeft(record, change)];
    const found = [...steps.versionsNow(record, change, installed)];
    // Several versions of a kernel came or went together.
    const related = record.changes.filter((one) => keyOf(one) === keyOf(change));
    const known = new Set([...left, ...related.map((one) => one.from)]);
    const isThere = (version: string | null) => version !== null && found.includes(version);
    const isStrange = found.some((version) => !known.has(version));
    if (!isStrange && (to === null || isThere(to)) && !isThere(from)) standing.left.push(change);
    else if (!isStrange && (from === null || isThere(from)) && !isThere(to)) standing.back.push(change);
    else standing.moved.push({ name, arch, left, found });
  }
  return standing;
}
