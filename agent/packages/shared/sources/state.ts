/** What follows from the records of sources; the time is an argument. */
import { isAhead } from '#agent/clock.ts';
import type { FailedSource, JobFailure } from '../../backend.ts';
import type { SourceRecord } from './records.ts';

/** Within this time jobs do not try a failed source again, as long as another one answers. */
const restMs = 15 * 60_000;
const shownSources = 20;
const maxWords = 300;

/** The result of a refresh for one source. */
export interface SourceResult {
  name: string;
  lists: string;
  failure: JobFailure | null;
  /** As in the record. */
  undated?: boolean;
}

/**
 * The records after a refresh. Without results, every source was tried and succeeded. Sources that the refresh left
 * out keep their records; those that are no longer configured are dropped.
 */
export function mergeResults(
  records: readonly SourceRecord[],
  results: readonly SourceResult[],
  { before, now, resting }: { before: Date | null; now: Date; resting: readonly string[] },
): SourceRecord[] {
  if (results.length === 0) return [];
  const at = now.toISOString();
  const tried = new Set(results.map(({ name }) => name));
  const kept = records.filter(({ name }) => resting.includes(name) && !tried.has(name));
  const fresh = results.map(({ name, lists, failure, undated = false }): SourceRecord => {
    if (failure === null) return { name, lists, okAt: at, failure: null };
    const known = records.find((record) => record.name === name);
    const okAt = known ? known.okAt : (before?.toISOString() ?? null);
    const { code, message } = failure;
    const told = { at, code, message: message.slice(0, 1000) };
    return { name, lists, okAt, ...(undated && { undated }), failure: told };
  });
  return [...fresh, ...kept];
}

/**
 * Names of the failed sources that a job does not try again yet. None when all have failed: waiting would only lose
 * time.
 */
export function restingSources(records: readonly SourceRecord[], now: Date): string[] {
  if (records.every(({ failure }) => failure !== null)) return [];
  return records
    .filter(({ failure }) => {
      const failedMs = failure === null ? NaN : Date.parse(failure.at);
      return now.getTime() - failedMs < restMs && !isAhead(failedMs, now.getTime());
    })
    .map(({ name }) => name);
}

/**
 * Whether a list is older than the job allows, so that a refresh is due; `refreshedAt`: the last refresh by anybody.
 */
export function isRefreshDue(
  records: readonly SourceRecord[],
  { refreshedAt, maxAgeSecs, now }: { refreshedAt: Date | null; maxAgeSecs: number; now: Date },
): boolean {
  const nowMs = now.getTime();
  const isOld = (atMs: number | null) =>
    atMs === null || isAhead(atMs, nowMs) || nowMs - atMs > maxAgeSecs * 1000;
  if (records.length === 0) return isOld(refreshedAt?.getTime() ?? null);
  const resting = restingSources(records, now);
  return records.some(({ name, okAt, failure }) => {
    const ownMs = okAt === null ? null : Date.parse(okAt);
    if (failure !== null) return !resting.includes(name) && isOld(ownMs);
    return isOld(Math.max(ownMs ?? 0, refreshedAt?.getTime() ?? 0));
  });
}

/** One source in a sentence: what failed, and how plans are made meanwhile. */
export function sourceSentence(source: FailedSource): string {
  return `The source ${source.name} failed: ${words(source.message)} ${meanwhile(source)}`;
}

function meanwhile({ use, okAt }: FailedSource): string {
  if (use === 'last_list') {
    const date = okAt ? ` of ${okAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` : '';
    return `Plans use its last list${date}.`;
  }
  const why = use === 'unfetchable' ? 'its packages cannot be fetched' : 'there is no valid list of it';
  return `It is left out of plans, because ${why}.`;
}

function words(message: string): string {
  const text = message.trim().replace(/\s+/g, ' ').slice(0, maxWords);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

const details = (failed: readonly FailedSource[]) => ({
  sources: failed.slice(0, shownSources).map(({ name, code, message, use }) => ({
    name,
    code,
    message: words(message),
    use,
  })),
  ...(failed.length > shownSources && { sourcesTotal: failed.length }),
});

const listed = (failed: readonly FailedSource[]) =>
  `${failed
    .slice(0, shownSources)
    .map(({ name, message }) => `${name}: ${words(message)}`)
    .join(' ')}${failed.length > shownSources ? ` And ${failed.length - shownSources} more.` : ''}`;

/**
 * The failure of a refresh, which names each failed source; its code is theirs if all share one, else SOURCE_FAILED.
 */
export function refreshFailure(failed: readonly FailedSource[]): JobFailure | null {
  const codes = [...new Set(failed.map(({ code }) => code))];
  if (codes.length === 0) return null;
  return {
    code: codes.length === 1 ? (codes[0] ?? '') : 'SOURCE_FAILED',
    message: listed(failed),
    details: details(failed),
  };
}

/**
 * The failure when no source has a list that the job may use. METADATA_STALE, which is retried, only if none could be
 * reached.
 */
export function noneAnswered(failed: readonly FailedSource[], refreshedAt: Date | null): JobFailure {
  const unreached = failed.every(({ code }) => code === 'FETCH_FAILED');
  return {
    code: unreached ? 'METADATA_STALE' : 'SOURCE_FAILED',
    message: `The package lists are too old, and no source could be refreshed. ${listed(failed)}`,
    details: { ...details(failed), refreshedAt },
  };
}

/** The failure for `strict_sources`, under which any failed source ends the job. */
export function strictFailure(failed: readonly FailedSource[]): JobFailure {
  return {
    code: 'SOURCE_FAILED',
    message: `The job was to run only if every package source answers. ${listed(failed)}`,
    details: details(failed),
  };
}

/** The failure for packages named by the job that cannot be had because their sources are left out. */
export function concernedFailure(packages: readonly string[], failed: readonly FailedSource[]): JobFailure {
  return {
    code: 'SOURCE_FAILED',
    message: `The job cannot do its work on ${packages.slice(0, shownSources).join(', ')} without a source that failed. ${listed(failed)}`,
    details: { packages: packages.slice(0, 500), ...details(failed) },
  };
}

/** A text that differs whenever plans are made with other sources; empty while none has failed. */
export function sourcesMark(failed: readonly FailedSource[]): string {
  return failed
    .map(({ name, use }) => ` ${use}:${name}`)
    .toSorted()
    .join('');
}
