/** Turns rows into the shapes of the API contract. */
import type { components } from '../../generated/manager.ts';
import type { ApprovalHostModel, ApprovalModel, RuleChangeModel } from './models.ts';
import type { PossibleApprovers } from './service/approvers.ts';
import type { Seen } from './service/read.ts';
import type { RulePreview } from './service/rulePreview.ts';
import type { RuleRead } from './service/rules.ts';

type Schemas = components['schemas'];

export function approvalToWire(
  { row, hostsTotal, mayDecide, mayWithdraw }: Seen,
  hosts?: readonly ApprovalHostModel[],
): Schemas['Approval'] {
  const { id, state, reason, message, name, operation, note, rules, overridden } = row;
  return {
    id,
    state,
    reason,
    message,
    name,
    operation,
    note,
    rules,
    overridden,
    plan_job_id: row.planJobId,
    run_job_id: row.runJobId,
    policy_id: row.policyId,
    hosts_total: hostsTotal,
    ...(hosts ? { hosts: hosts.map(({ hostId, fqdn }) => ({ host_id: hostId, fqdn })) } : {}),
    // The glance is about all hosts together, so only a viewer who sees them all gets it.
    glance: hostsTotal === row.hostsTotal ? glanceToWire(row.glance) : null,
    options: optionsToWire(row.spec),
    schedule_at: row.scheduleAt?.toISOString() ?? null,
    approval_hash: row.approvalHash,
    requested_by: who(row.requester.kind === 'user' ? row.requester.id : null, row.requester.name),
    planned_by: who(row.plannedById, row.plannedByName),
    planned_at: row.plannedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    decided_by: row.decidedByName === null ? null : who(row.decidedById, row.decidedByName),
    decided_at: row.decidedAt?.toISOString() ?? null,
    retries_until: row.retriesUntil?.toISOString() ?? null,
    may_decide: mayDecide,
    may_withdraw: mayWithdraw,
    place: Number(row.place),
  };
}

const who = (id: string | null, name: string): Schemas['UserRef'] => ({ id, username: name.slice(0, 64) });

function glanceToWire(glance: ApprovalModel['glance']): Schemas['ApprovalGlance'] {
  const { packages, packagesSecurity, packagesRemoved, names, hostsKernel, hostsReboot } = glance;
  return {
    packages,
    packages_security: packagesSecurity,
    packages_removed: packagesRemoved,
    names,
    hosts_kernel: hostsKernel,
    hosts_reboot: hostsReboot,
  };
}

function optionsToWire(spec: ApprovalModel['spec']): Schemas['ApprovalOptions'] {
  const { pre, post, soakSecs, preTimeoutSecs } = spec.healthGate;
  return {
    respect_windows: spec.respectWindows,
    health_gate: { pre, post, soak_secs: soakSecs, pre_timeout_secs: preTimeoutSecs },
    reboot: spec.reboot,
    waves: spec.waves.map(({ soakSecs: soak, ...share }) => ({
      ...share,
      ...(soak === undefined ? {} : { soak_secs: soak }),
    })),
    max_parallel: spec.maxParallel,
    failure_budget_percent: spec.failureBudgetPercent,
    rollback_on_failure: spec.rollbackOnFailure,
    strict_sources: spec.strictSources,
  };
}

const NONE: ReadonlySet<string> = new Set();

/** `confirmable`: ids of the changes that the caller may confirm. */
export function ruleToWire(
  { rule, change }: RuleRead,
  confirmable: ReadonlySet<string> = NONE,
): Schemas['ApprovalRule'] {
  const { id, name, operations, groupIds, enabled, editVersion, createdAt, updatedAt } = rule;
  return {
    id,
    name,
    operations,
    group_ids: groupIds,
    enabled,
    edit_version: editVersion,
    change: change && changeToWire(change, confirmable),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

function changeToWire(
  change: RuleChangeModel,
  confirmable: ReadonlySet<string>,
): Schemas['ApprovalRuleChange'] {
  const { id, kind, draft, proposedById, proposedByName, proposedAt } = change;
  const { name, operations, groupIds, enabled } = draft;
  return {
    id,
    kind,
    name,
    operations,
    group_ids: groupIds,
    enabled,
    proposed_by: who(proposedById, proposedByName),
    proposed_at: proposedAt.toISOString(),
    may_confirm: confirmable.has(id),
  };
}

/** The most of each kind that a preview names; its totals count all. */
const MOST_NAMED = 20;

export function approversToWire({
  approvers,
  dependent,
  isCut,
}: PossibleApprovers): Schemas['PossibleApprovers'] {
  return {
    approvers: approvers.slice(0, MOST_NAMED).map(({ id, username }) => ({ id, username })),
    approvers_total: approvers.length,
    dependent: dependent.slice(0, MOST_NAMED).map(({ account: { id, username }, independentAt }) => ({
      user: { id, username },
      independent_at: independentAt.toISOString(),
    })),
    dependent_total: dependent.length,
    is_cut: isCut,
  };
}

export function previewToWire(preview: RulePreview): Schemas['ApprovalRulePreview'] {
  const { jobs, policies } = preview;
  return {
    ...approversToWire(preview),
    jobs: jobs.slice(0, MOST_NAMED).map(({ id, name, hosts, scheduleAt }) => ({
      id,
      name,
      hosts_total: hosts,
      schedule_at: scheduleAt?.toISOString() ?? null,
    })),
    jobs_total: jobs.length,
    policies: policies.slice(0, MOST_NAMED).map(({ id, name, hosts, startsAt }) => ({
      id,
      name,
      hosts_total: hosts,
      starts_at: startsAt.toISOString(),
    })),
    policies_total: policies.length,
  };
}
