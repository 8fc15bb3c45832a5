import { v7 as uuid } from 'uuid';
import { AppError, type Context, type Tx } from '#sdk';
import type { ActedBy, Host } from '#sdk/hosts.ts';
import { isLoopback, osOf, REQUEST_LIFE_MS, stateAt } from '../domain.ts';
import { RequestModel } from '../models.ts';

/** Throws ENROLLMENT_NOT_FOUND, ENROLLMENT_NOT_PENDING. Locks the row where the database can. */
export async function requirePending(ctx: Context, tx: Tx, id: string): Promise<RequestModel> {
  const row = await RequestModel.query(tx.knex).findById(id).forUpdate();
  if (!row) throw new AppError('ENROLLMENT_NOT_FOUND');
  const state = stateAt(row, ctx.clock.now());
  if (state !== 'pending') throw notPending(state);
  return row;
}

/**
 * The one transition pending → approved: makes the host (or gives it a new key), and a certificate for the key of this
 * request's CSR and no other. Throws MACHINE_ID_IN_USE unless `replace`.
 */
export async function approveIn(
  ctx: Context,
  tx: Tx,
  row: RequestModel,
  { by, replace }: { by: ActedBy; replace: boolean },
): Promise<void> {
  const { hosts, agents } = ctx.core;
  const live = await hosts.findByMachineId(tx, row.machineId);
  if (live && !replace) throw machineIdInUse(live);
  const hostId = live?.id ?? uuid();
  await decide(ctx, tx, row, { state: 'approved', hostId, by });
  const facts = {
    fqdn: row.fqdn,
    ipAddress: row.ipAddress,
    port: row.port,
    connection: row.connection,
    loopbackAllowed: isLoopback(row.sourceAddress),
    os: osOf(row.osDetails),
  };
  if (live) {
    await agents.ca.revokeAllOfHost(tx, { hostId, reason: 'superseded' }, by);
    await hosts.rekey(tx, hostId, facts, by);
  } else {
    await hosts.createEnrolled(tx, { ...facts, id: hostId, machineId: row.machineId }, by);
  }
  const request = { hostId, csrPem: row.csrPem, hostname: row.fqdn };
  const { certificatePem } = await agents.ca.issueForCsr(tx, request, by);
  await RequestModel.query(tx.knex).findById(row.id).patch({ certificatePem });
  ctx.audit.record(tx, {
    ...by,
    action: 'enrollment.approved',
    resource: { kind: 'enrollment', id: row.id, name: row.fqdn },
    before: { status: 'pending' },
    after: { status: 'approved', host_id: hostId, rekeyed: live !== null, token_id: row.tokenId },
  });
}

export async function denyIn(ctx: Context, tx: Tx, row: RequestModel, by: ActedBy): Promise<void> {
  await decide(ctx, tx, row, { state: 'denied', hostId: null, by });
  ctx.audit.record(tx, {
    ...by,
    action: 'enrollment.denied',
    resource: { kind: 'enrollment', id: row.id, name: row.fqdn },
    before: { status: 'pending' },
    after: { status: 'denied', machine_id: row.machineId, fqdn: row.fqdn },
  });
}

/** Compares the state, so that of two deciders one wins and the other gets an error. */
async function decide(
  ctx: Context,
  tx: Tx,
  row: RequestModel,
  { by, ...next }: { state: 'approved' | 'denied'; hostId: string | null; by: ActedBy },
): Promise<void> {
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + REQUEST_LIFE_MS);
  const changed = await RequestModel.query(tx.knex)
    .where({ id: row.id, state: 'pending' })
    .patch({ ...next, decidedAt: now, expiresAt, ...deciderOf(by) });
  if (changed === 0) throw notPending('decided');
}

/** Who decided. API tokens act for their owner, who is named. */
function deciderOf({ actor }: ActedBy): Pick<RequestModel, 'decidedByKind' | 'decidedByName'> {
  return {
    decidedByKind: actor.kind === 'token' ? 'token' : 'user',
    decidedByName: actor.name.slice(0, 255),
  };
}

function notPending(state: string): AppError {
  return new AppError('ENROLLMENT_NOT_PENDING', {
    message: `The enrollment is ${state}; only a pending one can be decided.`,
  });
}

export function machineIdInUse(live: Host): AppError {
  return new AppError('MACHINE_ID_IN_USE', {
    message:
      `The live host ${live.fqdn} (${live.id}) has this machine id. If it is the same host that was set up again, ` +
      'approve with replace=true: it keeps its history and its old certificates are revoked. If it is a clone, give it ' +
      "a machine id of its own (delete /etc/machine-id and /var/lib/dbus/machine-id, run systemd-machine-id-setup), empty its agent's state directory and start the agent again.",
    details: { host_id: live.id },
  });
}
