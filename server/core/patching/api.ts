/** What the other features may know of jobs: types alone. */
import type { components } from '../../../generated/manager.ts';
import type { ReadQuery } from '../../kernel/db/reading/types.ts';
import type { Tx } from '../../kernel/db/tx.ts';
import type { ChangedBy } from '../identity/api.ts';
import type { HostScope } from '../../kernel/security/hostScope.ts';
import type { JobHostState } from './domain/jobHostStates.ts';
import type { Actor } from '../../kernel/security/actor.ts';
import type { JobOperation, JobRequest, JobSpec } from './domain/jobSpec.ts';
import type { JobState, StateCounts } from './domain/jobStates.ts';
import type { CreateQuestion } from './events.ts';
import type { LiveJobEvent } from './events.ts';

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
  HostQuestion,
} from './events.ts';

/** How long the work on a host took before, its restart included. */
export interface PastDuration {
  /** At least 95 of 100 runs did not take longer. */
  p95Ms: number;
  /** Runs of this host that it is made of, the latest 20 at most; 0: it has none, and the figure is the fleet's. */
  runs: number;
}

/** Of the jobs that somebody may see. */
export interface JobCounts {
  jobsActive: number;
  /** Paused, or failed within the last 24 hours. */
  jobsStopped: number;
  /** By state; of those that ended, what failed or ended in part within the last 24 hours. */
  jobs: components['schemas']['JobFigures'];
  /** Dry runs with changes that nobody has run. */
  plansWaiting: number;
}

/** What others may know of one job. */
export interface JobFacts {
  name: string | null;
  operation: JobOperation;
  /** It makes a plan and changes nothing. */
  isDryRun: boolean;
  state: JobState;
  /** Why it is in its state; null where there is nothing to say. */
  reason: string | null;
  hasEnded: boolean;
  /** A person has cancelled or ended it. */
  wasStopped: boolean;
  /** Of its last event. */
  seq: number;
  hostsTotal: number;
  /** Hosts by state; states without hosts may be missing. */
  counts: StateCounts;
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
  /** Of a dry run: there is something to do by its plan. */
  hasChanges: boolean;
  /** What the host or the manager said last; may be empty. */
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
  hostId: string;
  fqdn: string;
  /** Not before; null: as soon as its gates are open. */
  scheduleAt: Date | null;
}

/** A plan of one host, as its dry run left it. */
export interface HostPlan {
  hostId: string;
  fqdn: string;
  /** Null: the host has no plan, and `state` and `reason` tell why. */
  planHash: string | null;
  /** There is something to do by it. */
  hasChanges: boolean;
  /** It was too long to be kept whole, so it cannot be run. */
  isCut: boolean;
  /** The job that runs it; null: none does. */
  runJobId: string | null;
  state: JobHostState;
  reason: string | null;
}

/** What a run of a plan would be made with. */
export interface RunDraft {
  /** As plugins would be asked about it. */
  question: CreateQuestion;
  name: string | null;
  plan: {
    jobId: string;
    name: string | null;
    /** Null: the manager itself, or an account that is gone; of a token its id. */
    createdById: string | null;
    /** Of a token: the account that it belongs to. */
    createdByOwnerId: string | null;
    createdByName: string;
    createdAt: Date;
    /** Null: it is being planned still. */
    completedAt: Date | null;
  };
}

/** What plans hold, over several hosts. */
export interface PlanGlance {
  /** Changes by name: a package that changes on many hosts counts once. */
  packages: number;
  /** Of them, those that close a hole by some host's patch list. */
  packagesSecurity: number;
  packagesRemoved: number;
  /** At most 10, those on most hosts first. */
  names: string[];
  hostsKernel: number;
  hostsReboot: number;
}

/** On whose behalf a feature makes a job, without a person who waits for the answer. */
export interface MadeBy {
  /** Named as who made it. */
  actor: Actor;
  /** Hosts beyond it are not in the job, whatever the target names. */
  scope: HostScope;
  /** UUID; the same one gives the same job, so that what a crash has left undone can be asked for again. */
  key: string;
}

export interface RunsAsked {
  /** Inclusive. */
  from: Date;
  /** Exclusive. */
  to: Date;
  scope: HostScope;
}

/** What became of one host in a job that changes packages, once it has ended there. */
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

export interface PatchingService {
  /**
   * Makes a job, as POST /jobs does; answers its id once it is written. Hosts that may get no work (a certificate in
   * use at two addresses) are left out, for nobody is there to name the others. Throws what POST /jobs answers, and
   * what a plugin refuses the job with.
   */
  create(request: JobRequest, by: MadeBy): Promise<string>;
  /**
   * Whether jobs could be made so, once there are hosts for them: for those who keep what later jobs are made with.
   * Throws VALIDATION_FAILED, and PLUGIN_DISABLED for a field whose feature is switched off.
   */
  requireMakeable(job: { operation: JobOperation; spec: JobSpec; actor: Actor }): Promise<void>;
  /** What the run of a plan would be made with; nothing is written. Throws as POST /jobs does for it. */
  draftRun(request: JobRequest, by: Pick<MadeBy, 'actor' | 'scope'>): Promise<RunDraft>;
  /** What the plans of these hosts hold. Reads them one after the other: for 10,000 hosts it takes seconds. */
  glanceOf(planJobId: string, hostIds: readonly string[]): Promise<PlanGlance>;
  /** Null when there is none; for what only shows it: its row is not locked. */
  factsOf(jobId: string): Promise<JobFacts | null>;
  /** The hosts of a dry run with their plans, in its order; as many as 10,000. */
  plansOf(jobId: string): Promise<HostPlan[]>;
  /** Null when there is none; its row is locked until the end of the transaction, so its state stays as long. */
  jobIn(tx: Tx, jobId: string): Promise<JobFacts | null>;
  /**
   * Cancels a job that has not come to its start, in the transaction of what makes it needless. False: it is at work, has
   * ended, or is gone, and nothing is written.
   */
  cancelScheduled(tx: Tx, jobId: string, by: ChangedBy): Promise<boolean>;
  /** All hosts of a job, in its order; as many as 10,000. */
  standingsOf(jobId: string): Promise<HostStanding[]>;
  /** How one host stands in each of these jobs, by job id; jobs that do not hold it, or are gone, are missing. */
  standingsIn(jobIds: readonly string[], hostId: string): Promise<ReadonlyMap<string, HostInJob>>;
  /** Of these hosts of a job, by host id, those that have something to tell of a failure. */
  troublesOf(jobId: string, hostIds: readonly string[]): Promise<ReadonlyMap<string, HostTrouble>>;
  /** All work that waits and keeps to windows; plans and rollbacks do not. */
  workInWaiting(): Promise<WaitingWork[]>;
  /** For all of these hosts at once; empty while nothing is known of any run in the fleet. */
  pastDurations(hostIds: readonly string[]): Promise<ReadonlyMap<string, PastDuration>>;
  /**
   * To be called while the plugin is set up: the codes by which its gates and checks say why a host waits or failed,
   * each with a sentence for people. Throws for what is no code, or belongs to somebody else.
   */
  declareReasons(plugin: string, sentences: Readonly<Record<string, string>>): void;
  /** For live clients: events after `seq`, in order, as the contract has them. */
  eventsAfter(jobId: string, seq: number, limit: number): Promise<LiveJobEvent[]>;
  /** Of a job's events what the scope holds; the counts of the job are those of its hosts there. */
  cutEvents(jobId: string, events: readonly LiveJobEvent[], scope: HostScope): Promise<LiveJobEvent[]>;
  /** Null when there is no such job, or none of its hosts is in the scope. */
  lastSeq(jobId: string, scope: HostScope): Promise<number | null>;
  /** Those of the hosts that a job is changing now. One that is only being verified after its work is not among them. */
  hostsAtWork(hostIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * For a long read: hosts whose part in a job that changes packages ended in that time, dry runs left out, by job and
   * name; `hostRunOf` reads the rows.
   */
  runs(asked: RunsAsked): Promise<ReadQuery>;
  /** From when on ended jobs are kept: older ones may have been deleted. */
  keptSince(): Promise<Date>;
  /** Jobs in which the host's part has not ended. */
  unfinishedJobs(hostId: string): Promise<string[]>;
  /** For the fleet's status, over jobs with hosts in the scope: jobs at work, and jobs that are paused or failed within the last 24 hours. */
  figures(scope: HostScope): Promise<JobCounts>;
}

declare module '../../kernel/boot/declared.ts' {
  interface Core {
    patching: PatchingService;
  }
}
