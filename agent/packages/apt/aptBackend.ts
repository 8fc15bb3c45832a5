import type { PackageBackend } from '../backend.ts';
import { frameOf } from '../job/frame.ts';
import { aptSteps } from './aptSteps.ts';
import { withArchitectures } from './read/architectures.ts';
import { lookUp } from './read/catalogue.ts';
import { fingerprint, refreshedAt } from './read/fingerprint.ts';
import { readInventory } from './read/inventory.ts';
import { readLock } from './run/lock.ts';
import { listPackages, listPatches } from './plan/patches.ts';
import { findPinnedArchives } from './read/pinned.ts';
import { readAptProxies } from './read/proxies.ts';
import { preparePlan } from './plan/planner.ts';
import { readProblems, readUnbootable, readUnmet } from './read/problems.ts';
import { readRebootState } from './read/reboot.ts';
import { readSources } from './read/sources.ts';
import { repair } from './run/repair.ts';
import { noDefaultRelease } from './aptContext.ts';
import type { AptContext } from './aptContext.ts';
import { lacksDefaultRelease } from './classify.ts';
import { aptSources } from './refresh.ts';
import { assertAnySource, failedSources } from '../shared/sources/access.ts';
import { leftOut, notFoundAround } from '../shared/sources/around.ts';
import { sourcesMark } from '../shared/sources/state.ts';
import type { BackendOptions } from '../shared/context.ts';
import { createContext } from '../shared/context.ts';

export type AptOptions = BackendOptions & Partial<AptContext>;

const defaultSmallDownloadBytes = 4 * 1024 * 1024;
const defaultKeptArchiveBytes = 32 * 1024 * 1024;

/** The package backend for Debian's family: apt and dpkg, driven by their command lines. */
export function createAptBackend({
  smallDownloadBytes = defaultSmallDownloadBytes,
  keptArchiveBytes = defaultKeptArchiveBytes,
  ...options
}: AptOptions): PackageBackend {
  const bare = createContext(options);
  const run: AptContext['run'] = async (argv, settings) => {
    const result = await bare.run(await withArchitectures(argv), settings);
    if (!lacksDefaultRelease(result.stderr) || !/^apt-(?:get|cache)$/.test(argv[0] ?? '')) return result;
    // The release may be that of a source which is left out; if not, apt's refusal is what there is to tell.
    if (leftOut(await failedSources(bare, aptSources(context))).length === 0) return result;
    const [command = '', ...rest] = argv;
    return bare.run(await withArchitectures([command, ...noDefaultRelease, ...rest]), settings);
  };
  const context: AptContext = { ...bare, run, smallDownloadBytes, keptArchiveBytes };
  const steps = aptSteps(context);
  const { sources } = steps;
  return {
    name: 'apt',
    privileged: context.privileged,
    fingerprint: async () => {
      const [files, failed] = await Promise.all([fingerprint(), failedSources(context, sources)]);
      return `${files}${sourcesMark(failed)}`;
    },
    refreshedAt: () => refreshedAt(context),
    listPackages: (signal) => listPackages(context, signal),
    listPatches: async (signal) => {
      const [patches, securityPinned] = await Promise.all([
        listPatches(context, signal),
        findPinnedArchives(context, signal),
      ]);
      await assertAnySource(patches, () => readSources(context));
      return { patches, refreshedAt: await refreshedAt(context), securityPinned };
    },
    rebootState: () => readRebootState(context.kernelRelease),
    proxies: () => readAptProxies(context),
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
    ...frameOf(steps),
    repair: (env) => (context.privileged ? repair(context, env) : readProblems()),
    problems: readProblems,
    brokenDependencies: readUnmet,
    unbootable: readUnbootable,
    lockHeld: readLock,
  };
}
