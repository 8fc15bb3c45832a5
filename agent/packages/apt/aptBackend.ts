import { rm } from 'node:fs/promises';
import type { JobEnv, PackageBackend, TransactionResult } from '../backend.ts';
import { lookUp } from './read/catalogue.ts';
import { fingerprint, refreshedAt } from './read/fingerprint.ts';
import { setHold } from './run/hold.ts';
import { readInventory } from './read/inventory.ts';
import { runRequest } from './run/job.ts';
import { readLock } from './run/lock.ts';
import { listPackages, listPatches } from './read/patches.ts';
import { preparePlan } from './plan/planner.ts';
import { readProblems } from './read/problems.ts';
import { readRebootState } from './read/reboot.ts';
import { readRecord } from './aptRecord.ts';
import { aptSources } from './run/refresh.ts';
import { repair } from './run/repair.ts';
import { reversibilityNow } from './undo/reversibilityNow.ts';
import { rollback } from './undo/rollback.ts';
import type { AptContext } from './aptContext.ts';
import { judged } from '../job/failures.ts';
import { failedSources, freshen, refreshAll } from '../shared/sources/access.ts';
import { leftOut, notFoundAround } from '../shared/sources/around.ts';
import { sourcesMark } from '../shared/sources/state.ts';
import { stashFolder } from '../job/stash.ts';
import type { BackendOptions } from '../shared/context.ts';
import { assertPrivileged, createContext } from '../shared/context.ts';

export type AptOptions = BackendOptions & Partial<AptContext>;

const defaultSmallDownloadBytes = 4 * 1024 * 1024;
const defaultKeptArchiveBytes = 32 * 1024 * 1024;

/** The package backend for Debian's family: apt and dpkg, driven by their command lines. */
export function createAptBackend({
  smallDownloadBytes = defaultSmallDownloadBytes,
  keptArchiveBytes = defaultKeptArchiveBytes,
  ...options
}: AptOptions): PackageBackend {
  const context: AptContext = { ...createContext(options), smallDownloadBytes, keptArchiveBytes };
  const sources = aptSources(context);
  return {
    name: 'apt',
    privileged: context.privileged,
    fingerprint: async () => {
      const [files, failed] = await Promise.all([fingerprint(), failedSources(context, sources)]);
      return `${files}${sourcesMark(failed)}`;
    },
    refreshedAt: () => refreshedAt(context.stashDir),
    listPackages: (signal) => listPackages(context, signal),
    listPatches: async (signal) => ({
      patches: await listPatches(context, signal),
      refreshedAt: await refreshedAt(context.stashDir),
    }),
    rebootState: () => readRebootState(context.kernelRelease),
    installedVersions: async () => {
      const { rows } = await readInventory(context);
      return new Map(rows.map(({ name, arch, version }) => [`${name}:${arch}`, version]));
    },
    assertKnown: async (names) => {
      const inventory = await readInventory(context);
      const installed = new Set(inventory.rows.map(({ name }) => name));
      const others = names.filter((name) => !installed.has(name)).map((name) => ({ name }));
      if (others.length === 0) return;
      await lookUp(context, inventory, others).catch(async (error: unknown) => {
        throw notFoundAround(error, leftOut(await failedSources(context, sources)));
      });
    },
    plan: async (request, signal) => (await preparePlan(context, request, signal)).plan,
    run: (request, env, runOptions) => judged(() => runRequest(context, request, env, runOptions)),
    refresh: (env) => judged(() => refresh(context, env)),
    freshen: (env, runOptions) => freshen(context, sources, env, runOptions),
    failedSources: () => failedSources(context, sources),
    hold: (names, held, env) => judged(() => setHold(context, names, held, env)),
    rollback: (record, env) => judged(() => rollback(context, record, env)),
    repair: (env) => (context.privileged ? repair(context, env) : readProblems()),
    plannedEntries: (record) => readRecord(record)?.entries ?? null,
    reversibility: reversibilityNow,
    forget: (jobId) => rm(stashFolder(context, jobId), { recursive: true, force: true }),
    problems: readProblems,
    lockHeld: readLock,
  };
}

async function refresh(context: AptContext, env: JobEnv): Promise<TransactionResult> {
  assertPrivileged(context);
  const failure = await refreshAll(context, aptSources(context), env);
  return { changes: [], failure, reversible: null };
}
