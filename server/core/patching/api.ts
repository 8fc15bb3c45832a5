/** What the other features may know of jobs: types alone. */
import type { components } from '../../../generated/manager.ts';
import type { Tx } from '../../kernel/db/tx.ts';
import type { HostScope } from '../../kernel/security/hostScope.ts';
import type { JobHostState } from './domain/jobHostStates.ts';
import type { JobOperation } from './domain/jobSpec.ts';
import type { JobState, StateCounts } from './domain/jobStates.ts';
import type { LiveJobEvent } from './events.ts';

export type { JobHostState } from './domain/jobHostStates.ts';
export type { JobOperation } from './domain/jobSpec.ts';
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

export interface PatchingService {
  /** Null when there is none; its row is locked until the end of the transaction, so its state stays as long. */
  jobIn(tx: Tx, jobId: string): Promise<JobFacts | null>;
  /** All hosts of a job, in its order; as many as 10,000. */
  standingsOf(jobId: string): Promise<HostStanding[]>;
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
