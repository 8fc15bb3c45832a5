import { AppError } from '#server/shared/wire/appError.ts';
import type { PackageBackend } from '../backend.ts';
import { frameOf } from '../job/frame.ts';
import { rpmSteps } from './rpmSteps.ts';
import { lockHeld } from '../shared/lock.ts';
import { assertAnySource, failedSources } from '../shared/sources/access.ts';
import { leftOut, notFoundAround } from '../shared/sources/around.ts';
import { sourcesMark } from '../shared/sources/state.ts';
import type { RpmDriver } from './rpmDriver.ts';
import { databaseMark } from './read/database.ts';
import { readRpmInventory } from './read/inventory.ts';
import { lookUp } from './read/lookUp.ts';
import { fingerprint, refreshedAt } from './read/metadata.ts';
import { listPackages, listPatches } from './plan/patches.ts';
import { preparePlan } from './plan/planner.ts';
import { contextsWithout } from './plan/withoutSources.ts';
import { readRebootState } from './read/reboot.ts';
import { unmetReader } from './read/unmet.ts';
import { findProblems, repair } from './run/repair.ts';
import type { RpmContext } from './rpmContext.ts';

/** The package backend for hosts of the rpm family, with the driver of one package manager. */
export function createRpmBackend(context: RpmContext, driver: RpmDriver): PackageBackend {
  const problems = problemReader(context);
  const steps = rpmSteps(context, driver);
  const { sources } = steps;
  return {
    name: driver.name,
    privileged: context.privileged,
    fingerprint: async () => {
      const [files, failed] = await Promise.all([fingerprint(driver), failedSources(context, sources)]);
      return `${files}${sourcesMark(failed)}`;
    },
    refreshedAt: () => refreshedAt(context, driver),
    listPackages: (signal) => listPackages(context, driver, signal),
    listPatches: async (signal) => {
      const at = await refreshedAt(context, driver);
      const patches = at === null ? [] : await listPatches(context, driver, signal);
      await assertAnySource(patches, () => driver.sources(context));
      return { patches, refreshedAt: at };
    },
    rebootState: () => readRebootState(context),
    proxies: driver.proxies,
    installedVersions: async () => {
      const { rows } = await readRpmInventory(context);
      return new Map(rows.map(({ name, arch, version }) => [`${name}:${arch}`, version]));
    },
    assertKnown: async (names) => {
      const specs = names.map((name) => ({ name }));
      const out = leftOut(await failedSources(context, sources));
      const { without } = await contextsWithout(context, driver, out);
      await lookUp(without, driver, await readRpmInventory(context), specs).catch((error: unknown) => {
        throw notFoundAround(error, out);
      });
    },
    plan: async (request, signal) => (await preparePlan(context, driver, request, signal)).plan,
    ...frameOf(steps),
    repair: (env) => (context.privileged ? repair(context, driver, env) : problems()),
    problems,
    brokenDependencies: unmetReader(context),
    ...(driver.kernelsKept && { kernelsKept: driver.kernelsKept }),
    lockHeld: () => lockHeld(driver.locks),
  };
}

/** Finds the problems of rpm's database, again only after it has changed. */
function problemReader(context: RpmContext): () => Promise<string[]> {
  let cached: { mark: string; problems: string[] } | null = null;
  return async () => {
    const mark = await databaseMark();
    if (cached?.mark === mark) return cached.problems;
    try {
      cached = { mark, problems: await findProblems(context) };
    } catch (error) {
      if (error instanceof AppError) return [error.message];
      throw error;
    }
    return cached.problems;
  };
}
