import { rm } from 'node:fs/promises';
import type { JobEnv, PackageBackend, PackageChange, Reversibility, TransactionResult } from '../backend.ts';
import { assertPrivileged } from '../shared/context.ts';
import { failedSources, freshen, refreshAll } from '../shared/sources/access.ts';
import { judged, failed } from '../shared/failures.ts';
import { runFile } from './fileJob.ts';
import { runRequest } from './packageJob.ts';
import { verdictNow } from '../shared/reversibility.ts';
import { rollback } from './rollback.ts';
import { stashFolder } from './stash.ts';
import type { FamilyTypes, JobSteps } from './steps.ts';
import { savedRecord } from './transactionRecord.ts';

const unchanged: TransactionResult = { changes: [], failure: null, reversible: null };

/**
 * Holds or releases installed packages. The package manager's own list afterwards decides the result. Safe to repeat.
 */
async function setHold<T extends FamilyTypes>(
  steps: JobSteps<T>,
  names: readonly string[],
  held: boolean,
  env: JobEnv,
): Promise<TransactionResult> {
  const { context, environment } = steps;
  assertPrivileged(context);
  const change = await steps.prepareHold(names, held);
  if (change === null) return unchanged;
  const locked = await steps.waitForOthers();
  if (locked) return failed(locked);
  env.safePoint();
  const command = { argv: change.argv, env: environment, timeLimitMs: context.timeLimitMs };
  const result = await env.runDetached('hold', command);
  const wrong = await change.findWrong();
  if (wrong.length === 0) return unchanged;
  if (result.lost) return failed({ code: 'INTERRUPTED', message: 'The change of holds was cut off.' });
  return failed(change.explain(result.outputTail, wrong));
}

type Framed =
  | 'run'
  | 'refresh'
  | 'freshen'
  | 'failedSources'
  | 'hold'
  | 'rollback'
  | 'installFile'
  | 'describeFile'
  | 'plannedEntries'
  | 'reversibility'
  | 'forget';

/** The part of a package backend that is the same for every package manager. */
export function frameOf<T extends FamilyTypes>(steps: JobSteps<T>): Pick<PackageBackend, Framed> {
  const { context, sources, family } = steps;
  return {
    run: (request, env, options) => judged(() => runRequest(steps, request, env, options)),
    refresh: (env) => judged(() => refresh(steps, env)),
    freshen: (env, options) => freshen(context, sources, env, options),
    failedSources: () => failedSources(context, sources),
    hold: (names, held, env) => judged(() => setHold(steps, names, held, env)),
    installFile: (install, env) => judged(() => runFile(steps, env, install)),
    describeFile: (file) => steps.describeFile(file),
    rollback: (record, env) => judged(() => rollback(steps, record, env)),
    plannedEntries: (saved) => savedRecord<T['record']>(saved, family)?.entries ?? null,
    reversibility: (saved) => reversibilityNow(steps, saved),
    forget: (jobId) => rm(stashFolder(context, jobId), { recursive: true, force: true }),
  };
}

async function refresh<T extends FamilyTypes>(
  { context, sources }: JobSteps<T>,
  env: JobEnv,
): Promise<TransactionResult> {
  assertPrivileged(context);
  return { changes: [], failure: await refreshAll(context, sources, env), reversible: null };
}

/**
 * The verdict of an ended job by the packages that are stored now, by stat calls alone; null when the recorded
 * verdict still holds. A package that left the disk counts as lost, although a source may still have it.
 */
async function reversibilityNow<T extends FamilyTypes>(
  steps: JobSteps<T>,
  saved: Readonly<Record<string, unknown>>,
): Promise<Reversibility | null> {
  const record = savedRecord<T['record']>(saved, steps.family);
  if (!record) return null;
  const isOutgoing = (change: PackageChange, file: T['file']) => steps.isOutgoing(record, change, file);
  const { changes, reasons } = record;
  const told = { stash: steps.stashOf(record), changes, reasons };
  return verdictNow(told, isOutgoing, (file) => steps.placesOf(file));
}
