import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { makePrivateDir, readJson, writeAtomic } from '#agent/files/atomic.ts';
import type { RpmStates } from '../read/diff.ts';
import type { Duplicate } from '../rpmDriver.ts';
import { rpmKey } from '../read/inventory.ts';
import type { RpmRecord } from '../rpmRecord.ts';
import type { RpmContext } from '../rpmContext.ts';

/** A version that replaces another one in a job; if the job is cut off in between, rpm has both. */
export interface Exchange {
  name: string;
  arch: string;
  from: string;
  to: string;
}

/** The versions that a transaction replaces, except where both versions were installed before it. */
export function exchangesOf({ entries, before }: Pick<RpmRecord, 'entries' | 'before'>): Exchange[] {
  const present = keysBefore(before);
  return entries.flatMap(({ name, arch, from, to }) => {
    if (from === null || to === null || present.has(`${rpmKey({ name, arch })} ${to}`)) return [];
    return [{ name, arch, from, to }];
  });
}

function keysBefore(before: RpmStates): Set<string> {
  const keys = Object.entries(before).flatMap(([key, versions]) => {
    const [name = '', arch = ''] = key.split(':');
    return versions.map((version) => `${rpmKey({ name, arch })} ${version}`);
  });
  return new Set(keys);
}

/** The duplicates that one of these exchanges has left, whether it was an upgrade or a downgrade. */
export function leftBy(exchanges: readonly Exchange[], duplicates: readonly Duplicate[]): Duplicate[] {
  const pair = (key: string, versions: readonly string[]) => `${key} ${versions.toSorted().join(' ')}`;
  const known = new Set(exchanges.map((one) => pair(rpmKey(one), [one.from, one.to])));
  return duplicates.filter(({ superseded, newest }) =>
    known.has(pair(rpmKey(newest), [superseded.version, newest.version])),
  );
}

/** One file a job, beside the stash: the repair may be made by another job, or after this job's history is lost. */
const folderOf = ({ stashDir }: Pick<RpmContext, 'stashDir'>) => path.join(stashDir, '.unfinished');
const fileOf = (context: RpmContext, jobId: string) =>
  path.join(folderOf(context), `${path.basename(jobId)}.json`);

/** Records what a transaction is about to exchange; durable when it resolves. */
export async function noteUnfinished(
  context: RpmContext,
  jobId: string,
  exchanges: readonly Exchange[],
): Promise<void> {
  if (exchanges.length === 0) return;
  await makePrivateDir(folderOf(context));
  await writeAtomic(fileOf(context, jobId), JSON.stringify(exchanges));
}

/** Deletes that record, once none of the job's exchanges is half done. */
export function noteFinished(context: RpmContext, jobId: string): Promise<void> {
  return rm(fileOf(context, jobId), { force: true });
}

/** The exchanges that transactions have begun and that are not known to be finished, by job. */
export async function readUnfinished(context: RpmContext): Promise<Map<string, Exchange[]>> {
  const names = await readdir(folderOf(context)).catch(() => []);
  const unfinished = new Map<string, Exchange[]>();
  for (const name of names.filter((one) => one.endsWith('.json'))) {
    const found = await readJson(path.join(folderOf(context), name)).catch(() => null);
    unfinished.set(name.slice(0, -'.json'.length), Array.isArray(found) ? (found as Exchange[]) : []);
  }
  return unfinished;
}
