import type { JobFailure, PackageChange, PlanEntry } from '../../backend.ts';
import { agentWouldGo, conflict, filesRefused } from '../../shared/failures.ts';
import { removesAgent, sortEntries, undoingPlan } from '../../shared/plan.ts';
import type { StashedFile } from '../../shared/stashedFile.ts';
import type { RpmCommand, RpmDriver, RpmResolution } from '../rpmDriver.ts';
import { obtainable } from '../read/excluded.ts';
import type { RpmInventory } from '../read/inventory.ts';
import { nevra, readRpmInventory, rpmKey } from '../read/inventory.ts';
import { offersOf } from '../read/offers.ts';
import { lifelinesIn } from '../plan/lifeline.ts';
import { fingerprint } from '../read/metadata.ts';
import type { PreparedRpmPlan } from '../plan/planner.ts';
import { toEntry } from '../plan/planner.ts';
import type { RpmRecord } from '../rpmRecord.ts';
import type { RpmContext } from '../rpmContext.ts';

/** The changes of a job in reverse; a package that changed its architecture gets its former one back. */
function inverse({ changes, stash }: RpmRecord): PlanEntry[] {
  return sortEntries(
    changes.map(({ name, arch, from, to }) => {
      const former = stash.find((file) => rpmKey(file) === rpmKey({ name, arch }) && file.version === from);
      return toEntry({ name, arch: former?.arch ?? arch, from: to, to: from });
    }),
  );
}

const text = (change: PackageChange) => `${rpmKey(change)} ${change.from} ${change.to}`;

/**
 * Installs the stored packages in one call. What the job had brought in is removed by the same call where it
 * conflicts with them, else by a second one. The first call must do nothing but parts of the inverse, which is asked
 * beforehand.
 */
export async function prepareRollback(
  context: RpmContext,
  driver: RpmDriver,
  inventory: RpmInventory,
  record: RpmRecord,
  files: readonly StashedFile[],
): Promise<PreparedRpmPlan | JobFailure> {
  const entries = inverse(record);
  const refused = findRefused(context, driver, entries);
  if (refused) return refused;
  const state = await fingerprint(driver);
  const commands: RpmCommand[] = [];
  let undone = entries;
  if (files.length > 0) {
    const command: RpmCommand = { verb: 'files', targets: files.map((file) => file.path), excludes: [] };
    const resolution = await driver.resolve(context, inventory, command);
    const difference = findDifference(entries, resolution);
    if (difference) return conflict(undoRefused, difference);
    commands.push(command);
    const reached = new Set(resolution.changes.map(text));
    undone = entries.filter((entry) => !reached.has(text(entry)));
  }
  if (undone.length > 0) {
    const targets = undone.map(({ name, arch, from }) => nevra({ name, arch, version: from ?? '' }));
    const command: RpmCommand = { verb: 'remove', targets, excludes: [] };
    const refusal = await findDependants(context, driver, inventory, command, entries);
    if (refusal) return refusal;
    commands.push(command);
  }
  const names = [...new Set(entries.flatMap(({ name, from }) => (from === null ? [] : [name])))];
  const offers = names.length === 0 ? [] : obtainable(await offersOf(context, driver, names));
  // Restored packages count as requested by the user; those that had been automatic are marked again.
  const { automatic } = record;
  return { plan: undoingPlan(entries), commands, inventory, offers, fingerprint: state, automatic };
}

/** A rollback may not remove what no other job may remove. */
function findRefused(
  context: RpmContext,
  driver: RpmDriver,
  entries: readonly PlanEntry[],
): JobFailure | null {
  if (removesAgent(entries)) return agentWouldGo();
  const packages = lifelinesIn(context, driver, entries);
  if (packages.length === 0) return null;
  return conflict(
    `This would remove ${packages.join(', ')}, without which this host could not be managed any more.`,
    { packages },
  );
}

const undoRefused = 'The rollback would change other packages too, or could not restore all of them.';

/** Asks the package manager what installing these files would do; it must be these entries. */
export async function prepareFiles(
  context: RpmContext,
  driver: RpmDriver,
  entries: readonly PlanEntry[],
  files: readonly StashedFile[],
): Promise<PreparedRpmPlan | JobFailure> {
  const state = await fingerprint(driver);
  const inventory = await readRpmInventory(context);
  const command: RpmCommand = { verb: 'files', targets: files.map((file) => file.path), excludes: [] };
  const difference = findDifference(entries, await driver.resolve(context, inventory, command));
  if (difference) return filesRefused(difference);
  const offers = obtainable(
    await offersOf(
      context,
      driver,
      entries.map(({ name }) => name),
    ),
  );
  return { plan: undoingPlan([...entries]), commands: [command], inventory, offers, fingerprint: state };
}

function findDifference(
  entries: readonly PlanEntry[],
  { changes, error }: RpmResolution,
): Record<string, unknown> | null {
  const wanted = new Set(entries.map(text));
  const reached = new Set(changes.map(text));
  const outside = changes.filter((change) => !wanted.has(text(change)));
  const unreached = entries.filter((entry) => entry.to !== null && !reached.has(text(entry)));
  if (error === null && outside.length === 0 && unreached.length === 0) return null;
  const packages = [...outside, ...unreached].map(({ name }) => name);
  return { packages, outside, unreached, output: error?.slice(0, 4000) ?? null };
}

/** Packages that the job never touched may by now need what came in with it. */
async function findDependants(
  context: RpmContext,
  driver: RpmDriver,
  inventory: RpmInventory,
  command: RpmCommand,
  entries: readonly PlanEntry[],
): Promise<JobFailure | null> {
  const { changes, error } = await driver.resolve(context, inventory, command);
  const own = new Set(entries.map(rpmKey));
  const others = changes.filter((change) => !own.has(rpmKey(change)));
  if (error === null && others.length === 0) return null;
  const packages = others.map(({ name }) => name);
  const details = { packages, output: error?.slice(0, 4000) ?? null };
  return conflict('What the job installed cannot be removed without removing other packages too.', details);
}
