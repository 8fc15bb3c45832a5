/** What dnf and zypper do between the fetched packages and the first change. */
import type { JobEnv, JobFailure, PlanEntry } from '../../backend.ts';
import { planChanged } from '../../shared/failures.ts';
import type { Stash } from '../../job/stash.ts';
import type { StashedFile } from '../../shared/stashedFile.ts';
import type { TransactionRecord } from '../../job/transactionRecord.ts';
import type { PreparedRpmPlan } from '../plan/planner.ts';
import { outgoingRows } from '../plan/planner.ts';
import { readRpmInventory } from '../read/inventory.ts';
import { fingerprint } from '../read/metadata.ts';
import type { RpmContext } from '../rpmContext.ts';
import type { RpmDriver } from '../rpmDriver.ts';
import type { RpmRecord } from '../rpmRecord.ts';
import { toStates } from '../read/diff.ts';
import { spaceNeeds } from './space.ts';
import { stashOutgoing } from './stash.ts';
import { findStray } from './transaction.ts';

/** Stores the outgoing packages; returns why parts of the plan cannot be undone. */
export function keepOutgoing(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  { plan, inventory, offers }: PreparedRpmPlan,
  inUse: readonly StashedFile[],
): Promise<Stash<StashedFile>> {
  const rows = outgoingRows(plan.entries, inventory);
  const needs = spaceNeeds(driver, { ...plan, downloadSizeBytes: 0 });
  return stashOutgoing(context, driver, env, rows, { offers, needs, inUse });
}

export async function completeRecord(
  context: RpmContext,
  driver: RpmDriver,
  prepared: PreparedRpmPlan,
  record: TransactionRecord,
): Promise<RpmRecord> {
  const { commands, inventory, automatic = [] } = prepared;
  return {
    ...record,
    commands,
    before: toStates(inventory),
    automatic: [...(await automaticBefore(context, driver, prepared)), ...automatic],
    left: {},
  };
}

/**
 * The packages that are marked as automatic, read only where a command may lose marks: an upgrade may keep them all,
 * except that of a package that changes its architecture.
 */
async function automaticBefore(
  context: RpmContext,
  driver: RpmDriver,
  { plan, commands, inventory }: PreparedRpmPlan,
): Promise<Set<string>> {
  const moves = (entry: PlanEntry) =>
    outgoingRows([entry], inventory).some(({ arch }) => arch !== entry.arch);
  const keeps =
    driver.upgradeKeepsMarks &&
    commands.every(({ verb }) => verb === 'upgrade') &&
    plan.entries.every((entry) => entry.to !== null && !moves(entry));
  return keeps ? new Set() : driver.automaticKeys(context);
}

/** PLAN_CHANGED if, since the plan, packages have changed, or lists have so that the first command would do more. */
export async function findChange(
  context: RpmContext,
  driver: RpmDriver,
  { plan, commands, inventory, fingerprint: planned }: PreparedRpmPlan,
): Promise<JobFailure | null> {
  if ((await fingerprint(driver)) === planned) return null;
  const now = await readRpmInventory(context);
  if (JSON.stringify(toStates(now)) !== JSON.stringify(toStates(inventory))) {
    return planChanged({ reason: 'packages were changed meanwhile' });
  }
  const [first] = commands;
  const stray = first ? await findStray(context, driver, now, first, plan.entries) : null;
  return stray && planChanged({ outside: stray });
}
