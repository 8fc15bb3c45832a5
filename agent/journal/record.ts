/** What a job is: its request, its states and what the journal keeps of it. */
import type { Connection } from '../config/values.ts';
import type {
  JobFailure,
  PackageChange,
  PackageRequest,
  PackageSpec,
  Plan,
  Reversibility,
} from '../packages/backend.ts';

export type RebootPolicy = 'never' | 'if_required' | 'always';

/** A change of packages with the options of a job. `planHash` is null when no plan was approved. */
export interface PackageJobRequest {
  dryRun: boolean;
  packages: PackageRequest;
  planHash: string | null;
  /** Lists older than this are refreshed first; null: their age does not matter. */
  maxAgeSecs: number | null;
  /** Any failed source ends the job. Absent in records of older agents, which did not have this option. */
  strictSources?: boolean;
  reboot: RebootPolicy;
}

/** The agent's package to install, as the manager serves it. */
export interface AgentRelease {
  /** As the agent calls itself. */
  version: string;
  file: string;
  /** Hex. */
  sha256: string;
  sizeBytes: number;
  /** What minisign wrote; null: nobody has signed it. */
  signature: string | null;
}

/** An update of the agent; `planHash` is null when no plan was approved. */
export interface AgentUpdateRequest {
  dryRun: boolean;
  planHash: string | null;
  release: AgentRelease;
}

export type JobRequest =
  | ({ operation: 'install' | 'update' | 'remove' | 'patch' } & PackageJobRequest)
  | { operation: 'hold' | 'unhold'; names: string[] }
  | { operation: 'refresh' }
  | { operation: 'reboot'; delaySecs: number; reason: string | null }
  | { operation: 'connection'; connection: Connection }
  | { operation: 'rollback'; originalJobId: string }
  | ({ operation: 'agent_update' } & AgentUpdateRequest);

export type JobOperation = JobRequest['operation'];

/** Whether this removal must match an approved plan; the packages it names may be gone already. */
export const isApprovedRemoval = (request: JobRequest): boolean =>
  request.operation === 'remove' && request.planHash !== null;

export const JOB_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled', 'timedout'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];
export type TerminalStatus = 'completed' | 'failed' | 'cancelled' | 'timedout';

/** All permitted transitions; a terminal state never changes. */
export const jobTransitions: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  pending: ['running', 'cancelled'],
  running: ['completed', 'failed', 'timedout', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
  timedout: [],
};

export const isTerminal = (status: JobStatus): status is TerminalStatus =>
  jobTransitions[status].length === 0;

/** A process that a job has started (see process/detached.ts for its files). */
export interface StepRecord {
  bootId: string;
  /** RFC 3339; for people. */
  startedAt: string;
}

/** What job.json holds. Times are RFC 3339. */
export interface JobRecord {
  version: 1;
  jobId: string;
  operation: JobOperation;
  request: JobRequest;
  status: JobStatus;
  createdAt: string;
  /** When it first began to run, set by the runner; null while pending. */
  startedAt: string | null;
  /** Set with the terminal status; null before. */
  completedAt: string | null;
  /** `name:arch`, from the plan or the outcome; empty before. */
  packages: string[];
  progress: number;
  message: string;
  error: JobFailure | null;
  originalJobId: string | null;
  exclusive: boolean;
  dryRun: boolean;
  /** Of a dry run only. */
  plan: Plan | null;
  changes: PackageChange[];
  /** null until terminal. */
  reversible: Reversibility | null;
  idempotencyKey: string | null;
  /** Whether the host asked for a restart when the job ended. */
  rebootRequired: boolean;
  /** The boot in which it began to run; null before. */
  bootId: string | null;
  /** Set when somebody cancels a running job; it ends at its next safe point. */
  cancelRequested: boolean;
  /** Set by the backend: from here on a cancel has no effect. */
  inTransaction: boolean;
  steps: Record<string, StepRecord>;
  /** seq of the event of the current status; 0 while pending. The event is written after the record. */
  statusSeq: number;
}

/** What the list shows of each job; the rest of a finished job is read from disk when needed. */
export type JobSummary = Pick<
  JobRecord,
  | 'jobId'
  | 'operation'
  | 'status'
  | 'createdAt'
  | 'completedAt'
  | 'packages'
  | 'exclusive'
  | 'idempotencyKey'
  | 'originalJobId'
>;

export const summaryOf = (record: JobRecord): JobSummary => ({
  jobId: record.jobId,
  operation: record.operation,
  status: record.status,
  createdAt: record.createdAt,
  completedAt: record.completedAt,
  packages: record.packages,
  exclusive: record.exclusive,
  idempotencyKey: record.idempotencyKey,
  originalJobId: record.originalJobId,
});

const specName = (spec: PackageSpec): string => spec.name;

/** The package names that the request itself contains. */
export function requestedPackages(request: JobRequest): string[] {
  switch (request.operation) {
    case 'install':
    case 'update':
    case 'remove':
    case 'patch': {
      const packages = 'packages' in request.packages ? request.packages.packages : null;
      return (packages ?? []).map((entry) => (typeof entry === 'string' ? entry : specName(entry)));
    }
    case 'hold':
    case 'unhold':
      return request.names;
    case 'refresh':
    case 'reboot':
    case 'connection':
    case 'rollback':
    case 'agent_update':
      return [];
  }
}

export interface NewJob {
  jobId: string;
  request: JobRequest;
  idempotencyKey: string | null;
  createdAt: Date;
}

/** A pending job. */
export function newRecord({ jobId, request, idempotencyKey, createdAt }: NewJob): JobRecord {
  return {
    version: 1,
    jobId,
    operation: request.operation,
    request,
    status: 'pending',
    createdAt: createdAt.toISOString(),
    startedAt: null,
    completedAt: null,
    packages: [],
    progress: 0,
    message: 'Waiting',
    error: null,
    originalJobId: request.operation === 'rollback' ? request.originalJobId : null,
    exclusive: request.operation === 'rollback',
    dryRun: 'dryRun' in request && request.dryRun,
    plan: null,
    changes: [],
    reversible: null,
    idempotencyKey,
    rebootRequired: false,
    bootId: null,
    cancelRequested: false,
    inTransaction: false,
    steps: {},
    statusSeq: 0,
  };
}

export type LogStream = 'stdout' | 'stderr' | 'agent';

export type JobEventBody =
  | { kind: 'status'; status: JobStatus; message: string; error: JobFailure | null }
  | { kind: 'progress'; progress: number; message: string }
  | { kind: 'log'; stream: LogStream; text: string };

/** One line of a job's history; `seq` counts from 1 without gaps, over all kinds. */
export type JobEvent = { seq: number; at: string } & JobEventBody;
