import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { JobEnv, JobFailure, Plan } from '../../backend.ts';
import { hashFile } from '../../shared/hash.ts';
import type { Need } from '../../shared/space.ts';
import { cutDownload } from '../../shared/failures.ts';
import { StashRoom } from '../../job/stashRoom.ts';
import { noteFetched } from './archives.ts';
import { statusFile } from '../read/problems.ts';
import { withArchitectures } from '../read/architectures.ts';
import type { IndexEntry } from '../read/catalogue.ts';
import { exactKey } from '../read/catalogue.ts';
import { endedFailure, wholeEnder } from '../../shared/scripts.ts';
import { classify } from '../classify.ts';
import { lastErrors } from '../lastErrors.ts';
import { bootNeeds } from '../plan/kernels.ts';
import { archiveDir, archiveName } from '../plan/reversibility.ts';
import { aptEnv, fetchOptions, transactionOptions, runApart } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

interface Download {
  plan: Plan;
  argv: readonly string[];
  index: ReadonlyMap<string, IndexEntry>;
}

interface Missing {
  needed: number;
  /** File names in apt's cache. */
  missing: string[];
  /** Paths. */
  wrong: string[];
}

/** Bytes that still have to be fetched, and cached files that aren't what the signed index lists. */
async function findMissing({ plan, index }: Download): Promise<Missing> {
  let needed = 0;
  const missing: string[] = [];
  const wrong: string[] = [];
  for (const { name, arch, to } of plan.entries) {
    if (to === null) continue;
    const incoming = { name, arch, version: to };
    const { sizeBytes = 0, sha256 = null } = index.get(exactKey(incoming)) ?? {};
    const file = path.join(archiveDir, archiveName(incoming));
    const cached = await stat(file).catch(() => null);
    if (cached?.size === sizeBytes && (await hashFile(file)) === sha256) continue;
    if (cached) wrong.push(file);
    needed += Math.max(sizeBytes, 1);
    missing.push(archiveName(incoming));
  }
  return { needed, missing, wrong };
}

interface Downloaded {
  failure: JobFailure | null;
  /** Bytes that the transaction itself still fetches. */
  pendingBytes: number;
}

/** What a plan writes in addition to `fetchedBytes` of packages. */
function spaceNeeds(plan: Plan, fetchedBytes: number): Need[] {
  return [
    { folder: archiveDir, bytes: fetchedBytes },
    { folder: '/usr', bytes: plan.diskChangeBytes },
  ];
}

/** A package's own files in dpkg's database. */
const infoBytes = 16 * 1024;

/**
 * What is written beside the packages: dpkg's database, which is made anew as a whole each time, and the agent's own
 * journal. Where one of them has no room, packages stay half done.
 */
export async function databaseNeeds(
  { stashDir }: Pick<AptContext, 'stashDir'>,
  packages: number,
): Promise<Need[]> {
  const sizeBytes = (await stat(statusFile).catch(() => null))?.size ?? 0;
  return [
    { folder: path.dirname(statusFile), bytes: 2 * sizeBytes + packages * infoBytes },
    { folder: stashDir, bytes: 0 },
  ];
}

/**
 * What the transaction still writes once the packages are there: for a while dpkg has the largest one on the disk
 * twice.
 */
export async function transactionNeeds(
  context: AptContext,
  { plan, index }: Omit<Download, 'argv'>,
  pendingBytes: number,
): Promise<Need[]> {
  const sizes = plan.entries.map(({ name, arch, to }) =>
    to === null ? 0 : (index.get(exactKey({ name, arch, version: to }))?.installedSizeBytes ?? 0),
  );
  return [
    ...spaceNeeds(plan, pendingBytes),
    { folder: '/usr', bytes: Math.max(0, ...sizes) },
    ...(await databaseNeeds(context, plan.entries.length)),
  ];
}

/**
 * Fetches the incoming packages into apt's cache as a step of its own, so that a failing source or a cancel comes
 * before any package is touched. Refuses first if the disk has no room for them even after older jobs' stashed
 * packages are removed. A small download is left to the transaction; if it fails there, no package is touched either.
 */
export async function downloadPackages(
  context: AptContext,
  env: JobEnv,
  download: Download,
): Promise<Downloaded> {
  const { needed, missing, wrong } = await findMissing(download);
  // apt trusts a cached file by its size alone.
  if (wrong.length > 0) await runApart(context, env, 'discard', ['rm', '-f', '--', ...wrong]);
  const { entries } = download.plan;
  const needs = [
    ...spaceNeeds(download.plan, needed),
    ...(await databaseNeeds(context, entries.length)),
    ...(await bootNeeds(entries)),
  ];
  const room = new StashRoom(context, env, { needs });
  const full = await room.makeForJob();
  if (full) return { failure: full, pendingBytes: needed };
  // If the note cannot be written, these files are never cleaned; nothing else depends on it.
  await noteFetched(context, missing).catch((error: unknown) => env.log('agent', `cache: ${String(error)}`));
  if (needed < context.smallDownloadBytes) return { failure: null, pendingBytes: needed };
  const options = [...transactionOptions, '--download-only', ...fetchOptions];
  const argv = await withArchitectures(['apt-get', ...options, ...download.argv]);
  // The step is named after the plan: after a restart, another plan must not mistake this download for its own.
  const result = await env.runDetached(`download-${download.plan.planHash.slice(0, 12)}`, {
    argv,
    env: aptEnv,
    timeLimitMs: context.fetchLimitMs,
    onTimeLimit: wholeEnder((text) => env.log('agent', text)),
    onStatus: (line) => {
      const percent = /^dlstatus:\d+:([\d.]+):/.exec(line)?.[1];
      if (percent !== undefined) env.progress(Math.round(20 + Number(percent) * 0.25), 'downloading');
    },
  });
  if (result.timeLimitHit && result.exitCode !== 0)
    return { failure: endedFailure('download', context.fetchLimitMs), pendingBytes: needed };
  if (result.lost) return { failure: cutDownload, pendingBytes: needed };
  if (result.exitCode === 0) return { failure: null, pendingBytes: 0 };
  const message = lastErrors(result.outputTail) || 'The packages could not be fetched.';
  const failure = classify(result.outputTail) ?? { code: 'FETCH_FAILED', message };
  return { failure, pendingBytes: needed };
}
