import type { QueryBuilder } from 'objection';
import { BaseModel, type HostScope } from '#sdk';
import type { JobState, JobTarget } from '#sdk/patching.ts';
import type { PolicySpec } from './work.ts';

/** A patch job that recurs. */
export class PolicyModel extends BaseModel {
  static override tableName = 'policies_policies';
  static override jsonAttributes = ['target', 'scope', 'spec', 'authorIds'];
  static override booleans = ['catchUp'];
  static override timestamps = ['pausedAt', 'nextStartAt', 'dueAt', 'skipStartAt', 'createdAt', 'updatedAt'];

  declare id: string;
  declare name: string;
  declare nameKey: string;
  declare timezone: string;
  declare rrule: string;
  declare daysAfter: number;
  /** As given, without hosts that were deleted since. */
  declare target: JobTarget;
  /** The hosts that whoever saved it last could see then; groups in it are looked up anew at each start. */
  declare scope: { hosts: HostScope };
  declare spec: PolicySpec;
  declare catchUp: boolean;
  declare maxLateSecs: number;
  declare planLeadSecs: number;
  /** Null while it is active. */
  declare pausedAt: Date | null;
  declare pausedById: string | null;
  declare pausedByName: string | null;
  /** The next start for which no run is there yet; null: the rule has ended. */
  declare nextStartAt: Date | null;
  declare nextLocalStart: string | null;
  declare nextClockChange: 'skipped' | 'repeated' | null;
  /**
   * When a manager looks at it next, by the database's clock: at its start, or earlier where a plan may have to be
   * approved.
   */
  declare dueAt: Date | null;
  /** The start that a person left out; without effect once it is not the next one any more. */
  declare skipStartAt: Date | null;
  declare skippedById: string | null;
  declare skippedByName: string | null;
  /** The run that has not ended. Changed under this row's lock, so there is one at most. */
  declare activeRunId: string | null;
  /** The newest run that has ended. */
  declare lastRunId: string | null;
  /** Null: an account that is gone. */
  declare createdById: string | null;
  declare createdByName: string;
  declare editedById: string | null;
  declare editedByName: string;
  /** Accounts that made or edited it: they cannot approve its plans. The latest 50. */
  declare authorIds: string[];
  /** Raised by people's edits alone; the ETag. */
  declare editVersion: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** What a policy's target names, one row each, so that the policies of a host or a group are found. */
export class TargetModel extends BaseModel {
  static override tableName = 'policies_targets';
  static override idColumn = ['policy_id', 'kind', 'value'];

  declare policyId: string;
  /**
   * `filter`: the target has one, and the value is empty. A group in the filter is a `group` too; `scope`: a group that
   * the policy is limited to.
   */
  declare kind: 'host' | 'group' | 'tag' | 'filter' | 'scope';
  declare value: string;
}

export type RunState =
  | 'planning'
  | 'waiting_approval'
  | 'ready'
  | 'running'
  | 'completed'
  | 'skipped'
  | 'failed';
export type RunCause = 'schedule' | 'catch_up' | 'person';

/** What a run does, as it was when it began: later edits of the policy do not reach it. */
export interface FrozenRun {
  target: JobTarget;
  scope: HostScope;
  spec: PolicySpec;
  authorIds: string[];
  /** In the second round: the hosts whose plan had changed. */
  hostIds?: string[];
  /** The hosts that the plan found something to do on, once it was judged. */
  runnable?: string[];
}

/** One start of a policy, with all that was decided about it. */
export class RunModel extends BaseModel {
  static override tableName = 'policies_runs';
  static override jsonAttributes = ['frozen'];
  static override timestamps = [
    'startsAt',
    'lateAt',
    'dueAt',
    'plannedAt',
    'createdAt',
    'decidedAt',
    'endedAt',
  ];

  declare id: string;
  /** The policy may have been deleted. */
  declare policyId: string;
  declare policyName: string;
  declare cause: RunCause;
  declare startsAt: Date;
  /**
   * The start in the local time of the policy's zone, unique within the policy; null where a person started the run.
   */
  declare localStart: string | null;
  /** Nothing begins after it. */
  declare lateAt: Date;
  declare state: RunState;
  declare reason: string;
  declare message: string;
  /** Raised by every write; writes compare it. */
  declare version: number;
  /** When a manager looks at it next, by the database's clock; null: it has ended. */
  declare dueAt: Date | null;
  declare frozen: FrozenRun;
  /** Raised when it is planned anew after an edit; part of the keys of its jobs. */
  declare generation: number;
  /** 2: hosts whose plan had changed are planned once again. */
  declare round: number;
  declare planJobId: string | null;
  /** When the plan of this round was begun. */
  declare plannedAt: Date | null;
  declare runJobId: string | null;
  declare replanJobId: string | null;
  declare rerunJobId: string | null;
  declare runJobState: JobState | null;
  declare approvalId: string | null;
  declare requestedById: string | null;
  declare requestedByName: string | null;
  declare createdAt: Date;
  declare decidedAt: Date;
  declare endedAt: Date | null;
}

/** A query for runs. */
export type RunRows = QueryBuilder<RunModel, RunModel[]>;

/** A job of a run, so that its end finds the run. */
export class RunJobModel extends BaseModel {
  static override tableName = 'policies_run_jobs';
  static override idColumn = 'job_id';

  declare jobId: string;
  declare runId: string;
}

export const OPEN_STATES: readonly RunState[] = ['planning', 'waiting_approval', 'ready', 'running'];
