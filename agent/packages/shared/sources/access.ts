import { AppError } from '#server/shared/wire/appError.ts';
import type { FailedSource, JobEnv, JobFailure, RunOptions } from '../../backend.ts';
import { writeStamp } from '../refreshed.ts';
import type { BackendContext } from '../context.ts';
import type { SourceRecord } from './records.ts';
import { forgetFolders, readRecords, writeRecords } from './records.ts';
import type { SourceResult } from './state.ts';
import {
  isRefreshDue,
  mergeResults,
  noneAnswered,
  refreshFailure,
  restingSources,
  sourceSentence,
  strictFailure,
} from './state.ts';

/**
 * The outcome of a refresh: a failure of the host itself (a lock, a full disk), or one result for each source; none:
 * all succeeded.
 */
export type Refreshed = { failure: JobFailure } | { results: SourceResult[] };

/** Whether a refresh failed because of the host and not because of a source. */
export function isHostsOwn({ code }: JobFailure): boolean {
  return ['LOCK_HELD', 'NO_SPACE', 'READ_ONLY', 'INTERRUPTED', 'TIMED_OUT', 'LISTS_UNREADABLE'].includes(
    code,
  );
}

/** How a package manager's sources are refreshed and inspected. */
export interface SourceAccess {
  /**
   * Refreshes every source; those named in `resting` are left out where the package manager can do that. A job that
   * refreshes twice names its steps differently.
   */
  refresh(env: JobEnv, resting: readonly string[], step?: string): Promise<Refreshed>;
  refreshedAt(): Promise<Date | null>;
  /**
   * Whether the disk holds a list of this source that was verified when it came and has not expired. Reads files
   * only.
   */
  hasList(source: SourceRecord): Promise<boolean>;
}

/** The sources that failed at their last refresh, and how plans are made meanwhile; starts no process. */
export async function failedSources(
  context: Pick<BackendContext, 'stashDir'>,
  access: Pick<SourceAccess, 'hasList'>,
): Promise<FailedSource[]> {
  return toFailed(await readRecords(context), access);
}

async function toFailed(
  records: readonly SourceRecord[],
  access: Pick<SourceAccess, 'hasList'>,
): Promise<FailedSource[]> {
  const failed = await Promise.all(
    records.map(async (record): Promise<FailedSource[]> => {
      const { name, lists, okAt, failure } = record;
      if (failure === null) return [];
      const hasList = await access.hasList(record);
      const { code, message, at, unfetchable } = failure;
      const use = !hasList ? 'left_out' : unfetchable ? 'unfetchable' : 'last_list';
      const times = { failedAt: new Date(at), okAt: okAt === null ? null : new Date(okAt) };
      return [{ name, lists, code, message, use, ...times }];
    }),
  );
  return failed.flat();
}

/** Refreshes the sources and records the result of each. Returns a failure only when the host itself is the cause. */
export async function refreshSources(
  context: BackendContext,
  access: SourceAccess,
  env: JobEnv,
  resting: readonly string[] = [],
): Promise<JobFailure | null> {
  const before = await access.refreshedAt();
  const outcome = await access.refresh(env, resting);
  if ('failure' in outcome) return outcome.failure;
  return recordResults(context, outcome.results, { before, resting });
}

/**
 * Reads the lists once more within a job, and returns the sources that still fail. null, with nothing recorded, if one
 * fails that answered before: a mirror that is away for a minute is no news about its packages.
 */
export async function refreshAnew(
  context: BackendContext,
  access: SourceAccess,
  env: JobEnv,
  known: readonly FailedSource[],
): Promise<FailedSource[] | null> {
  const before = await access.refreshedAt();
  const outcome = await access.refresh(env, [], 'refresh-anew');
  if ('failure' in outcome) return null;
  const isKnown = (source: SourceResult) => known.some(({ name }) => name === source.name);
  if (outcome.results.some((source) => source.failure !== null && !isKnown(source))) return null;
  await recordResults(context, outcome.results, { before, resting: [] });
  return failedSources(context, access);
}

async function recordResults(
  context: BackendContext,
  results: readonly SourceResult[],
  { before, resting }: { before: Date | null; resting: readonly string[] },
): Promise<JobFailure | null> {
  const records = await readRecords(context);
  const answered = results.length === 0 || results.some(({ failure }) => failure === null);
  const merged = mergeResults(records, results, { before, now: context.now(), resting });
  if (merged.every(({ failure }) => failure === null)) await forgetFolders(context);
  return (answered ? await writeStamp(context) : null) ?? (await writeRecords(context, merged));
}

/** The refresh that somebody asked for: tries every source, and fails when any of them failed. */
export async function refreshAll(
  context: BackendContext,
  access: SourceAccess,
  env: JobEnv,
): Promise<JobFailure | null> {
  const failure = await refreshSources(context, access, env);
  if (failure) return failure;
  const failed = await tellFailed(context, access, env);
  return refreshFailure(failed);
}

/**
 * Before a plan: refreshes lists that are older than the job allows (never for an approved plan) and logs which
 * sources fail. Returns the failure when the job cannot go on: no source answers, or the job requires every source.
 */
export async function freshen(
  context: BackendContext,
  access: SourceAccess,
  env: JobEnv,
  { planHash, maxAgeSecs, strictSources = false }: RunOptions,
): Promise<JobFailure | null> {
  const wantsFresh = planHash === undefined && maxAgeSecs !== null;
  const isDue = async () =>
    wantsFresh &&
    isRefreshDue(await readRecords(context), {
      refreshedAt: await access.refreshedAt(),
      maxAgeSecs,
      now: context.now(),
    });
  if (await isDue()) {
    const resting = restingSources(await readRecords(context), context.now());
    const failure = await refreshSources(context, access, env, resting);
    if (failure) return failure;
  }
  const failed = await tellFailed(context, access, env);
  if (failed.length === 0) return null;
  const everyOne = failed.length === (await readRecords(context)).length;
  if (everyOne && (await isDue())) return noneAnswered(failed, await access.refreshedAt());
  return strictSources ? strictFailure(failed) : null;
}

async function tellFailed(
  context: BackendContext,
  access: SourceAccess,
  env: JobEnv,
): Promise<FailedSource[]> {
  const failed = await failedSources(context, access);
  for (const source of failed) env.log('agent', sourceSentence(source));
  return failed;
}

/** Records that the packages of these sources cannot be fetched either: plans leave them out until they answer. */
export async function noteUnfetchable(
  context: BackendContext,
  names: readonly string[],
): Promise<JobFailure | null> {
  const records = await readRecords(context);
  return writeRecords(
    context,
    records.map((record) =>
      record.failure && names.includes(record.name)
        ? { ...record, failure: { ...record.failure, unfetchable: true } }
        : record,
    ),
  );
}

/**
 * Throws LISTS_UNREADABLE for an empty list of patches on a host without any source: there nothing is missing that
 * anybody could see, as on a machine whose registration has ended.
 */
export async function assertAnySource(
  patches: readonly unknown[],
  read: () => Promise<readonly unknown[]>,
): Promise<void> {
  if (patches.length > 0 || (await read()).length > 0) return;
  const message = 'This host has no package sources, or all are switched off: nobody can tell what it lacks.';
  throw new AppError('LISTS_UNREADABLE', { message });
}
