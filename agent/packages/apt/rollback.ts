import { copyFile, link, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { JobEnv, JobFailure, PackageChange, PlanEntry, TransactionResult } from '../backend.ts';
import { planHash, sortEntries } from '../plan.ts';
import { compareVersions } from '../version.ts';
import { readIndex } from './catalogue.ts';
import { restoreConffiles } from './conffiles.ts';
import type { Inventory } from './inventory.ts';
import { instanceKey, readInventory } from './inventory.ts';
import { execute, failed, makeReady } from './job.ts';
import type { PreparedPlan } from './planner.ts';
import type { AptRecord, StashedFile } from './record.ts';
import { readRecord } from './record.ts';
import { verifyRepacked } from './repack.ts';
import { resolve } from './resolve.ts';
import { archiveDir, archiveName, nothingToRestore, toReversibility } from './reversibility.ts';
import { downloadExact, hashLargeFile, stashFolder } from './stash.ts';
import { aptEnv, assertPrivileged, query } from './system.ts';
import type { AptContext } from './system.ts';
import { runTransaction } from './transaction.ts';

/** The changes of a job in reverse. */
function inverse({ changes, nativeArch, before }: AptRecord): PlanEntry[] {
  const formerArch = new Map(
    Object.keys(before).map((key) => {
      const [name = '', arch = ''] = key.split(':');
      return [instanceKey(name, arch, nativeArch), arch];
    }),
  );
  return sortEntries(
    changes.map(({ name, arch, from, to }) => {
      const back = formerArch.get(instanceKey(name, arch, nativeArch)) ?? arch;
      if (from === null) return { action: 'remove', name, arch, from: to, to: null };
      if (to === null) return { action: 'install', name, arch: back, from: null, to: from };
      const action = compareVersions(from, to) < 0 ? 'downgrade' : 'upgrade';
      return { action, name, arch: back, from: to, to: from };
    }),
  );
}

function conflict(message: string, details: Record<string, unknown>): JobFailure {
  return { code: 'ROLLBACK_CONFLICT', message, details };
}

/** Each package must still stand at the version in which the job left it. */
function findMoved(record: AptRecord, inventory: Inventory): JobFailure | null {
  const moved = record.changes.flatMap(({ name, arch }) => {
    const left = record.left[`${name}:${arch}`] ?? null;
    const row = inventory.byKey.get(instanceKey(name, arch, inventory.nativeArch));
    const found = row?.version ?? null;
    return found === (left?.version ?? null) ? [] : [{ name, arch, left: left?.version ?? null, found }];
  });
  if (moved.length === 0) return null;
  const names = moved.map(({ name }) => name).join(', ');
  return conflict(`Changed since the job: ${names}.`, { packages: moved.map(({ name }) => name), moved });
}

/**
 * Undoes a job in one apt call, to the exact versions before it, from the stored packages. Nothing is touched
 * (ROLLBACK_CONFLICT) when a package has moved since, a stored package is gone, or apt would have to change
 * anything that the job did not. A job that changed nothing has nothing to restore.
 */
export async function rollback(
  context: AptContext,
  original: Readonly<Record<string, unknown>>,
  env: JobEnv,
): Promise<TransactionResult> {
  assertPrivileged(context);
  const record = readRecord(original);
  if (!record || record.changes.length === 0) {
    env.log('agent', 'nothing to restore');
    return { changes: [], failure: null, reversible: nothingToRestore };
  }
  const own = readRecord(env.saved);
  if (own?.phase === 'transaction') {
    return finish(context, env, record, await runTransaction(context, env, own));
  }
  const unready = await makeReadyForRollback(context, env, record);
  if (unready) return failed(unready);
  const inventory = await readInventory(context);
  const moved = findMoved(record, inventory);
  if (moved) return failed(moved);
  const { files, missing } = await collectFiles(context, env, record);
  if (missing.length > 0) {
    const names = missing.map(({ name, from }) => `${name} ${from}`).join(', ');
    return failed(
      conflict(`No longer stored: ${names}.`, { packages: missing.map(({ name }) => name), missing }),
    );
  }
  const prepared = await prepareRollback(context, inventory, record, files);
  if ('code' in prepared) return failed(prepared);
  await env.setPlan(prepared.plan);
  return finish(context, env, record, await execute(context, env, prepared, { local: true }));
}

/**
 * The database is made whole first, unless the broken packages are the job's own: a repair would only run the
 * failing script again, while the old version is what mends it.
 */
async function makeReadyForRollback(
  context: AptContext,
  env: JobEnv,
  record: AptRecord,
): Promise<JobFailure | null> {
  const failing = Object.values(record.left).some((state) => state !== null && state.status !== 'installed');
  return failing ? null : makeReady(context, env);
}

/** The stored packages, each checked by its hash again; what the stash lost may still be in the cache or the repository. */
async function collectFiles(context: AptContext, env: JobEnv, record: AptRecord) {
  const outgoing = record.changes.filter((change) => change.from !== null);
  const files: StashedFile[] = [];
  const missing: PackageChange[] = [];
  for (const change of outgoing) {
    const stored = record.stash.find(
      (file) => file.name === change.name && file.version === change.from && isSameArch(record, file, change),
    );
    const file = stored && (await locate(context, env, stored));
    if (file) files.push(file);
    else missing.push(change);
  }
  return { files, missing };
}

function isSameArch({ nativeArch }: AptRecord, file: StashedFile, change: PackageChange): boolean {
  return instanceKey('', file.arch, nativeArch) === instanceKey('', change.arch, nativeArch);
}

async function locate(context: AptContext, env: JobEnv, stored: StashedFile): Promise<StashedFile | null> {
  const found = await findStored(context, env, stored);
  if (found && found.source !== 'installed') await offerInCache(found);
  return found;
}

async function findStored(
  context: AptContext,
  env: JobEnv,
  stored: StashedFile,
): Promise<StashedFile | null> {
  if ((await hashLargeFile(stored.path)) === stored.sha256) return stored;
  if (stored.source === 'installed') return null;
  const cached = path.join(archiveDir, archiveName(stored));
  if ((await hashLargeFile(cached)) === stored.sha256) return { ...stored, path: cached };
  const folder = stashFolder(context, env.jobId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await downloadExact(context, folder, [stored]);
  const fetched = path.join(folder, archiveName(stored));
  return (await hashLargeFile(fetched)) === stored.sha256 ? { ...stored, path: fetched } : null;
}

/**
 * While the index still lists that very file, apt takes it from its cache (trusting the size alone) or fetches
 * it, rather than from the path it was given: so the right one is put there.
 */
async function offerInCache({ path: file, sha256, ...version }: StashedFile): Promise<void> {
  const cached = path.join(archiveDir, archiveName(version));
  if ((await hashLargeFile(cached)) === sha256) return;
  await rm(cached, { force: true });
  await link(file, cached).catch(() => copyFile(file, cached));
}

/** Asks apt what the undoing call would do; it must be the inverse of the job and nothing else. */
async function prepareRollback(
  context: AptContext,
  inventory: Inventory,
  record: AptRecord,
  files: readonly StashedFile[],
): Promise<PreparedPlan | JobFailure> {
  const entries = inverse(record);
  const removals = entries.filter(({ to }) => to === null).map(({ name, arch }) => `${name}:${arch}-`);
  const argv = [
    // The files lie where only root reads; nothing of it comes from the network.
    '-o',
    'APT::Sandbox::User=root',
    '--allow-downgrades',
    '--allow-change-held-packages',
    '--no-install-recommends',
    'install',
    '--',
    ...files.map((file) => file.path),
    ...removals,
  ];
  const resolution = await resolve(context, inventory, argv);
  const found = resolution.changes.map(({ name, arch, from, to }) => ({ name, arch, from, to }));
  const text = (change: PackageChange) =>
    `${instanceKey(change.name, change.arch, inventory.nativeArch)} ${change.from} ${change.to}`;
  const wanted = new Set(entries.map(text));
  const outside = found.filter((change) => !wanted.has(text(change)));
  const reached = new Set(found.map(text));
  const unreached = entries.filter((entry) => !reached.has(text(entry)));
  if (resolution.error !== null || outside.length > 0 || unreached.length > 0) {
    const packages = [...outside, ...unreached].map(({ name }) => name);
    const details = { packages, outside, unreached, apt: resolution.error?.slice(0, 4000) ?? null };
    return conflict('Going back would change more than the job did, or cannot be done whole.', details);
  }
  const versions = entries.flatMap(({ name, arch, from }) =>
    from === null ? [] : [{ name, arch, version: from }],
  );
  return {
    plan: {
      entries,
      keptBack: [],
      downloadSizeBytes: 0,
      diskChangeBytes: 0,
      rebootExpected: false,
      reversible: toReversibility([]),
      planHash: planHash(entries),
    },
    argv,
    automatic: [],
    inventory,
    index: await readIndex(context, versions),
  };
}

/** After the versions: automatic marks, holds and deleted conffiles; and the files of rebuilt packages by hash. */
async function finish(
  context: AptContext,
  env: JobEnv,
  record: AptRecord,
  result: TransactionResult,
): Promise<TransactionResult> {
  if (result.failure) return result;
  const { nativeArch } = record;
  const changed = record.changes.map(({ name, arch }) => instanceKey(name, arch, nativeArch));
  await restoreManualMarks(context, env, record, changed);
  await restoreHolds(context, env, record, changed);
  for (const file of await restoreConffiles(record.conffiles)) {
    env.log('agent', `${file} is not what it was before the job (configuration is left as it is)`);
  }
  const conffiles = new Set(record.conffiles.map((state) => state.path));
  for (const stored of record.stash.filter(({ source }) => source === 'installed')) {
    const different = await verifyRepacked(stored.path, conffiles).catch(() => []);
    if (different.length === 0) continue;
    const message = `Restored, but files of ${stored.name} differ: ${different.slice(0, 5).join(', ')}.`;
    return {
      ...result,
      failure: conflict(message, { packages: [stored.name], files: different.slice(0, 200) }),
    };
  }
  return result;
}

async function restoreManualMarks(
  context: AptContext,
  env: JobEnv,
  record: AptRecord,
  changed: readonly string[],
): Promise<void> {
  const after = await readInventory(context);
  const auto = changed.filter((key) => record.autoBefore.includes(key) && after.byKey.has(key));
  if (auto.length === 0) return;
  const result = await query(context, ['apt-mark', 'auto', '--', ...auto]);
  if (result.exitCode !== 0) env.log('agent', `apt-mark auto failed: ${result.stderr.trim()}`);
}

async function restoreHolds(
  context: AptContext,
  env: JobEnv,
  record: AptRecord,
  changed: readonly string[],
): Promise<void> {
  const held = Object.entries(record.before)
    .filter(([, state]) => state.held)
    .map(([key]) => instanceKey(key.split(':')[0] ?? '', key.split(':')[1] ?? '', record.nativeArch));
  const after = await readInventory(context);
  const lost = held.filter((key) => changed.includes(key) && after.byKey.get(key)?.held === false);
  if (lost.length === 0) return;
  const argv = ['apt-mark', 'hold', '--', ...lost];
  await env.runDetached('restore-holds', { argv, env: aptEnv, timeLimitMs: context.timeLimitMs });
}
