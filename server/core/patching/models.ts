import { raw, type QueryBuilder, type RawBuilder } from 'objection';
import type { components } from '../../../generated/manager.ts';
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
  declare operation: JobOperation;
  declare state: JobState;
  /** Why it is in its state; null when there is nothing to say. */
  declare reason: string | null;
  /** Raised by every change of state. */
  declare version: number;
  /** As asked for; never changed. */
  declare spec: JobSpec;
  declare hostsTotal: number;
  /** Hosts per state; kept in step with the hosts' rows under this row's lock. */
  declare counts: StateCounts;
  /** Of the last event; given out under this row's lock. */
  declare lastSeq: number;
  /** Null: the manager itself, or an account that is gone. */
  declare createdById: string | null;
  /** Of a tool's token: the account that it belongs to. Null for all others, and in jobs of earlier releases. */
  declare createdByOwnerId: string | null;
  declare createdByName: string;
  declare fromPlanJobId: string | null;
  declare rollbackOfJobId: string | null;
  declare idempotencyKey: string | null;
  declare scheduleAt: Date | null;
  declare createdAt: Date;
  /** When the first host started, of the last round. */
  declare startedAt: Date | null;
  declare completedAt: Date | null;
  /** Set by a cancel, cleared by a retry. */
  declare cancelRequestedAt: Date | null;
  /** Set when a person ends a paused job, cleared by a retry. */
  declare endRequestedAt: Date | null;
  /** The counts when a person let the job go on last: its failure budget counts from there. Null: from its start. */
  declare budgetFrom: StateCounts | null;
  /** Its waves, in order, kept in step with the hosts' rows under this row's lock; null: it has none. */
  declare waves: WaveProgress[] | null;
  /** Hosts of this wave and of those before it may start. Null without waves, and in a plan, which holds nothing back. */
  declare currentWave: number | null;
  declare updatedAt: Date;
}

/** What a job was asked for: apart from the job, because it may be long and the job is written all the time. */
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

/** In wire names, as the contract of the manager shows them: they are stored and handed on, never judged here. */
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
  /** Snapshots of when the job was made, so that they outlive the host. */
  declare fqdn: string;
  declare machineId: string | null;
  /** Order within the job. */
  declare position: number;
  /** The number of its wave, from 1; raised when the others of it go on without this host. Null without waves. */
  declare wave: number | null;
  declare state: JobHostState;
  declare reason: string | null;
  /** Raised by every change of state and every take-over; writes compare it. */
  declare version: number;
  /** The host's id while the state is active, else null: unique, so that a host has one active job host. */
  declare activeHostId: string | null;
  /** The manager that works on it, and until when it must renew; by the database's clock. Null when inactive. */
  declare leaseOwner: string | null;
  declare leaseUntil: Date | null;
  /** Tags that it has for itself while it is at work, each a row of TagClaimModel. Null: none. */
  declare heldTags: string[] | null;
  /** With the reason TAG_TAKEN: the tag that another host has; it need not be asked about before that is free. */
  declare waitsForTag: string | null;
  /** Raised by every retry of a person. */
  declare round: number;
  /** Within the round; 0 before the first dispatch. */
  declare attempt: number;
  /** Retries used in this round, by the work or (from rolling_back on) by the rollback. */
  declare retriesUsed: number;
  /** Counts the calls of the step at hand (restart, rollback) within the attempt. */
  declare repetition: number;
  /**
   * Due time of a waiting host or step; null: at once, or when something frees it. In `waiting_window` when the
   * window opens, only to be shown: gates are asked again all the time, for they can be edited.
   */
  declare nextAttemptAt: Date | null;
  /** The plugin whose gate holds the host, and since when; null once all gates are open, and while none was asked. */
  declare gatedBy: string | null;
  declare gatedSince: Date | null;
  /** In `waiting_window`, or with a restart that is held: when the window ends that begins then; null: not known. */
  declare windowEndAt: Date | null;
  /** By when a restart must have come back. */
  declare stepDeadlineAt: Date | null;
  /** The agent's job of this attempt; null until the agent accepted it. */
  declare agentJobId: string | null;
  declare agentJobStatus: string | null;
  /** Last event of the agent's job at hand that is recorded here. */
  declare agentSeq: number;
  /** The agent's job of the step at hand (restart, rollback); null when there is none. */
  declare stepJobId: string | null;
  /**
   * The agent's jobs that changed packages, in order: what a rollback undoes, from the last one on. Of rollback
   * jobs those of the job they undo, shorter with each that is undone. Null: none.
   */
  declare undoJobIds: string[] | null;
  /** The boot before the restart. */
  declare bootId: string | null;
  /** Codes of what the agent said was wrong before the restart: it need not be right afterwards. Null: not known. */
  declare problemsBefore: string[] | null;
  declare progress: number;
  declare message: string;
  /** The last failure; null after success. */
  declare error: Failure | null;
  declare plan: StoredPlan | null;
  /** Of the plan that was made; of a job that runs an approved plan, the hash to hold to. */
  declare planHash: string | null;
  /** Of a plan, the job that runs it; set by its approval, once. */
  declare runJobId: string | null;
  /** What this job changed on the host; null: nothing. */
  declare changes: PackageChange[] | null;
  declare reversible: Reversible | null;
  /** Last line of the log. */
  declare logSeq: number;
  /** Size of the lines that are kept, in bytes. */
  declare logBytes: number;
  /** Last line of the head, which is never cut; 0 while all lines are head. */
  declare logHeadSeq: number;
  /** Last line that was cut behind the head; 0: none. */
  declare logCutSeq: number;
  declare startedAt: Date | null;
  declare completedAt: Date | null;
  declare updatedAt: Date;
}

/** Of a job host, all columns but those that can be long. */
export const LIGHT_COLUMNS = [
  ...[
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
  ],
  ...[
    'next_attempt_at',
    'window_end_at',
    'agent_job_id',
    'agent_job_status',
    'progress',
    'message',
    'error',
    'plan_hash',
  ],
  ...['run_job_id', 'reversible', 'log_seq', 'started_at', 'completed_at', 'updated_at'],
];

/** For a patch of many rows: each one's own value and one. */
export const oneMore = (column: 'version' | 'round'): RawBuilder => raw('?? + 1', column);

/** How long what these columns hold is together, in characters, as `chars`: to be asked before it is read. */
export const charsOf = (columns: readonly string[]): RawBuilder =>
  raw(`${columns.map((column) => `coalesce(length(${column}), 0)`).join(' + ')} as chars`);

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

/** A tag that one host has for itself, over all jobs: from before its work until that has ended. */
export class TagClaimModel extends BaseModel {
  static override tableName = 'patching_tag_claims';
  static override idColumn = 'tag';
  static override timestamps = ['at'];

  declare tag: string;
  /** The job host that holds it; released with its last state at work, by the same transaction. */
  declare rowId: string;
  declare fqdn: string;
  declare at: Date;
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
  /** gzip of the lines as JSON texts, one a line. */
  declare lines: Buffer;
}

/** A state that a host of a job came into. Written with the change, never changed; deleted with the job. */
export class HostStepModel extends BaseModel {
  static override tableName = 'patching_host_steps';
  static override idColumn = ['job_id', 'host_id', 'version'];
  static override timestamps = ['at'];

  declare jobId: string;
  declare hostId: string;
  /** Of the host's row after the change, so that the steps have an order. */
  declare version: number;
  declare state: JobHostState;
  declare reason: string | null;
  declare attempt: number;
  declare at: Date;
}
