import type { components } from '../../generated/manager.ts';
import { type Actor, BaseModel } from '#sdk';
import type { JobOperation, JobSpec, NamedSpec, PlanGlance } from '#sdk/patching.ts';
import type { ApprovalState } from './api.ts';

export type RuleOperation = components['schemas']['ApprovalOperations'][number];

/** What a rule says. */
export interface RuleDraft {
  name: string;
  /** Empty: all that change a host. */
  operations: RuleOperation[];
  /** Empty: the whole fleet. */
  groupIds: string[];
  enabled: boolean;
}

export class RuleModel extends BaseModel implements RuleDraft {
  static override tableName = 'approvals_rules';
  static override jsonAttributes = ['operations', 'groupIds'];
  static override booleans = ['enabled'];
  static override timestamps = ['createdAt', 'updatedAt'];

  declare id: string;
  declare name: string;
  declare nameKey: string;
  declare operations: RuleOperation[];
  declare groupIds: string[];
  /** While it is false the rule is as if it were not there. */
  declare enabled: boolean;
  /** Raised by each change that was confirmed; the ETag. */
  declare editVersion: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** A change that waits for a second administrator: at most one a rule, deleted once it is decided. */
export class RuleChangeModel extends BaseModel {
  static override tableName = 'approvals_rule_changes';
  static override jsonAttributes = ['draft'];
  static override timestamps = ['proposedAt'];

  declare id: string;
  /** Unique. */
  declare ruleId: string;
  declare kind: 'update' | 'delete';
  /** The whole rule as it is to become; for a deletion, as it is. */
  declare draft: RuleDraft;
  declare proposedById: string | null;
  declare proposedByName: string;
  declare proposedAt: Date;
}

/** In whose name the run is made, as the account or token was at the request. */
export type Requester = Pick<Actor, 'kind' | 'id' | 'ownerId' | 'name' | 'role'>;

export class ApprovalModel extends BaseModel {
  static override tableName = 'approvals_approvals';
  static override jsonAttributes = ['named', 'spec', 'glance', 'rules', 'requester'];
  static override booleans = ['overridden'];
  static override timestamps = [
    'scheduleAt',
    'plannedAt',
    'createdAt',
    'expiresAt',
    'decidedAt',
    'retriesUntil',
  ];

  declare id: string;
  declare state: ApprovalState;
  /** Code of why it expired; null in all other states. */
  declare reason: string | null;
  /** Why it was denied or expired, or the approver's note; empty when there is nothing to say. */
  declare message: string;
  /** The place in the list: those that wait by when they end, then the others, the latest decision first. */
  declare place: number;
  declare planJobId: string;
  /** Set in the transaction that makes the run; null until then. */
  declare runJobId: string | null;
  declare policyId: string | null;
  declare operation: JobOperation;
  declare name: string | null;
  /** The options that the request named: the run is made with the same ones. */
  declare named: NamedSpec;
  /** All options of the run. */
  declare spec: JobSpec;
  declare scheduleAt: Date | null;
  declare note: string;
  declare hostsTotal: number;
  declare glance: PlanGlance;
  /** The rules that asked for it at the time. */
  declare rules: { id: string; name: string }[];
  declare approvalHash: string;
  /** The hash while it waits, else null: unique, so that a run is asked for once at a time. */
  declare waitingHash: string | null;
  /** SHA-256 of the requester and the key; unique. */
  declare requestKey: string;
  /** SHA-256 of what was asked under that key. */
  declare requestHash: string;
  declare requester: Requester;
  declare plannedById: string | null;
  declare plannedByName: string;
  declare plannedAt: Date | null;
  declare createdAt: Date;
  declare expiresAt: Date;
  /** Who approved, denied or withdrew it; null: nobody, or a command at the machine. */
  declare decidedById: string | null;
  declare decidedByName: string | null;
  declare decidedAt: Date | null;
  /** Approved without a second person, by a command at the machine. */
  declare overridden: boolean;
  /** Until when it covers a person's retries of the run too; null: it ends with the run. */
  declare retriesUntil: Date | null;
}

export class ApprovalHostModel extends BaseModel {
  static override tableName = 'approvals_hosts';
  static override idColumn = ['approval_id', 'host_id'];

  declare approvalId: string;
  declare hostId: string;
  declare fqdn: string;
  declare planHash: string;
  declare position: number;
}

/** An account that cannot approve: it made the plan, the request or the policy. */
export class AuthorModel extends BaseModel {
  static override tableName = 'approvals_authors';
  static override idColumn = ['approval_id', 'account_id'];

  declare approvalId: string;
  declare accountId: string;
}
