/** Turns rows into the shapes of the API contract. */
import type { components } from '../../generated/manager.ts';
import type { GateOverride } from '#sdk/patching.ts';
import type { ChangeModel, CheckModel } from './models.ts';

type Schemas = components['schemas'];

export function checkToWire(check: CheckModel): Schemas['HealthCheck'] {
  const { id, hostId, kind, name, enabled, serviceName, targetHostId, url } = check;
  const { expectedStatus, expectedBody, timeoutSecs, intervalSecs } = check;
  return {
    id,
    host_id: hostId,
    kind,
    name,
    enabled,
    service_name: serviceName,
    target_host_id: targetHostId,
    url,
    expected_status: expectedStatus,
    expected_body: expectedBody,
    timeout_secs: timeoutSecs,
    interval_secs: intervalSecs,
    last_status: check.status,
    last_checked_at: check.lastCheckedAt?.toISOString() ?? null,
    last_message: check.lastMessage,
    edit_version: check.editVersion,
    created_at: check.createdAt.toISOString(),
    updated_at: check.updatedAt.toISOString(),
  };
}

export const changeToWire = (row: ChangeModel): Schemas['HealthCheckChange'] => ({
  id: row.id,
  at: row.at.toISOString(),
  from: row.fromStatus,
  to: row.toStatus,
  message: row.message,
});

export function overrideToWire(one: GateOverride): Schemas['HealthCheckOverride'] {
  const { jobId, reason, createdById, createdByName, createdAt, isInForce } = one;
  return {
    in_force: isInForce,
    job_id: jobId,
    reason,
    created_at: createdAt.toISOString(),
    created_by: { id: createdById, username: createdByName.slice(0, 64) },
  };
}
