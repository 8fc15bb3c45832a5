/** Turns rows into the shapes of the API contract. */
import type { components } from '../../generated/manager.ts';
import type { GateOverride } from '#sdk/patching.ts';
import type { ChangeModel, CheckModel, GroupCheckModel } from './models.ts';
import type { FleetCheck, ResultPage } from './service/fleet.ts';

type Schemas = components['schemas'];

/** The groups of the checks that hosts have of groups, by the id of the check of the group. */
export type GroupOfCheck = ReadonlyMap<string, Schemas['GroupRef']>;

export function checkToWire(check: CheckModel, groups: GroupOfCheck): Schemas['HealthCheck'] {
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
    group: check.groupCheckId === null ? null : (groups.get(check.groupCheckId) ?? null),
    group_check_id: check.groupCheckId,
    replaced: check.replaced,
    created_at: check.createdAt.toISOString(),
    updated_at: check.updatedAt.toISOString(),
  };
}

export const groupCheckToWire = (check: GroupCheckModel): Schemas['GroupHealthCheck'] => ({
  id: check.id,
  group_id: check.groupId,
  kind: check.kind,
  name: check.name,
  enabled: check.enabled,
  service_name: check.serviceName,
  url: check.url,
  expected_status: check.expectedStatus,
  expected_body: check.expectedBody,
  timeout_secs: check.timeoutSecs,
  interval_secs: check.intervalSecs,
  edit_version: check.editVersion,
  created_at: check.createdAt.toISOString(),
  updated_at: check.updatedAt.toISOString(),
});

export function fleetCheckToWire(check: FleetCheck): Schemas['FleetHealthCheck'] {
  const { name, kind, group, groupCheckId, enabled, passing, failing, unknown, disabled } = check;
  return {
    name,
    kind,
    group,
    group_check_id: groupCheckId,
    enabled,
    hosts_total: passing + failing + unknown + disabled,
    hosts_passing: passing,
    hosts_failing: failing,
    hosts_unknown: unknown,
    hosts_disabled: disabled,
  };
}

/** Leaves out a check whose host was deleted meanwhile. */
export const resultsToWire = ({ checks, hosts }: ResultPage): Schemas['HealthCheckHostResult'][] =>
  checks.flatMap((check) => {
    const host = hosts.get(check.hostId);
    if (!host) return [];
    const { id, name, kind, hostId, groupCheckId, enabled, status, lastCheckedAt, lastMessage } = check;
    return {
      check_id: id,
      name,
      kind,
      host_id: hostId,
      fqdn: host.fqdn,
      display_name: host.displayName,
      group_check_id: groupCheckId,
      enabled,
      last_status: status,
      last_checked_at: lastCheckedAt?.toISOString() ?? null,
      last_message: lastMessage,
    };
  });

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
