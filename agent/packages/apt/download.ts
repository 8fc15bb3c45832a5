import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { JobEnv, JobFailure, Plan } from '../backend.ts';
import { hashFile } from '../hash.ts';
import type { IndexEntry } from './catalogue.ts';
import { exactKey } from './catalogue.ts';
import { classify, lastErrors } from './classify.ts';
import { archiveDir, archiveName } from './reversibility.ts';
import { aptEnv, fetchOptions, transactionOptions, runApart } from './system.ts';
import type { AptContext } from './system.ts';

/** dpkg and apt write their own logs and lists too; below this nothing is started. */
const reserveBytes = 4 * 1024 * 1024;

interface Download {
  plan: Plan;
  argv: readonly string[];
  index: ReadonlyMap<string, IndexEntry>;
}

/** Bytes that still have to be fetched, and cached files that aren't what the signed index lists. */
async function findMissing({ plan, index }: Download): Promise<{ needed: number; wrong: string[] }> {
  let needed = 0;
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
  }
  return { needed, wrong };
}

async function checkSpace(needed: number, plan: Plan): Promise<JobFailure | null> {
  for (const [folder, bytes] of [
    [archiveDir, needed],
    ['/usr', Math.max(plan.diskChangeBytes, 0)],
  ] as const) {
    const found = await statfs(folder).catch(() => null);
    const freeBytes = found ? found.bavail * found.bsize : Infinity;
    if (freeBytes >= bytes + reserveBytes) continue;
    const message = `${folder} has ${freeBytes} bytes free; ${bytes + reserveBytes} are needed.`;
    return {
      code: 'NO_SPACE',
      message,
      details: { path: folder, freeBytes, neededBytes: bytes + reserveBytes },
    };
  }
  return null;
}

/**
 * Fetches the incoming packages into apt's cache, as a step of its own, so that a failing source or a cancel
 * comes before any package is touched. Refuses beforehand when the disk can't take them. A small download is left
 * to the transaction, which touches nothing either when it fails.
 */
export async function downloadPackages(
  context: AptContext,
  env: JobEnv,
  download: Download,
): Promise<JobFailure | null> {
  const { needed, wrong } = await findMissing(download);
  // apt trusts a cached file by its size alone.
  if (wrong.length > 0) await runApart(context, env, 'discard', ['rm', '-f', '--', ...wrong]);
  const full = await checkSpace(needed, download.plan);
  if (full || needed < context.smallDownloadBytes) return full;
  const argv = ['apt-get', ...transactionOptions, '--download-only', ...fetchOptions, ...download.argv];
  // One step for each plan: after a restart, another plan must not take this one's download for its own.
  const result = await env.runDetached(`download-${download.plan.planHash.slice(0, 12)}`, {
    argv,
    env: aptEnv,
    timeLimitMs: context.timeLimitMs,
    onStatus: (line) => {
      const percent = /^dlstatus:\d+:([\d.]+):/.exec(line)?.[1];
      if (percent !== undefined) env.progress(Math.round(20 + Number(percent) * 0.25), 'downloading');
    },
  });
  // Cut off: the transaction fetches what is missing, and nothing was touched yet.
  if (result.exitCode === 0 || result.lost) return null;
  const message = lastErrors(result.outputTail) || 'The packages could not be fetched.';
  return classify(result.outputTail) ?? { code: 'FETCH_FAILED', message };
}
