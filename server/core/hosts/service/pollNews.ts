import type { Context } from '#server/kernel/boot/feature.ts';
import { insertModels, patchModels } from '#server/kernel/db/model.ts';
import { changesNothing } from '#server/kernel/http/etag.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import { HostDetailsModel, HostModel, HostPatchesModel } from '../models.ts';
import type { HostProblem, PatchListData, PollResult, SystemInfoData, Unanswered } from '../api.ts';
import { severityOrder, worstRank } from '../severity.ts';
import { exposureOf, type FirstSeen } from '../exposure.ts';
import { noteChange } from './hostChanges.ts';

/** True when a poll found anything that differs from the stored row. */
export function tellsNews({
  host,
  healthStatus,
  statusReason,
  health,
  found,
  info,
  patches,
  patchesUnchanged,
  patchesUnknown,
  unanswered,
}: PollResult): boolean {
  if (health || found || info || patches || unanswered) return true;
  // The tag is gone once they are known to be unknown.
  if (patchesUnknown && host.patchesEtag !== null) return true;
  if (healthStatus !== host.healthStatus || statusReason !== host.statusReason) return true;
  return patchesUnchanged !== undefined && !sameSecond(patchesUnchanged.refreshedAt, host.patchesRefreshedAt);
}

/** Compares whole seconds, because a 304 has dates by RFC 9110. `told` null: it has none, which counts as the same. */
function sameSecond(told: Date | null, stored: Date | null): boolean {
  return (
    told === null ||
    (stored !== null && Math.floor(told.getTime() / 1_000) === Math.floor(stored.getTime() / 1_000))
  );
}

interface News {
  owner: string;
  result: PollResult;
  /** As stored with the host's previous list. */
  firstSeen: FirstSeen;
}

/** Writes only what is new. Returns false and writes nothing when another manager has taken the lease over. */
export async function storeNews(ctx: Context, tx: Tx, { owner, result, firstSeen }: News): Promise<boolean> {
  const { host, health, found, info, patches, patchesUnchanged } = result;
  const isSeen = await changesWhatIsSeen(tx, result);
  const exposure = patches ? exposureOf(patches.patches, firstSeen, ctx.clock.now()) : null;
  const rows = await patchModels(HostModel, tx.knex, {
    where: { id: host.hostId, live: 1, poll_owner: owner },
    set: {
      healthStatus: result.healthStatus,
      statusReason: result.statusReason,
      ...(health
        ? {
            agentVersion: health.agentVersion,
            bootId: health.bootId,
            apiLevel: health.apiLevel,
            healthDigest: health.digest,
            problemsTotal: health.problems.length,
          }
        : {}),
      ...(result.unanswered ? { unanswered: storedUnanswered(result.unanswered) } : {}),
      ...(found ? { healthDigest: found.digest, problemsTotal: found.problems.length } : {}),
      ...(info ? infoColumns(info) : {}),
      ...(patches ? patchColumns(patches) : result.patchesUnknown ? UNKNOWN_PATCHES : {}),
      ...(exposure ? { securitySince: exposure.since } : {}),
      ...(patchesUnchanged
        ? { patchesRefreshedAt: patchesUnchanged.refreshedAt ?? host.patchesRefreshedAt }
        : {}),
      updatedAt: ctx.clock.now(),
    },
  });
  if (rows === 0) return false;
  if (info && host.machineId === null) await adoptMachineId(ctx, tx, host.hostId, info.machineId);
  await storeDetails(tx, result);
  if (patches && exposure)
    await storePatches(tx, host.hostId, { patches: patches.patches, firstSeen: exposure.firstSeen });
  if (isSeen) await noteChange(ctx, tx, host.hostId);
  else ctx.events.emit(tx, 'hosts.hostUpdated', { hostId: host.hostId });
  return true;
}

/** Whether the news are more than times, and facts as they were. */
async function changesWhatIsSeen(tx: Tx, result: PollResult): Promise<boolean> {
  const { host, health, found, info, patches, patchesUnknown, unanswered } = result;
  if (health || found || patches || unanswered || (patchesUnknown && host.patchesEtag !== null)) return true;
  if (result.healthStatus !== host.healthStatus || result.statusReason !== host.statusReason) return true;
  if (!info) return false;
  const row = await HostModel.query(tx.knex).findById(host.hostId);
  const details = await HostDetailsModel.query(tx.knex).findById(host.hostId);
  const { capabilities, rebootReasons, packageProxies } = info;
  return !(
    row &&
    changesNothing(row, infoColumns(info)) &&
    details &&
    changesNothing(details, { capabilities, rebootReasons, packageProxies })
  );
}

/** Nearly all hosts have a list, so this is an update first. The lease on the host's polls keeps others from writing it. */
async function storePatches(
  tx: Tx,
  hostId: string,
  set: Pick<HostPatchesModel, 'patches' | 'firstSeen'>,
): Promise<void> {
  const rows = await patchModels(HostPatchesModel, tx.knex, { where: { host_id: hostId }, set });
  if (rows === 0) await insertModels(HostPatchesModel, tx.knex, [{ hostId, ...set }]);
}

/** The name stays as it was approved: a host does not rename itself. */
function infoColumns(info: SystemInfoData): Partial<HostModel> {
  const {
    osFamily,
    osName,
    osVersion,
    arch,
    kernel,
    agentVersion,
    bootId,
    bootedAt,
    packageManager,
    rebootRequired,
    apiLevel,
  } = info;
  return {
    osFamily,
    osName,
    osVersion,
    arch,
    kernel,
    agentVersion,
    bootId,
    bootedAt,
    packageManager,
    rebootRequired,
    apiLevel,
  };
}

const storedUnanswered = (told: Unanswered): Unanswered | null => (told.patches || told.info ? told : null);

/** The list itself stays to be looked at, with its date; no count, filter or report takes it for the present. */
const UNKNOWN_PATCHES: Partial<HostModel> = {
  patchesTotal: null,
  patchesSecurity: null,
  severityRank: null,
  severityOrder: null,
  securitySince: null,
  patchesEtag: null,
};

function patchColumns({
  patches,
  total,
  securityTotal,
  refreshedAt,
  rebootRequired,
  packageManager,
  etag,
}: PatchListData): Partial<HostModel> {
  const severityRank = worstRank(patches);
  return {
    patchesTotal: total,
    patchesSecurity: securityTotal,
    severityRank,
    severityOrder: severityOrder(severityRank, securityTotal),
    patchesRefreshedAt: refreshedAt,
    rebootRequired,
    packageManager,
    patchesEtag: etag,
  };
}

/** Stores the machine id of a host that was added by hand, unless another live host has it: ids must be unique. */
async function adoptMachineId(ctx: Context, tx: Tx, hostId: string, machineId: string): Promise<void> {
  const taken = await HostModel.query(tx.knex).select('id').findOne({ machine_id: machineId, live: 1 });
  if (taken) return ctx.log.warn({ hostId, otherHostId: taken.id }, 'two hosts have the same machine id');
  await HostModel.query(tx.knex).findById(hostId).whereNull('machine_id').patch({ machineId });
}

/** The problems to store; null: the stored ones stay. */
export const problemsOf = ({ health, found }: Pick<PollResult, 'health' | 'found'>): HostProblem[] | null =>
  (found ?? health)?.problems ?? null;

async function storeDetails(tx: Tx, { host, health, found, info, patches }: PollResult): Promise<void> {
  const source = info ?? health;
  const reasons = patches?.rebootReasons ?? info?.rebootReasons;
  const details = {
    ...(source ? { capabilities: source.capabilities } : {}),
    ...(info ? { packageProxies: info.packageProxies } : {}),
    ...(health || found ? { problems: problemsOf({ health, found }) } : {}),
    ...(reasons ? { rebootReasons: reasons } : {}),
  };
  if (Object.keys(details).length === 0) return;
  const rows = await patchModels(HostDetailsModel, tx.knex, {
    where: { host_id: host.hostId },
    set: details,
  });
  if (rows === 0)
    await HostDetailsModel.query(tx.knex).insert({ hostId: host.hostId, rebootReasons: [], ...details });
}
