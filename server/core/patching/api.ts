/** What other features may know about jobs; types only. */
import type { components } from '#generated/manager.ts';
import type { AuditAction } from '../../kernel/security/audit/rows.ts';
import type { ReadQuery } from '../../kernel/db/reading/types.ts';
import type { Tx } from '../../kernel/db/tx.ts';
import type { ChangedBy } from '../identity/api.ts';
import type { HostScope } from '../../kernel/security/hostScope.ts';
import type { ActedBy } from '../hosts/api.ts';
import type { JobHostState } from './domain/jobHostStates.ts';
import type { Actor } from '../../kernel/security/actor.ts';
import type { JobOperation, JobRequest, JobSpec } from './domain/jobSpec.ts';
import type { JobState, StateCounts } from './domain/jobStates.ts';
import type { CreateQuestion } from './events.ts';
import type { HostQuestion, LiveJobEvent } from './events.ts';
import type { WholeJob } from './service/visibility.ts';

export type { WholeJob } from './service/visibility.ts';
export type { JobHostState } from './domain/jobHostStates.ts';
export type { JobOperation, JobRequest, JobSpec, JobTarget, NamedSpec } from './domain/jobSpec.ts';
export type { JobState, StateCounts } from './domain/jobStates.ts';
export type {
  AfterHostAnswer,
  BeforeCreateAnswer,
  BeforeHostAnswer,
  BeforeHostAnswers,
  BeforeHostQuestion,
  BeforeRebootAnswer,
  CreateQuestion,
  Held,
  HostQuestion,
  JobHolder,
  RoundQuestion,
} from './events.ts';

/** How long earlier work on a host took, restart included. */
export interface PastDuration {
  /** At least 95 of 100 runs did not take longer. */
  p95Ms: number;
  /** How many runs of this host it is computed from, at most the latest 20; 0: none, and the figure is the fleet's. */
  runs: number;
}

/** Counts of the jobs that the caller may see; dry runs count in `plansWaiting` alone. */
export interface JobCounts {
  jobsActive: number;
  /** Paused, or failed within the last 24 hours. */
  jobsStopped: number;
  /** Jobs by state; of the ended ones, those that failed or ended in part within the last 24 hours. */
  jobs: components['schemas']['JobFigures'];
  /** Dry runs with changes that nobody has run. */
  plansWaiting: number;
}

/** What other features may know about one job. */
export interface JobFacts {
  name: string | null;
  operation: JobOperation;
  reboot: JobSpec['reboot'];
  /** It makes a plan and changes nothing. */
  isDryRun: boolean;
  state: JobState;
  /** Why it is in its state; null where there is nothing to say. */
  reason: string | null;
  hasEnded: boolean;
  /** From 1; a person's retry or resume begins the next. */
  round: number;
  /** A person has cancelled or ended it. */
  wasStopped: boolean;
  /** Number of its last event. */
  seq: number;
  hostsTotal: number;
  /** Hosts by state; states without hosts may be missing. */
  counts: StateCounts;
  /** The account of whoever made it; a tool counts as its owner. Null: no account did. */
  createdById: string | null;
  createdByName: string;
}

/** How a host of a job stands. */
export interface HostStanding {
  hostId: string;
  /** As it was when the job was made. */
  fqdn: string;
  state: JobHostState;
  reason: string | null;
}

/** How a host stands in one of several jobs. */
export interface HostInJob extends HostStanding {
  isDryRun: boolean;
  /** In a dry run: its plan contains changes. */
  hasChanges: boolean;
  /** The last message from the host or the manager; may be empty. */
  message: string;
  updatedAt: Date;
}

/** What went wrong on a host of a job: a code, and what its agent or the manager said. */
export interface HostTrouble {
  code: string;
  message: string;
}

/** A host that waits for its work to begin. */
export interface WaitingWork {
  jobId: string;
  jobName: string | null;
  operation: JobOperation;
  reboot: JobSpec['reboot'];
  /** From 1; a person's retry or resume of the job begins the next. */
  round: number;
  /** It waits for maintenance windows. */
  keepsWindows: boolean;
  hostId: string;
  fqdn: string;
  /** The work starts no earlier; null: as soon as its gates are open. */
  scheduleAt: Date | null;
}

/** A plan of one host, as its dry run left it. */
export interface HostPlan {
  hostId: string;
  fqdn: string;
  /** Null: the host has no plan, and `state` and `reason` tell why. */
  planHash: string | null;
  /** The plan contains changes. */
  hasChanges: boolean;
  /** It was too long to be kept whole, so it cannot be run. */
  isCut: boolean;
  /** The job that runs it; null: none does. */
  runJobId: string | null;
  state: JobHostState;
  reason: string | null;
}

/** What the job that runs a plan would be made with. */
export interface RunDraft {
  /** The question that plugins would be asked about it. */
  question: CreateQuestion;
  name: string | null;
  plan: {
    jobId: string;
    name: string | null;
    /** Null: the manager itself, or an account that is gone. If a token made it: the token's id. */
    createdById: string | null;
    /** If a token made it: the account that owns the token. */
    createdByOwnerId: string | null;
    createdByName: string;
    createdAt: Date;
    /** Null: it is still being planned. */
    completedAt: Date | null;
  };
}

/** A summary of the plans of several hosts. */
export interface PlanGlance {
  /** Changes by name: a package that changes on many hosts counts once. */
  packages: number;
  /** Of these, security updates by some host's patch list. */
  packagesSecurity: number;
  packagesRemoved: number;
  /** At most 10, those on most hosts first. */
  names: string[];
  hostsKernel: number;
  hostsReboot: number;
}

/** On whose behalf a feature makes a job while no person waits for the answer. */
export interface MadeBy {
  /** Recorded as the job's creator. */
  actor: Actor;
  /** Hosts outside it are left out of the job, whatever the target names. */
  scope: HostScope;
  /** UUID; the same key gives the same job, so that a request can be repeated after a crash. */
  key: string;
}

export interface RunsAsked {
  /** Inclusive. */
  from: Date;
  /** Exclusive. */
  to: Date;
  scope: HostScope;
}

/** The result of one host in a job that changes packages, once the host has ended there. */
export interface HostRun {
  jobId: string;
  jobName: string | null;
  operation: JobOperation;
  requestedBy: string;
  jobCreatedAt: Date;
  hostId: string;
  /** As it was when the job was made. */
  fqdn: string;
  state: JobHostState;
  reason: string | null;
  /** Null: it never began. */
  startedAt: Date | null;
  completedAt: Date;
  /** What the job changed there, also where it was undone afterwards (`rolled_back`). */
  changes: { name: string; arch: string; from: string | null; to: string | null }[];
}

/** A gate that an administrator may let a job pass, as its plugin declares it. */
export interface OverriddenGate {
  name: string;
  /** The word of the audit log, and the error where the job passes the gate already. */
  action: AuditAction;
  taken: string;
}

export interface GateOverride {
  jobId: string;
  gate: string;
  reason: string;
  createdById: string | null;
  createdByName: string;
  createdAt: Date;
  /** It was given for the round in which the job is, or for a later one. */
  isInForce: boolean;
}

/**
 * What people let jobs pass. An override holds until the job's round ends: when a person retries or resumes the job,
 * the gate holds again. Of a paused job it is the round that the resume begins.
 */
export interface GateOverrides {
  /** Records who did it and why. Throws JOB_NOT_FOUND, JOB_NOT_CANCELLABLE (it has ended), and what the gate says. */
  give(asked: { whole: WholeJob; gate: OverriddenGate; reason: string }, by: ActedBy): Promise<GateOverride>;
  /** The oldest first. Throws JOB_NOT_FOUND, also when the scope holds none of the job's hosts. */
  list(which: { jobId: string; gates: readonly string[]; scope: HostScope }): Promise<GateOverride[]>;
  /** Says of each of these hosts which of the gates it may pass, in the round in which it is asked about. */
  passedBy(
    hosts: readonly HostQuestion[],
    gates: readonly string[],
  ): Promise<(host: HostQuestion) => ReadonlySet<string>>;
}

/** An attempt of a job on a host. */
export interface TracedAttempt {
  jobId: string;
  hostId: string;
  /** Raised by every retry of a person, from 1. */
  round: number;
  /** Within the round, from 1. */
  attempt: number;
}

/** Names the traces of jobs. Both are asked while work begins, so they read nothing but what is in memory. */
export interface JobTracer {
  /** 32 hex digits; null: jobs are not traced now. */
  traceIdOf(jobId: string): Promise<string | null>;
  /** For the header of W3C Trace Context; null: jobs are not traced now. */
  traceparentOf(attempt: TracedAttempt): Promise<string | null>;
}

/** When a job did what. */
export interface JobHistory {
  operation: JobOperation;
  isDryRun: boolean;
  state: JobState;
  /** From 1; a person's retry or resume begins the next. */
  round: number;
  /** When it could begin: when it was made, or the time that was asked for. */
  beginsAt: Date;
  /** Null: it has not ended. */
  completedAt: Date | null;
  hostsTotal: number;
  counts: StateCounts;
  /** In order; times are null while a wave has not come to them. */
  waves: { number: number; startedAt: Date | null; passedAt: Date | null }[];
}

/** The states that a host of a job entered, in order; it began as `pending`. */
export interface HostHistory {
  hostId: string;
  /** As it was when the job was made. */
  fqdn: string;
  /** From 1; null without waves. */
  wave: number | null;
  /** Order within the job. */
  position: number;
  /** Code of its last failure; null after a success. */
  errorCode: string | null;
  steps: { state: JobHostState; reason: string | null; attempt: number; at: Date }[];
}

export interface HistoryPage {
  /** The position of the last host of the page before; -1 for the first page. */
  after: number;
  limit: number;
}

export interface PatchingService {
  overrides: GateOverrides;
  /** To be called while the one plugin is set up that sends traces: who names them. */
  traceBy(tracer: JobTracer): void;
  /** Null when there is no such job. */
  historyOf(jobId: string): Promise<JobHistory | null>;
  /** Hosts of a job in its order, with all steps of each: no more than a hundred hosts a page. */
  hostHistories(jobId: string, page: HistoryPage): Promise<HostHistory[]>;
  /**
   * Makes a job, as POST /jobs does; returns its id once it is written. Hosts that may get no work (a certificate in
   * use at two addresses) are left out, because no person is there to name the others. Throws the errors of POST
   * /jobs, and the error with which a plugin refuses the job.
   */
  create(request: JobRequest, by: MadeBy): Promise<string>;
  /**
   * Checks that such jobs could be made once there are hosts for them; for features that store the settings of later
   * jobs. Throws VALIDATION_FAILED, and FIELD_DISABLED for a field whose feature is switched off.
   */
  requireMakeable(job: { operation: JobOperation; spec: JobSpec; actor: Actor }): Promise<void>;
  /** What the job that runs a plan would be made with; nothing is written. Throws as POST /jobs does for it. */
  draftRun(request: JobRequest, by: Pick<MadeBy, 'actor' | 'scope'>): Promise<RunDraft>;
  /** Summarises the plans of these hosts. Reads them one after the other: 10,000 hosts take seconds. */
  glanceOf(planJobId: string, hostIds: readonly string[]): Promise<PlanGlance>;
  /** Null when there is no such job. For display only: the job's row is not locked. */
  factsOf(jobId: string): Promise<JobFacts | null>;
  /** The hosts of a dry run with their plans, in its order; as many as 10,000. */
  plansOf(jobId: string): Promise<HostPlan[]>;
  /**
   * The proof that somebody may see all hosts of a job; acts on a job as a whole take it. Throws JOB_NOT_FOUND (none is
   * visible, or there is no such job) and JOB_OUT_OF_SCOPE.
   */
  requireWhole(jobId: string, scope: HostScope): Promise<WholeJob>;
  /** Null when there is no such job. Its row is locked, so its state stays, until the end of the transaction. */
  jobIn(tx: Tx, jobId: string): Promise<JobFacts | null>;
  /**
   * Cancels a job that is still scheduled, in the transaction of the change that makes it needless. False: it has
   * started, has ended or is gone; nothing is written.
   */
  cancelScheduled(tx: Tx, jobId: string, by: ChangedBy): Promise<boolean>;
  /** All hosts of a job, in its order; as many as 10,000. */
  standingsOf(jobId: string): Promise<HostStanding[]>;
  /** How one host stands in each of these jobs, by job id; jobs without the host, or that are gone, are missing. */
  standingsIn(jobIds: readonly string[], hostId: string): Promise<ReadonlyMap<string, HostInJob>>;
  /** The failures of these hosts of a job, by host id; hosts without one are missing. */
  troublesOf(jobId: string, hostIds: readonly string[]): Promise<ReadonlyMap<string, HostTrouble>>;
  /** The waiting work on hosts of the scope (default: all), without plans, rollbacks and paused jobs. */
  workInWaiting(scope?: HostScope): Promise<WaitingWork[]>;
  /** By host id, for all of these hosts; empty while no run in the fleet is known. */
  pastDurations(hostIds: readonly string[]): Promise<ReadonlyMap<string, PastDuration>>;
  /**
   * To be called while the plugin is set up: the codes by which its gates and checks say why a host waits or failed,
   * each with a sentence for people. Throws for a malformed code, and for a code of the engine or of another plugin.
   */
  declareReasons(plugin: string, sentences: Readonly<Record<string, string>>): void;
  /** For live clients: events after `seq`, in order, as the contract has them. */
  eventsAfter(jobId: string, seq: number, limit: number): Promise<LiveJobEvent[]>;
  /** The part of a job's events that the scope holds; the job's counts then cover its hosts in the scope only. */
  cutEvents(jobId: string, events: readonly LiveJobEvent[], scope: HostScope): Promise<LiveJobEvent[]>;
  /** Null when there is no such job, or none of its hosts is in the scope. */
  lastSeq(jobId: string, scope: HostScope): Promise<number | null>;
  /** Those of the hosts that a job is changing now, without those that are only being verified after their work. */
  hostsAtWork(hostIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * A query for a long read: the hosts that ended in that time in a job that changes packages, without dry runs,
   * sorted by job and name; `hostRunOf` converts its rows.
   */
  runs(asked: RunsAsked): Promise<ReadQuery>;
  /** From when on ended jobs are kept: older ones may have been deleted. */
  keptSince(): Promise<Date>;
  /** Ids of the jobs in which the host has not ended. */
  unfinishedJobs(hostId: string): Promise<string[]>;
  /** Counts for the fleet's status, over the jobs with hosts in the scope. */
  figures(scope: HostScope): Promise<JobCounts>;
}

declare module '../../kernel/declared.ts' {
  interface Core {
    /** Jobs: creating, reading and steering them; the reasons that gates give. */
    patching: PatchingService;
  }
}
