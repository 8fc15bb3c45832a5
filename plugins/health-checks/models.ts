import { BaseModel } from '#sdk';
import type { Watch } from './domain/watch.ts';
import type { CheckDefinition, CheckStatus } from './domain/status.ts';

/** A health check that is defined on a group. Each host of the group has a `CheckModel` made from it. */
export class GroupCheckModel extends BaseModel {
  static override tableName = 'health_checks_group_checks';
  static override timestamps = ['createdAt', 'updatedAt'];
  static override booleans = ['enabled'];

  declare id: string;
  declare groupId: string;
  declare kind: 'service' | 'http';
  declare name: string;
  declare nameKey: string;
  declare enabled: boolean;
  declare serviceName: string | null;
  /** With `{fqdn}` or `{ip_address}`, in whose place each host puts its own. */
  declare url: string | null;
  declare expectedStatus: number | null;
  declare expectedBody: string | null;
  declare timeoutSecs: number;
  declare intervalSecs: number | null;
  /** Raised by people's edits alone; the ETag, and what tells which of the hosts' rows are out of date. */
  declare editVersion: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** A health check of one host, with what its last runs said. */
export class CheckModel extends BaseModel implements CheckDefinition {
  static override tableName = 'health_checks_checks';
  static override timestamps = ['lastCheckedAt', 'createdAt', 'updatedAt'];
  static override booleans = ['enabled', 'replaced'];

  declare id: string;
  declare hostId: string;
  /** The check of a group that it is made from, and nobody edits; null: a check of the host itself. */
  declare groupCheckId: string | null;
  /** The host has a check of this name itself, in whose favour this one of a group is not enabled. */
  declare replaced: boolean;
  declare kind: 'service' | 'http';
  declare name: string;
  declare nameKey: string;
  /** While it is false nobody runs it, and it says nothing of its host. */
  declare enabled: boolean;
  declare serviceName: string | null;
  /** The host whose agent is asked; null: the check's own, also after the target was deleted. */
  declare targetHostId: string | null;
  declare url: string | null;
  /** Null: any from 200 to 299. */
  declare expectedStatus: number | null;
  declare expectedBody: string | null;
  declare timeoutSecs: number;
  /** Null: the interval in the settings. */
  declare intervalSecs: number | null;
  /** Set by the sweep, once two runs in a row said so; `unknown` before the first. */
  declare status: CheckStatus;
  /** What the last run said where it differs from `status`; null where it does not. */
  declare seenOnce: CheckStatus | null;
  declare lastMessage: string | null;
  /** Null before the first run of what it looks at now. */
  declare lastCheckedAt: Date | null;
  /**
   * 0: its last run passed; 1: it did not. Each lane has its own places in the sweep, so slow checks delay no others.
   */
  declare lane: number;
  /** 0 to 1,000: where the check lies in the ±10 % around its interval. */
  declare spread: number;
  /** Milliseconds, by the database's clock; null while it is not enabled. */
  declare nextCheckAt: number | null;
  /** The manager that runs it now, and until when nobody else does. */
  declare leaseOwner: string | null;
  declare leaseUntil: number | null;
  /** Raised by people's edits alone; the ETag. Of a group's check: that of the row that it was made from. */
  declare editVersion: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** One change of a check's status. Written once; deleted with its check, and when it is old. */
export class ChangeModel extends BaseModel {
  static override tableName = 'health_checks_changes';
  static override timestamps = ['at'];

  declare id: string;
  declare checkId: string;
  declare at: Date;
  declare fromStatus: CheckStatus;
  declare toStatus: CheckStatus;
  declare message: string;
}

/** What the gate of a job stores about a host, from before its work until the job ends. */
export class GateModel extends BaseModel {
  static override tableName = 'health_checks_gates';
  static override idColumn = ['job_id', 'host_id'];
  static override jsonAttributes = ['redBefore', 'watch'];

  declare jobId: string;
  declare hostId: string;
  /** Ids of the checks that failed before the work: they do not count against it. */
  declare redBefore: string[];
  /** How the checks have done since the work; null before it ends. */
  declare watch: Watch | null;
}
