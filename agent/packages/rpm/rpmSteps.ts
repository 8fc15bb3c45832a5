import type { StashedFile } from '../shared/stashedFile.ts';
import { StashRoom } from '../job/stashRoom.ts';
import type { JobSteps } from '../job/steps.ts';
import { waitForLocks } from '../shared/lock.ts';
import type { PreparedRpmPlan } from './plan/planner.ts';
import { preparePlan } from './plan/planner.ts';
import type { RpmInventory } from './read/inventory.ts';
import { readRpmInventory, rpmKey } from './read/inventory.ts';
import type { RpmContext } from './rpmContext.ts';
import { rpmEnv } from './rpmContext.ts';
import type { RpmDriver } from './rpmDriver.ts';
import type { RpmRecord } from './rpmRecord.ts';
import { completeRecord, findChange, keepOutgoing } from './run/begin.ts';
import { download } from './run/download.ts';
import { exchangesOf, noteUnfinished } from './run/exchanges.ts';
import { prepareHold } from './run/hold.ts';
import { findUnmet } from './run/judge.ts';
import { rpmSources } from './refresh.ts';
import { repair, repairAfterCut } from './run/repair.ts';
import { checkWritable, spaceNeeds } from './run/space.ts';
import { describeRpm } from './run/stash.ts';
import { judgeTransaction, transact } from './run/transaction.ts';
import { findElsewhere, isOutgoing } from './undo/files.ts';
import { prepareFiles, prepareRollback } from './undo/plan.ts';
import { changesSince } from './undo/since.ts';

interface RpmTypes {
  prepared: PreparedRpmPlan;
  record: RpmRecord;
  file: StashedFile;
  installed: RpmInventory;
}

/** The steps of a job for dnf and zypper. */
export function rpmSteps(context: RpmContext, driver: RpmDriver): JobSteps<RpmTypes> {
  return {
    family: 'rpm',
    name: driver.name,
    context,
    environment: rpmEnv,
    sources: rpmSources(context, driver),
    findUnwritable: () => checkWritable(),
    waitForOthers: () => waitForLocks(driver.locks),
    repair: (env) => repair(context, driver, env),
    prepare: (request, out) => preparePlan(context, driver, request, undefined, out),
    findUnmet: (entries, { inventory }) => findUnmet(entries, inventory),
    forPlan: ({ sourceOptions }) => rpmSteps(sourceOptions ? { ...context, sourceOptions } : context, driver),
    fetch: async (env, prepared) => ({
      failure: await download(context, driver, env, prepared),
      pendingBytes: 0,
    }),
    stash: (env, prepared, { inUse }) => keepOutgoing(context, driver, env, prepared, inUse),
    complete: (_, prepared, record) => completeRecord(context, driver, prepared, record),
    arm: (_, prepared) => findChange(context, driver, prepared),
    begin: (env, record) => noteUnfinished(context, env.jobId, exchangesOf(record)),
    transact: (env, record) => transact(context, driver, env, record),
    repairAfterCut: (env, record) => repairAfterCut(context, driver, env, record),
    readInstalled: () => readRpmInventory(context),
    judge: (env, record, found) => judgeTransaction(context, driver, env, record, found),
    changesSince: (record, installed) => changesSince(context, record, installed),
    // A rollback writes hardly more than it removes; the packages that it restores from are never given up.
    makeRoom: (env, { stash }) =>
      new StashRoom(context, env, { needs: spaceNeeds(driver), inUse: stash }).makeForJob(),
    isRepairedFirst: async () => true,
    keyOf: (_, change) => rpmKey(change),
    versionsLeft: ({ left }, change) => left[rpmKey(change)] ?? [],
    versionsNow: (_, change, { byKey }) => (byKey.get(rpmKey(change)) ?? []).map(({ version }) => version),
    stashOf: ({ stash }) => stash,
    isOutgoing: (_, change, file) => isOutgoing(change, file),
    placesOf: ({ path }) => [path],
    findElsewhere: (env, file) => findElsewhere(context, driver, env, file),
    describeFile: (file) => describeRpm(context, file),
    prepareFiles: (entries, files) => prepareFiles(context, driver, entries, files),
    prepareUndo: (record, installed, files) => prepareRollback(context, driver, installed, record, files),
    prepareHold: (names, held) => prepareHold(context, driver, names, held),
  };
}
