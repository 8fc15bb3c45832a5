import { v7 as uuid } from 'uuid';
import { AppError, validationError } from '#server/shared/wire/appError.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import { lockByName, lockThing } from '#server/kernel/db/locks.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import { judgeAddress, normalAddress } from '#server/kernel/http/address.ts';
import { changesNothing, type IfMatch, requireMatch } from '#server/kernel/http/etag.ts';
import type { HostScope } from '#server/kernel/security/hostScope.ts';
import { endpointColumns, searchTextOf } from '../domain.ts';
import { HostDetailsModel, HostModel, HostPatchesModel } from '../models.ts';
import type { ActedBy, Host, HostConnection } from '../api.ts';
import { pollSoon } from './pollTimes.ts';
import { settleChanged } from './groupChanges.ts';
import { type Editor, mayConfirm, moveGuard, type MoveGuard } from './groupRights.ts';
import { groupsOfHosts } from './groupHosts.ts';
import { noteChange } from './hostChanges.ts';
import { getHost, requireHost, requireHostIn, visibleIds } from './queries.ts';

export interface HostDraft {
  fqdn: string;
  ipAddress: string;
  port: number;
  displayName: string | null;
  tags: readonly string[];
}

/** Absent fields keep their value. */
export interface HostChanges {
  displayName?: string | null;
  ipAddress?: string;
  port?: number;
  tags?: readonly string[];
  /** In addition to those that it has then. */
  addTags?: readonly string[];
  removeTags?: readonly string[];
  /** By key; null takes one away, and others stay. */
  annotations?: Readonly<Record<string, string | null>>;
  maintenanceMode?: boolean;
}

/** Creates a host that cannot enroll: `unknown`, and not polled before it has a certificate. */
export async function createHost(ctx: Context, draft: HostDraft, by: ActedBy): Promise<Host> {
  const ipAddress = acceptedAddress(draft.ipAddress, false);
  return ctx.tx(
    async (tx) => {
      await refuseTakenEndpoint(tx, { ipAddress, port: draft.port }, 'all');
      const id = uuid();
      const { fqdn, displayName, tags } = draft;
      await insertHost(ctx, tx, {
        id,
        fqdn,
        displayName,
        machineId: null,
        ipAddress,
        port: draft.port,
        loopbackAllowed: false,
        tags,
      });
      ctx.audit.record(tx, {
        ...by,
        action: 'host.created',
        resource: { kind: 'host', id, name: fqdn },
        after: { fqdn, ipAddress, port: draft.port, displayName, tags },
      });
      return known(await getHost(tx.knex, id));
    },
    { name: 'hosts.create' },
  );
}

export interface HostInsert extends Pick<
  Host,
  'id' | 'fqdn' | 'displayName' | 'machineId' | 'ipAddress' | 'port' | 'loopbackAllowed'
> {
  connection?: HostConnection;
  tags: readonly string[];
  os?: Partial<Pick<Host, 'osFamily' | 'osName' | 'osVersion' | 'arch' | 'kernel'>>;
}

export async function insertHost(ctx: Context, tx: Tx, host: HostInsert): Promise<void> {
  const { id, fqdn, displayName, machineId, ipAddress, port, loopbackAllowed, connection, os } = host;
  const now = ctx.clock.now();
  const tags = [...new Set(host.tags)];
  await HostModel.query(tx.knex).insert({
    id,
    live: 1,
    fqdn,
    displayName,
    machineId,
    ...endpointColumns(ipAddress, port),
    ...os,
    healthStatus: 'unknown',
    healthCheckStatus: 'none',
    duplicateIdentity: false,
    tags,
    maintenanceMode: false,
    loopbackAllowed,
    connection: connection ?? 'listen',
    editVersion: 1,
    createdAt: now,
    updatedAt: now,
    searchText: searchTextOf({ fqdn, displayName, ipAddress, machineId }),
    pollLane: 0,
    pollFailures: 0,
    pollSpread: Math.floor(Math.random() * 1_001),
  });
  await writeTags(tx, id, tags);
  await noteChange(ctx, tx, id, 'hosts.hostCreated');
}

/**
 * Compare-and-set on the edit version. Throws HOST_NOT_FOUND,
 * PRECONDITION_FAILED, HOST_ADDRESS_REFUSED, HOST_EXISTS, FORBIDDEN (see moveGuard).
 */
export async function updateHost(ctx: Context, edit: HostEdit, editor: Editor): Promise<Host> {
  return (await editHost(ctx, edit, { ...editor, guard: await moveGuard(ctx, editor) })).host;
}

interface HostEdit {
  id: string;
  change: HostChanges;
  ifMatch: IfMatch;
}

/** Like `updateHost`, with whether anything was changed, by an editor whose guard was made before. */
export async function editHost(
  ctx: Context,
  { id, change, ifMatch }: HostEdit,
  { by, scope, guard }: Editor & { guard: MoveGuard },
): Promise<{ host: Host; isChanged: boolean }> {
  const seen = await requireHost(ctx, id, scope);
  guard(seen, changed(seen, change));
  return ctx.tx(
    async (tx) => {
      const before = await requireHostIn(tx.knex, id, scope, true);
      // The permission was checked for the version that was read, so only that version may be changed.
      if (!mayConfirm(by.actor) && before.editVersion !== seen.editVersion)
        throw new AppError('PRECONDITION_FAILED');
      requireMatch(ifMatch, before.editVersion);
      const after = changed(before, change);
      if (changesNothing(before, edited(after)))
        return { host: known(await getHost(tx.knex, id)), isChanged: false };
      const moved = after.ipAddress !== before.ipAddress || after.port !== before.port;
      if (moved) await refuseTakenEndpoint(tx, after, scope);
      const rows = await HostModel.query(tx.knex)
        .where({ id, live: 1, edit_version: before.editVersion })
        .patch({
          displayName: after.displayName,
          ...endpointColumns(after.ipAddress, after.port),
          tags: after.tags,
          maintenanceMode: after.maintenanceMode,
          // A person who corrects the address has checked both machines.
          ...(moved ? { duplicateIdentity: false, ...NOT_MOVED } : {}),
          searchText: searchTextOf(after),
          editVersion: before.editVersion + 1,
          updatedAt: ctx.clock.now(),
        });
      if (rows === 0) throw new AppError('PRECONDITION_FAILED');
      if (change.annotations) await writeAnnotations(tx, after);
      if (moved) await pollSoon(ctx, tx, [id], { onlyPolled: true });
      if (change.tags || change.addTags || change.removeTags) {
        await writeTags(tx, id, after.tags);
        await settleChanged(ctx, tx, [after], by);
      }
      ctx.audit.record(tx, {
        ...by,
        action: 'host.updated',
        resource: { kind: 'host', id, name: before.fqdn },
        before: edited(before),
        after: edited(after),
      });
      await noteChange(ctx, tx, id);
      return { host: known(await getHost(tx.knex, id)), isChanged: true };
    },
    { name: 'hosts.update' },
  );
}

function changed(before: Host, change: HostChanges): Host {
  return {
    ...before,
    displayName: change.displayName === undefined ? before.displayName : change.displayName,
    ipAddress:
      change.ipAddress === undefined
        ? before.ipAddress
        : acceptedAddress(change.ipAddress, before.loopbackAllowed),
    port: change.port ?? before.port,
    tags: tagged(before.tags, change),
    annotations: annotated(before.annotations, change.annotations ?? {}),
    maintenanceMode: change.maintenanceMode ?? before.maintenanceMode,
  };
}

/** The most tags of a host, which the contract has, too. */
const MOST_TAGS = 50;

function tagged(
  before: readonly string[],
  { tags = before, addTags = [], removeTags = [] }: HostChanges,
): string[] {
  const left = tags.filter((tag) => !removeTags.includes(tag));
  const all = [...new Set([...left, ...addTags])];
  if (all.length <= MOST_TAGS) return all;
  const message = `would be ${all.length} tags, and a host has at most ${MOST_TAGS}`;
  throw validationError([{ path: '/body/add_tags', message }]);
}

/** The most annotations of a host. */
const MOST_ANNOTATIONS = 32;

function annotated(
  before: Host['annotations'],
  change: NonNullable<HostChanges['annotations']>,
): Host['annotations'] {
  const all = Object.entries({ ...before, ...change }).flatMap(([key, value]) =>
    value === null ? [] : [[key, value] as const],
  );
  if (all.length <= MOST_ANNOTATIONS) return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
  const message = `would be ${all.length}, and a host has at most ${MOST_ANNOTATIONS}`;
  throw validationError([{ path: '/body/annotations', message }]);
}

const edited = ({ displayName, ipAddress, port, tags, annotations, maintenanceMode }: Host) => ({
  displayName,
  ipAddress,
  port,
  tags,
  annotations,
  maintenanceMode,
});

/**
 * A soft delete: the row stays for the names in jobs and audit; its machine id and address are free again. Everything
 * that belongs to the host is deleted in the same transaction (step `hosts.hostDeleted`: certificates, windows,
 * checks). Throws HOST_NOT_FOUND, PRECONDITION_FAILED, HOST_BUSY.
 */
export async function deleteHost(ctx: Context, id: string, ifMatch: IfMatch, by: ActedBy): Promise<void> {
  const host = await requireHost(ctx, id, 'all');
  requireMatch(ifMatch, host.editVersion);
  const answers = await ctx.hooks.ask('hosts.beforeDelete', { hostId: id });
  const jobIds = [...new Set(answers.flatMap(({ answer }) => answer.jobIds))];
  if (jobIds.length > 0) throw new AppError('HOST_BUSY', { details: { job_ids: jobIds.slice(0, 500) } });
  await ctx.tx(
    async (tx) => {
      // Whoever adds something to the host holds it too.
      await lockThing(tx, 'hosts.host', id);
      const now = ctx.clock.now();
      const rows = await HostModel.query(tx.knex)
        .where({ id, live: 1, ...(ifMatch === null ? {} : { edit_version: host.editVersion }) })
        .patch({
          live: null,
          deletedAt: now,
          updatedAt: now,
          nextPollAt: null,
          pollOwner: null,
          pollLeaseUntil: null,
        });
      if (rows === 0) throw new AppError('PRECONDITION_FAILED');
      const groups = (await groupsOfHosts(tx.knex, [host])).get(id) ?? [];
      await tx.knex('hosts_tags').where('host_id', id).delete();
      await tx.knex('hosts_group_hosts').where('host_id', id).delete();
      await tx.knex('hosts_group_changes').where('host_id', id).delete();
      await tx.knex('hosts_problems').where('host_id', id).delete();
      await HostDetailsModel.query(tx.knex).deleteById(id);
      await HostPatchesModel.query(tx.knex).deleteById(id);
      await ctx.steps.join(tx, 'hosts.hostDeleted', { hostId: id, by });
      ctx.audit.record(tx, {
        ...by,
        action: 'host.deleted',
        resource: { kind: 'host', id, name: host.fqdn },
        before: { fqdn: host.fqdn, machineId: host.machineId, ipAddress: host.ipAddress },
      });
      await noteChange(ctx, tx, id, 'hosts.hostDeleted');
      const about = { hostId: id, groupIds: groups.map((group) => group.id) };
      ctx.live.tell(tx, 'host.deleted', { host_id: id }, about);
    },
    { name: 'hosts.delete' },
  );
}

/** An address that a person gave: the host did not come to it by itself. */
export const NOT_MOVED = { movedAt: null, movedFrom: null } as const;

/** The address in its canonical spelling; throws HOST_ADDRESS_REFUSED. */
export function acceptedAddress(ipAddress: string, loopbackAllowed: boolean): string {
  const reason = judgeAddress(ipAddress, loopbackAllowed);
  if (reason) throw new AppError('HOST_ADDRESS_REFUSED', { details: { reason } });
  return normalAddress(ipAddress);
}

/**
 * A guard against slips of the pen: which host answers at an address its certificate says. So a host that the caller may
 * not see is no obstacle, and nobody learns where such hosts are. The lock serialises changes of addresses by hand, so
 * of two at once the second finds the address taken.
 */
async function refuseTakenEndpoint(
  tx: Tx,
  { ipAddress, port }: Pick<Host, 'ipAddress' | 'port'>,
  scope: HostScope,
): Promise<void> {
  await lockByName(tx, 'hosts.endpoints');
  const there = await HostModel.query(tx.knex).select('id').where({ ip_address: ipAddress, port, live: 1 });
  const [taken] = await visibleIds(
    tx.knex,
    there.map(({ id }) => id),
    scope,
  );
  if (taken !== undefined) throw new AppError('HOST_EXISTS', { details: { host_id: taken } });
}

async function writeAnnotations(tx: Tx, { id, annotations }: Host): Promise<void> {
  const rows = await HostDetailsModel.query(tx.knex).findById(id).patch({ annotations });
  if (rows === 0)
    await HostDetailsModel.query(tx.knex).insert({ hostId: id, rebootReasons: [], annotations });
}

async function writeTags(tx: Tx, hostId: string, tags: readonly string[]): Promise<void> {
  await tx.knex('hosts_tags').where('host_id', hostId).delete();
  if (tags.length > 0) await tx.knex('hosts_tags').insert(tags.map((tag) => ({ host_id: hostId, tag })));
}

function known(host: Host | null): Host {
  if (!host) throw new Error('the host vanished inside its own transaction');
  return host;
}
