import { run } from '../exec.ts';
import type { PackageBackend } from './backend.ts';
import { lookUp } from './apt/catalogue.ts';
import { fingerprint, refreshedAt } from './apt/fingerprint.ts';
import { readInventory } from './apt/inventory.ts';
import { listPackages, listPatches } from './apt/patches.ts';
import { preparePlan } from './apt/planner.ts';
import { readProblems } from './apt/problems.ts';
import { readRebootState } from './apt/reboot.ts';
import type { AptContext, RunCommand } from './apt/system.ts';

export interface AptOptions {
  /** Release of the running kernel; default: what uname says. */
  kernelRelease: string;
  /** Folder (0700) for the outgoing packages of past jobs. */
  stashDir: string;
  /** False without root: everything is listed, every change is refused. */
  privileged: boolean;
  now?: () => Date;
  run?: RunCommand;
  /** Limit of one detached step, in ms; default one hour. At it only a stuck maintainer script is ended. */
  timeLimitMs?: number;
}

const defaultTimeLimitMs = 60 * 60_000;

/** The package backend for Debian's family: apt and dpkg, driven by their command lines. */
export function createAptBackend(options: AptOptions): PackageBackend {
  const context: AptContext = {
    run,
    now: () => new Date(),
    timeLimitMs: defaultTimeLimitMs,
    ...options,
  };
  return {
    name: 'apt',
    privileged: context.privileged,
    fingerprint,
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
      await lookUp(
        context,
        inventory,
        names.map((name) => ({ name })),
      );
    },
    plan: async (request, signal) => (await preparePlan(context, request, signal)).plan,
    run: () => Promise.reject(new Error('not built yet')),
    refresh: () => Promise.reject(new Error('not built yet')),
    hold: () => Promise.reject(new Error('not built yet')),
    rollback: () => Promise.reject(new Error('not built yet')),
    repair: () => Promise.reject(new Error('not built yet')),
    problems: readProblems,
  };
}
