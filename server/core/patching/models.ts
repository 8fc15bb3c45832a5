import { raw, type QueryBuilder, type RawBuilder } from 'objection';
import type { components } from '#generated/manager.ts';
import type { JobHolder } from './events.ts';
import { BaseModel } from '../../kernel/db/model.ts';
import type { Failure } from './domain/decide.ts';
import type { JobHostState } from './domain/jobHostStates.ts';
import type { JobOperation, JobSpec, JobTarget } from './domain/jobSpec.ts';
import type { JobState, StateCounts } from './domain/jobStates.ts';
import type { WaveProgress } from './domain/waves.ts';

/** A query for rows of a model. */
export type Rows<M extends BaseModel> = QueryBuilder<M, M[]>;

export class JobModel extends BaseModel {
  static override tableName = 'patching_jobs';
  static override jsonAttributes = ['spec', 'counts', 'budgetFrom', 'waves'];
  static override timestamps = [
    'scheduleAt',
    'createdAt',
    'startedAt',
    'completedAt',
    'cancelRequestedAt',
    'endRequestedAt',
    'updatedAt',
  ];

  declare id: string;
  declare name: string | null;
  /** What a search looks through besides the state, which changes. */
  declare searchText: string;
  declare operation: JobOperation;
  declare state: JobState;
  /** Why it is in its state; null when there is nothing to say. */
  declare reason: string | null;
  /** Raised by every change of state. */
  declare version: number;
  /** As requested; never changed. */
  declare spec: JobSpec;
  declare hostsTotal: number;
  /** Hosts per state; kept in step with the hosts' rows under this row's lock. */
  declare counts: StateCounts;
  /** Number of the last event; assigned under this row's lock. */
  declare lastSeq: number;
  /** Null: the manager itself, or an account that is gone. */
  declare createdById: string | null;
  /** If a tool's token made the job: the account that owns the token. Else null. */
  declare createdByOwnerId: string | null;
  declare createdByName: string;
  declare fromPlanJobId: string | null;
  declare rollbackOfJobId: string | null;
  declare idempotencyKey: string | null;
  declare scheduleAt: Date | null;
  declare createdAt: Date;
  /** When the first host of the last round started. */
  declare startedAt: Date | null;
  declare completedAt: Date | null;
  /** Set by a cancel, cleared by a retry. */
  declare cancelRequestedAt: Date | null;
  /** Set when a person ends a paused job, cleared by a retry. */
  declare endRequestedAt: Date | null;
  /**
   * Its runs, from 1: raised when a person resumes or retries it. Approvals and overrides hold for one; attempts that the
   * manager makes by itself belong to it.
   */
  declare round: number;
  /** The counts at a person's last resume or retry: the failure budget counts from there. Null: from the start. */
  declare budgetFrom: StateCounts | null;
  /** Its waves, in order, kept in step with the hosts' rows under this row's lock; null: it has none. */
  declare waves: WaveProgress[] | null;
  /** Hosts of this wave and of earlier ones may start. Null without waves, and in a plan, which holds nothing back. */
  declare currentWave: number | null;
  declare updatedAt: Date;
}

/** The target of a job, in a table of its own: it may be long, and the job's row is written often. */
export class TargetModel extends BaseModel {
  static override tableName = 'patching_targets';
  static override idColumn = 'job_id';
  static override jsonAttributes = ['target'];

  declare jobId: string;
  declare target: JobTarget;
}

export interface PackageChange {
  name: string;
  arch: string;
  from: string | null;
  to: string | null;
}

/** In wire names, as the manager's contract shows them, because they are mainly stored and passed on. */
export type Reversible = components['schemas']['Reversible'];
export type StoredPlan = components['schemas']['Plan'];
export type PlannedAct = components['schemas']['PlannedAct'];

export class JobHostModel extends BaseModel {
  static override tableName = 'patching_job_hosts';
  static override jsonAttributes = [
    'error',
    'plan',
    'changes',
    'reversible',
    'undoJobIds',
    'problemsBefore',
    'heldTags',
    'heldBy',
  ];
  static override timestamps = [
    'leaseUntil',
    'gatedSince',
    'windowEndAt',
    'nextAttemptAt',
    'stepDeadlineAt',
    'startedAt',
    'completedAt',
    'updatedAt',
  ];

  declare id: string;
  declare jobId: string;
  declare hostId: string;
  /** Copied when the job was made, so that they outlive the host. */
  declare fqdn: string;
  declare machineId: string | null;
  /** Order within the job. */
  declare position: number;
  /** The number of its wave, from 1; raised when the job goes on to the next wave without it. Null without waves. */
  declare wave: number | null;
  declare state: JobHostState;
  declare reason: string | null;
  /** Raised by every change of state and every take-over; writes compare it. */
  declare version: number;
  /** The host's id while the state is active, else null: unique, so that a host has one active job host. */
  declare activeHostId: string | null;
  /** The manager that works on it, and when its lease runs out by the database's clock. Null when inactive. */
  declare leaseOwner: string | null;
  declare leaseUntil: Date | null;
  /** Tags that it claims while it is at work, each a row of TagClaimModel. Null: none. */
  declare heldTags: string[] | null;
  /** With the reason TAG_TAKEN: the tag that another host holds; this host need not be tried before the tag is free. */
  declare waitsForTag: string | null;
  /** Raised by every retry of a person. */
  declare round: number;
  /** Within the round; 0 before the first dispatch. */
  declare attempt: number;
  /** Retries used in this round, by the work or (from rolling_back on) by the rollback. */
  declare retriesUsed: number;
  /** Counts the calls of the current step (restart, rollback) within the attempt. */
  declare repetition: number;
  /**
   * Due time of a waiting host or step; null: at once, or when something frees it. In `waiting_window`: when the
   * window opens, for display only, because windows can be edited and gates are asked again all the time.
   */
  declare nextAttemptAt: Date | null;
  /** The plugin whose gate holds the host, and since when; null once all gates are open, and while none was asked. */
  declare gatedBy: string | null;
  declare gatedSince: Date | null;
  /** In `waiting_window`, or while a restart is held: the end of the window that opens then; null: not known. */
  declare windowEndAt: Date | null;
  /** What holds the host at the gate; of any other state than that of a gate it says nothing. Null: the gate names nothing. */
  declare heldBy: JobHolder[] | null;
  /** By when the host must be back from its restart. */
  declare stepDeadlineAt: Date | null;
  /** The agent's job of this attempt; null until the agent accepted it. */
  declare agentJobId: string | null;
  declare agentJobStatus: string | null;
  /** Number of the last event of the agent's current job that is recorded here. */
  declare agentSeq: number;
  /** The agent's job of the current step (restart, rollback); null when there is none. */
  declare stepJobId: string | null;
  /**
   * The agent's jobs that changed packages, in order: a rollback undoes them, the last one first. In a rollback job:
   * those of the job it undoes, without those already undone. Null: none.
   */
  declare undoJobIds: string[] | null;
  /** The boot id before the restart. */
  declare bootId: string | null;
  /** Codes of the problems that the agent reported before the restart; they may remain after it. Null: not known. */
  declare problemsBefore: string[] | null;
  declare progress: number;
  declare message: string;
  /** The last failure; null after success. */
  declare error: Failure | null;
  declare plan: StoredPlan | null;
  /** Hash of the plan that was made; in a job that runs an approved plan, the hash that the host's plan must match. */
  declare planHash: string | null;
  /** In a plan: the job that runs it; set once, by the approval. */
  declare runJobId: string | null;
  /** What this job changed on the host; null: nothing. */
  declare changes: PackageChange[] | null;
  declare reversible: Reversible | null;
  /** Number of the last line of the log. */
  declare logSeq: number;
  /** Size of the lines that are kept, in bytes. */
  declare logBytes: number;
  /** Number of the last line of the head, which is never cut; 0 while all lines are head. */
  declare logHeadSeq: number;
  /** Number of the last line that was cut behind the head; 0: none. */
  declare logCutSeq: number;
  declare startedAt: Date | null;
  declare completedAt: Date | null;
  declare updatedAt: Date;
}

/** All columns of a job host except those that can be long. */
export const LIGHT_COLUMNS = [
  'id',
  'job_id',
  'host_id',
  'fqdn',
  'machine_id',
  'position',
  'wave',
  'state',
  'reason',
  'version',
  'attempt',
  'next_attempt_at',
  'window_end_at',
  'agent_job_id',
  'agent_job_status',
  'progress',
  'message',
  'error',
  'plan_hash',
  'run_job_id',
  'reversible',
  'log_seq',
  'started_at',
  'completed_at',
  'updated_at',
];

/** For an update of many rows: adds one to each row's own value. */
export const oneMore = (column: 'version' | 'round'): RawBuilder => raw('?? + 1', column);

/** The total length of these columns in characters, as `chars`: checked before the columns are read. */
export const charsOf = (columns: readonly string[]): RawBuilder =>
  raw(`${['0', ...columns.map((column) => `coalesce(length(${column}), 0)`)].join(' + ')} as chars`);

/** SQL that is 0 for jobs that are no dry run. It compares the text: the databases read JSON booleans differently. */
export const dryRunOf = (table: string): string => `instr(${table}.spec, '"dryRun":true')`;

export type EventKind = 'job.updated' | 'job.host.updated' | 'job.log';

export class JobEventModel extends BaseModel {
  static override tableName = 'patching_job_events';
  static override idColumn = ['job_id', 'seq'];
  static override jsonAttributes = ['data'];
  static override timestamps = ['at'];

  declare jobId: string;
  declare seq: number;
  declare at: Date;
  declare kind: EventKind;
  /** In wire names. Log events refer to their lines instead of repeating them. */
  declare data: Record<string, unknown>;
}

/** A tag that one host has claimed, across all jobs, from before its work until the work has ended. */
export class TagClaimModel extends BaseModel {
  static override tableName = 'patching_tag_claims';
  static override idColumn = 'tag';
  static override timestamps = ['at'];

  declare tag: string;
  /** The job host that holds it; released by the transaction that ends its last active state. */
  declare rowId: string;
  declare fqdn: string;
  declare at: Date;
}

/** A permission of an administrator to pass a gate. */
export class GateOverrideModel extends BaseModel {
  static override tableName = 'patching_gate_overrides';
  static override idColumn = ['job_id', 'gate'];
  static override timestamps = ['createdAt'];

  declare jobId: string;
  /** As the plugin that owns the gate calls it. */
  declare gate: string;
  /** The last round of the job that it holds for. */
  declare round: number;
  declare reason: string;
  declare createdById: string | null;
  declare createdByName: string;
  declare createdAt: Date;
}

export class LogChunkModel extends BaseModel {
  static override tableName = 'patching_log_chunks';
  static override idColumn = ['job_id', 'host_id', 'first_seq'];
  static override timestamps = ['at'];

  declare jobId: string;
  declare hostId: string;
  declare firstSeq: number;
  declare lastSeq: number;
  declare sizeBytes: number;
  declare at: Date;
  /** gzip of the lines as JSON texts, one per line. */
  declare lines: Buffer;
}

/** A state that a host of a job entered. Written with the change of state, never changed; deleted with the job. */
export class HostStepModel extends BaseModel {
  static override tableName = 'patching_host_steps';
  static override idColumn = ['job_id', 'host_id', 'version'];
  static override timestamps = ['at'];

  declare jobId: string;
  declare hostId: string;
  /** Version of the host's row after the change; it orders the steps. */
  declare version: number;
  declare state: JobHostState;
  declare reason: string | null;
  declare attempt: number;
  declare at: Date;
}
