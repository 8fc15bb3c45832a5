import { v7 as uuid } from 'uuid';
import { AppError } from '#server/shared/wire/appError.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import { endpointColumns, searchTextOf } from '../domain.ts';
import { HostModel } from '../models.ts';
import type { ActedBy, HealthCheckStatus, Host, HostConnection, NewHost } from '../api.ts';
import { acceptedAddress, insertHost, NOT_MOVED } from './edits.ts';
import { settleChanged } from './groupChanges.ts';
import { noteChange, noteChanges } from './hostChanges.ts';
import { chunked, findByMachineId, getHost } from './queries.ts';

/** See HostsService.createEnrolled. */
export async function createEnrolled(ctx: Context, tx: Tx, draft: NewHost, by: ActedBy): Promise<Host> {
  const ipAddress = acceptedAddress(draft.ipAddress, draft.loopbackAllowed);
  const known = await findByMachineId(tx, draft.machineId);
  if (known) throw new AppError('MACHINE_ID_IN_USE', { details: { host_id: known.id } });
  const id = draft.id ?? uuid();
  const { fqdn, machineId, port, loopbackAllowed, connection = 'listen' } = draft;
  await insertHost(ctx, tx, {
    id,
    fqdn,
    displayName: null,
    machineId,
    ipAddress,
    port,
    loopbackAllowed,
    connection,
    tags: draft.tags ?? [],
    os: osColumns(draft.os),
  });
  ctx.audit.record(tx, {
    ...by,
    action: 'host.created',
    resource: { kind: 'host', id, name: fqdn },
    after: { fqdn, machineId, ipAddress, port, connection },
  });
  return reread(tx, id);
}

/** See HostsService.rekey. Data that was read from the host stays until the next poll replaces it. */
export async function rekey(
  ctx: Context,
  tx: Tx,
  hostId: string,
  draft: Omit<NewHost, 'id' | 'machineId'>,
  by: ActedBy,
): Promise<Host> {
  const before = await getHost(tx.knex, hostId, true);
  if (!before) throw new AppError('HOST_NOT_FOUND', { details: { host_id: hostId } });
  const ipAddress = acceptedAddress(draft.ipAddress, draft.loopbackAllowed);
  const { fqdn, port, loopbackAllowed, connection = 'listen' } = draft;
  await HostModel.query(tx.knex)
    .findById(hostId)
    .patch({
      fqdn,
      ...endpointColumns(ipAddress, port),
      loopbackAllowed,
      connection,
      pollBy: null,
      ...osColumns(draft.os),
      duplicateIdentity: false,
      ...NOT_MOVED,
      searchText: searchTextOf({ ...before, fqdn, ipAddress }),
      healthStatus: 'unknown',
      statusReason: null,
      // The first poll follows once the agent has fetched its new certificate.
      nextPollAt: null,
      updatedAt: ctx.clock.now(),
    });
  ctx.audit.record(tx, {
    ...by,
    action: 'host.rekeyed',
    resource: { kind: 'host', id: hostId, name: fqdn },
    before: {
      fqdn: before.fqdn,
      ipAddress: before.ipAddress,
      port: before.port,
      connection: before.connection,
    },
    after: { fqdn, ipAddress, port, connection },
  });
  await noteChange(ctx, tx, hostId);
  const after = await reread(tx, hostId);
  // Somebody approved the host with what it says now.
  await settleChanged(ctx, tx, [after], by);
  return after;
}

/** See HostsService.move. */
export async function moveHost(
  ctx: Context,
  tx: Tx,
  hostId: string,
  { from, to }: { from: string; to: string },
  by: ActedBy,
): Promise<boolean> {
  const before = await getHost(tx.knex, hostId, true);
  if (!before) throw new AppError('HOST_NOT_FOUND', { details: { host_id: hostId } });
  const ipAddress = acceptedAddress(to, before.loopbackAllowed);
  if (before.ipAddress !== from || ipAddress === from) return false;
  const now = ctx.clock.now();
  await HostModel.query(tx.knex)
    .findById(hostId)
    .patch({
      ...endpointColumns(ipAddress, before.port),
      movedAt: now,
      movedFrom: before.ipAddress,
      searchText: searchTextOf({ ...before, ipAddress }),
      updatedAt: now,
    });
  ctx.audit.record(tx, {
    ...by,
    action: 'host.moved',
    resource: { kind: 'host', id: hostId, name: before.fqdn },
    before: { ipAddress: before.ipAddress },
    after: { ipAddress },
  });
  await noteChange(ctx, tx, hostId);
  return true;
}

/** See HostsService.setConnection. */
export async function setConnection(
  ctx: Context,
  tx: Tx,
  hostId: string,
  connection: HostConnection,
  by: ActedBy,
): Promise<boolean> {
  const host = await getHost(tx.knex, hostId);
  if (!host) throw new AppError('HOST_NOT_FOUND', { details: { host_id: hostId } });
  if (host.connection === connection) return false;
  await HostModel.query(tx.knex)
    .findById(hostId)
    .patch({ connection, ...(connection === 'listen' && { pollBy: null }), updatedAt: ctx.clock.now() });
  ctx.audit.record(tx, {
    ...by,
    action: 'host.connection_changed',
    resource: { kind: 'host', id: hostId, name: host.fqdn },
    before: { connection: host.connection },
    after: { connection },
  });
  await noteChange(ctx, tx, hostId);
  return true;
}

/** See HostsService.noteSeen. */
export async function noteSeen(tx: Tx, hostIds: readonly string[], at: Date): Promise<void> {
  for (const ids of chunked([...hostIds].sort()))
    await HostModel.query(tx.knex).whereIn('id', ids).where('live', 1).patch({ lastSeenAt: at });
}

/** See HostsService.flagDuplicate. */
export async function flagDuplicate(ctx: Context, tx: Tx, hostId: string, by: ActedBy): Promise<void> {
  const host = await getHost(tx.knex, hostId);
  const rows = await HostModel.query(tx.knex).where({ id: hostId, live: 1, duplicate_identity: 0 }).patch({
    duplicateIdentity: true,
    healthStatus: 'degraded',
    statusReason: 'DUPLICATE_IDENTITY',
    updatedAt: ctx.clock.now(),
  });
  if (rows === 0) return;
  ctx.audit.record(tx, {
    ...by,
    action: 'host.duplicate_flagged',
    resource: { kind: 'host', id: hostId, name: host?.fqdn ?? null },
    after: { duplicateIdentity: true },
  });
  await noteChange(ctx, tx, hostId);
}

export async function setCertificateExpiry(
  ctx: Context,
  tx: Tx,
  hostId: string,
  expiresAt: Date | null,
): Promise<void> {
  const rows = await HostModel.query(tx.knex)
    .where({ id: hostId, live: 1 })
    .patch({ certificateExpiresAt: expiresAt });
  if (rows > 0) await noteChange(ctx, tx, hostId);
}

export async function setHealthCheckStatus(
  ctx: Context,
  tx: Tx,
  hostId: string,
  status: HealthCheckStatus,
): Promise<void> {
  const rows = await HostModel.query(tx.knex)
    .where({ id: hostId, live: 1 })
    .whereNot('health_check_status', status)
    .patch({ healthCheckStatus: status, updatedAt: ctx.clock.now() });
  if (rows > 0) await noteChange(ctx, tx, hostId);
}

/** See HostsService.notePatched. */
export async function notePatched(ctx: Context, tx: Tx, hostIds: readonly string[], at: Date): Promise<void> {
  // Sorted, as all who lock rows of several hosts do.
  const ids = [...hostIds].sort();
  await HostModel.query(tx.knex).whereIn('id', ids).where('live', 1).patch({ lastPatchedAt: at });
  await noteChanges(ctx, tx, ids);
}

function osColumns(
  os: NewHost['os'],
): Partial<Pick<Host, 'osFamily' | 'osName' | 'osVersion' | 'arch' | 'kernel'>> {
  const { family, name, version, arch, kernel } = os ?? {};
  const given = { osFamily: family, osName: name, osVersion: version, arch, kernel };
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== null),
  );
}

async function reread(tx: Tx, id: string): Promise<Host> {
  const host = await getHost(tx.knex, id);
  if (!host) throw new Error('the host vanished inside its own transaction');
  return host;
}
