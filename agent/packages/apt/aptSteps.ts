import { StashRoom } from '../job/stashRoom.ts';
import type { JobSteps } from '../job/steps.ts';
import type { AptContext } from './aptContext.ts';
import { aptEnv } from './aptContext.ts';
import type { AptRecord, StashedDeb } from './aptRecord.ts';
import type { PreparedPlan } from './plan/planner.ts';
import { preparePlan } from './plan/planner.ts';
import type { Inventory } from './read/inventory.ts';
import { instanceKey, readInventory } from './read/inventory.ts';
import { describeDeb } from './read/debFile.ts';
import { armGuards, completeRecord, keepOutgoing } from './run/begin.ts';
import { databaseNeeds, downloadPackages } from './run/download.ts';
import { prepareHold } from './run/hold.ts';
import { findUnmet } from './run/judge.ts';
import { waitForChange } from './run/lock.ts';
import { aptSources } from './refresh.ts';
import { repair } from './run/repair.ts';
import { judgeTransaction, repairAfterCut, tidyCache, transact } from './run/transaction.ts';
import { findElsewhere, isOutgoing, offerInCache, placesOf } from './undo/files.ts';
import { finishRollback } from './undo/finish.ts';
import { prepareFiles, prepareRollback } from './undo/plan.ts';
import { changesSince, isRepairedFirst } from './undo/since.ts';

interface AptTypes {
  prepared: PreparedPlan;
  record: AptRecord;
  file: StashedDeb;
  installed: Inventory;
}

/** The steps of a job for apt and dpkg. */
export function aptSteps(context: AptContext): JobSteps<AptTypes> {
  return {
    family: 'apt',
    name: 'apt',
    context,
    environment: aptEnv,
    sources: aptSources(context),
    // The guard looks, once the host's hooks have made writable what is not so otherwise.
    findUnwritable: async () => null,
    waitForOthers: waitForChange,
    repair: (env) => repair(context, env, 'ready'),
    prepare: (request, out) => preparePlan(context, request, undefined, out),
    findUnmet: (entries, { inventory }) => findUnmet(entries, inventory),
    forPlan: (_, { apart }) => aptSteps(apart ? { ...context, smallDownloadBytes: 0 } : context),
    fetch: (env, prepared) => downloadPackages(context, env, prepared),
    stash: (env, prepared, options) => keepOutgoing(context, env, prepared, options),
    complete: (env, prepared, record) => completeRecord(context, env, prepared, record),
    arm: async (env, prepared) => {
      await armGuards(env, prepared);
      return null;
    },
    transact: (env, record) => transact(context, env, record),
    repairAfterCut: (env, record) => repairAfterCut(context, env, record),
    readInstalled: () => readInventory(context),
    judge: (env, record, found) => judgeTransaction(context, env, record, found),
    tidy: (env, record, after) => tidyCache(context, env, record, after),
    changesSince: async (record, installed) => changesSince(record, installed),
    // The packages that it restores from are never given up.
    makeRoom: async (env, { stash, changes }) =>
      new StashRoom(context, env, {
        needs: await databaseNeeds(context, changes.length),
        inUse: stash,
      }).makeForJob(),
    isRepairedFirst: (record) => isRepairedFirst(context, record),
    keyOf: ({ nativeArch }, { name, arch }) => instanceKey(name, arch, nativeArch),
    versionsLeft: ({ left }, { name, arch }) => versionOf(left[`${name}:${arch}`]),
    versionsNow: ({ nativeArch }, { name, arch }, { byKey }) =>
      versionOf(byKey.get(instanceKey(name, arch, nativeArch))),
    stashOf: ({ stash }) => stash,
    isOutgoing,
    placesOf,
    findElsewhere: (env, file) => findElsewhere(context, env, file),
    offer: (env, files) => offerInCache(context, env, files),
    describeFile: (file) => describeDeb(context, file),
    prepareFiles: (entries, files) => prepareFiles(context, entries, files),
    prepareUndo: (record, installed, files) => prepareRollback(context, installed, record, files),
    finishUndo: (env, record, result) => finishRollback(context, env, record, result),
    prepareHold: (names, held) => prepareHold(context, names, held),
  };
}

const versionOf = (state: { version: string } | null | undefined): string[] => (state ? [state.version] : []);
