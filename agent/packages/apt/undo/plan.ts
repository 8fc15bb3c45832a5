import type { JobFailure, PackageChange, PlanEntry } from '../../backend.ts';
import { agentWouldGo, conflict, filesRefused } from '../../shared/failures.ts';
import { removesAgent, sortEntries, undoingPlan } from '../../shared/plan.ts';
import { compareDebian } from '#server/shared/versions/debian.ts';
import { readIndex } from '../read/catalogue.ts';
import type { Inventory } from '../read/inventory.ts';
import { instanceKey, readInventory } from '../read/inventory.ts';
import type { PreparedPlan } from '../plan/planner.ts';
import type { AptRecord, StashedDeb } from '../aptRecord.ts';
import type { Resolution } from '../plan/resolve.ts';
import { resolve } from '../plan/resolve.ts';
import { noDefaultRelease } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

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
      const action = compareDebian(from, to) < 0 ? 'downgrade' : 'upgrade';
      return { action, name, arch: back, from: to, to: from };
    }),
  );
}

/** Asks apt what the undoing call would do; it must be the exact inverse of the job. */
export async function prepareRollback(
  context: AptContext,
  inventory: Inventory,
  record: AptRecord,
  files: readonly StashedDeb[],
): Promise<PreparedPlan | JobFailure> {
  const entries = inverse(record);
  if (removesAgent(entries)) return agentWouldGo();
  const refused = 'The rollback would change other packages too, or could not restore all of them.';
  const prepared = await prepareExactly(context, inventory, { entries, argv: rollbackArgv(entries, files) });
  return 'plan' in prepared ? prepared : conflict(refused, { ...prepared });
}

/** Asks apt what installing these files would do; it must be these entries, and a package that is held stays. */
export async function prepareFiles(
  context: AptContext,
  entries: readonly PlanEntry[],
  files: readonly StashedDeb[],
): Promise<PreparedPlan | JobFailure> {
  const argv = ['-o', 'APT::Sandbox::User=root', '--no-remove', '--no-install-recommends'];
  const paths = files.map((file) => file.path);
  const prepared = await prepareExactly(context, await readInventory(context), {
    entries: [...entries],
    argv: [...argv, 'install', '--', ...paths],
  });
  return 'plan' in prepared ? prepared : filesRefused({ ...prepared });
}

/** In what apt would do something else than these entries. */
interface Difference {
  packages: string[];
  outside: PackageChange[];
  unreached: PlanEntry[];
  /** apt's own words. */
  apt: string | null;
}

/** The plan, or the difference where apt would do anything else. */
async function prepareExactly(
  context: AptContext,
  inventory: Inventory,
  { entries, argv }: { entries: PlanEntry[]; argv: string[] },
): Promise<PreparedPlan | Difference> {
  const difference = findDifference(entries, await resolve(context, inventory, argv), inventory);
  if (difference) return difference;
  const versions = entries.flatMap(({ name, arch, from }) =>
    from === null ? [] : [{ name, arch, version: from }],
  );
  return {
    plan: undoingPlan(entries),
    first: [],
    argv,
    automatic: [],
    inventory,
    index: await readIndex(context, versions),
  };
}

/** One call: it installs the stored files and removes what the job had brought in. */
function rollbackArgv(entries: readonly PlanEntry[], files: readonly StashedDeb[]): string[] {
  const removals = entries.filter(({ to }) => to === null).map(({ name, arch }) => `${name}:${arch}-`);
  // `--no-remove` works for all packages or none; where one must go, the guard stops apt from removing any other.
  const refusal = removals.length === 0 ? ['--no-remove'] : [];
  return [
    // The files are in a folder that only root can read; nothing is fetched from the network.
    '-o',
    'APT::Sandbox::User=root',
    ...noDefaultRelease,
    ...refusal,
    '--allow-downgrades',
    '--allow-change-held-packages',
    '--no-install-recommends',
    'install',
    '--',
    ...files.map((file) => file.path),
    ...removals,
  ];
}

function findDifference(
  entries: readonly PlanEntry[],
  { changes, error }: Resolution,
  { nativeArch }: Inventory,
): Difference | null {
  const text = ({ name, arch, from, to }: PackageChange) =>
    `${instanceKey(name, arch, nativeArch)} ${from} ${to}`;
  const wanted = new Set(entries.map(text));
  const reached = new Set(changes.map(text));
  const outside = changes.filter((change) => !wanted.has(text(change)));
  const unreached = entries.filter((entry) => !reached.has(text(entry)));
  if (error === null && outside.length === 0 && unreached.length === 0) return null;
  const packages = [...outside, ...unreached].map(({ name }) => name);
  return { packages, outside, unreached, apt: error?.slice(0, 4000) ?? null };
}
