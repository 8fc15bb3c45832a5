/** Turns rows into the shapes of the API contract; the live plugin passes those of `requestToWire` on. */
import type { components } from '../../generated/manager.ts';
import { fingerprintOf, stateAt, type RequestFlags } from './domain.ts';
import type { RequestModel, TokenModel } from './models.ts';
import type { AgentPackage } from './service/carried.ts';

type Schemas = components['schemas'];

export function requestToWire(
  row: RequestModel,
  now: Date,
  flags: RequestFlags,
): Schemas['EnrollmentRequest'] {
  return {
    id: row.id,
    machine_id: row.machineId,
    fqdn: row.fqdn,
    ip_address: row.ipAddress,
    port: row.port,
    connection: row.connection,
    os_details: row.osDetails,
    polling_token: fingerprintOf(row.pollingTokenHash),
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    status: stateAt(row, now),
    public_key_fingerprint: row.publicKeyPin,
    machine_id_in_use: flags.machineIdInUse,
    fqdn_in_use: flags.fqdnInUse,
    endpoint_in_use: flags.endpointInUse,
    twin_pending: flags.twinPending,
    source_address: row.sourceAddress,
  };
}

/** A request that has ended. One that expired was decided by nobody, at the time when it expired. */
export function decidedToWire(row: RequestModel): Schemas['DecidedEnrollment'] {
  const { decidedByKind: kind, decidedByName: name } = row;
  return {
    id: row.id,
    machine_id: row.machineId,
    fqdn: row.fqdn,
    ip_address: row.ipAddress,
    source_address: row.sourceAddress,
    state: row.state as Schemas['DecidedEnrollment']['state'],
    created_at: row.createdAt.toISOString(),
    decided_at: (row.decidedAt ?? row.expiresAt).toISOString(),
    decided_by: kind === null ? null : { kind, name: name ?? '' },
    host_id: row.hostId,
    fetched_at: row.fetchedAt?.toISOString() ?? null,
  };
}

export function tokenToWire(row: TokenModel): Schemas['EnrollmentToken'] {
  return {
    id: row.id,
    name: row.name,
    max_uses: row.maxUses,
    uses: row.uses,
    allowed_network: row.allowedNetwork,
    expires_at: row.expiresAt.toISOString(),
    created_by: { id: row.createdById, username: row.createdByName },
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  };
}

export function packageToWire({ sizeBytes, ...rest }: AgentPackage): Schemas['AgentPackage'] {
  const { name, format, arch, version, sha256 } = rest;
  return { name, format, arch, version, size_bytes: sizeBytes, sha256 };
}
