/** What apt does between the fetched packages and the first change. */
import type { JobEnv, PlanEntry } from '../../backend.ts';
import type { Stash } from '../../job/stash.ts';
import { stashFolder } from '../../job/stash.ts';
import type { TransactionRecord } from '../../job/transactionRecord.ts';
import type { AptContext } from '../aptContext.ts';
import type { AptRecord, StashedDeb } from '../aptRecord.ts';
import type { PreparedPlan } from '../plan/planner.ts';
import { kernelReasons } from '../plan/reversibility.ts';
import type { DpkgRow } from '../read/inventory.ts';
import { instanceKey } from '../read/inventory.ts';
import { markKeys, readAutoMarks } from '../read/marks.ts';
import { recordConffiles } from './conffiles.ts';
import { transactionNeeds } from './download.ts';
import { installGuard } from './guard.ts';
import { toStates } from './judge.ts';
import { leavePreconfigureOut } from './preconfigure.ts';
import { stashOutgoing } from './stash.ts';
import { leaveTerminalOut } from './terminal.ts';
import { makeFirstDir } from './transaction.ts';

/** Stores the outgoing packages; returns why parts of the plan cannot be undone. */
export async function keepOutgoing(
  context: AptContext,
  env: JobEnv,
  prepared: PreparedPlan,
  { pendingBytes, inUse }: { pendingBytes: number; inUse: readonly StashedDeb[] },
): Promise<Stash<StashedDeb>> {
  const { plan, index } = prepared;
  const needs = await transactionNeeds(context, prepared, pendingBytes);
  const { files, reasons } = await stashOutgoing(context, env, outgoingRows(prepared), {
    index,
    needs,
    inUse,
  });
  return { files, reasons: [...reasons, ...kernelReasons(context, plan.entries)] };
}

/** Completes the record. Conffiles that a purge will delete are copied first. */
export async function completeRecord(
  context: AptContext,
  env: JobEnv,
  prepared: PreparedPlan,
  record: TransactionRecord<StashedDeb>,
): Promise<AptRecord> {
  const { first, inventory } = prepared;
  const copyDir = prepared.purge ? `${stashFolder(context, env.jobId)}/conffiles` : null;
  return {
    ...record,
    first: first.length > 0 ? ['remove', '--', ...first.map(({ name, arch }) => `${name}:${arch}`)] : null,
    argv: prepared.argv,
    automatic: markKeys(prepared.automatic, inventory.nativeArch),
    before: toStates(inventory),
    autoBefore: await readAutoMarks(),
    nativeArch: inventory.nativeArch,
    conffiles: await recordConffiles(outgoingRows(prepared), copyDir),
    left: {},
  };
}

/** Installs the guards, which stop apt at any change that is not in the plan. */
export async function armGuards(env: JobEnv, { plan, first }: PreparedPlan): Promise<void> {
  if (first.length > 0) await armGuard(await makeFirstDir(env.dir), first);
  const isFirst = (entry: PlanEntry) =>
    first.some(({ name, arch }) => entry.name === name && entry.arch === arch);
  await armGuard(
    env.dir,
    plan.entries.filter((entry) => !isFirst(entry)),
  );
}

async function armGuard(dir: string, entries: readonly PlanEntry[]): Promise<void> {
  await installGuard(dir, entries);
  await leavePreconfigureOut(dir);
  await leaveTerminalOut(dir);
}

function outgoingRows({ plan, inventory }: PreparedPlan): DpkgRow[] {
  return plan.entries.flatMap(({ name, arch, from }) => {
    const row = inventory.byKey.get(instanceKey(name, arch, inventory.nativeArch));
    return from !== null && row ? [row] : [];
  });
}
