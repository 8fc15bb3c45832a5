import type { components } from '../../../generated/manager.ts';
import type { JobHostState } from './domain/jobHostStates.ts';
import type { Actor } from '../../kernel/security/actor.ts';
import type { JobOperation, JobSpec, JobTarget } from './domain/jobSpec.ts';
import type { JobState } from './domain/jobStates.ts';

type Schemas = components['schemas'];

/** An event of a job as the contract has it. */
export type LiveJobEvent =
  Schemas['JobUpdatedEvent'] | Schemas['JobHostUpdatedEvent'] | Schemas['JobLogEvent'];

/** A job that somebody wants to start, plan, or run by an approved plan, before it is written. */
export interface CreateQuestion {
  actor: Actor;
  operation: JobOperation;
  /** With `dryRun` nothing will change: a refusal is for the run alone. */
  spec: JobSpec;
  /** Null for the run of a plan. */
  target: JobTarget | null;
  scheduleAt: Date | null;
  /** The plan that it runs. */
  planJobId: string | null;
  /** Resolved, and frozen once the job is written; with the hash that each holds to. As many as 10,000. */
  hosts: readonly { hostId: string; fqdn: string; planHash: string | null }[];
}

/**
 * `fields`: those of the job that the plugin sees to, in dotted wire names (`health_gate.post`, `waves`). A job with a
 * field that no plugin names is refused.
 */
export interface BeforeCreateAnswer {
  fields?: readonly string[];
}

/** What a gate is asked about a host. */
export interface HostQuestion {
  jobId: string;
  hostId: string;
  operation: JobOperation;
  spec: JobSpec;
  /** 0 before the first dispatch. */
  attempt: number;
  /** Where the host stands in the job's order, from 0, of how many: for waves. */
  position: number;
  hostsTotal: number;
  /** The plugin whose gate holds the host by now, and since when, without a break; null: none does. */
  waiting: { by: string; since: Date } | null;
}

/** All hosts of a job that a round looks at: as many as 500. */
export interface BeforeHostQuestion {
  hosts: readonly HostQuestion[];
}

/** By host id, one for each host of the question. */
export type BeforeHostAnswers = ReadonlyMap<string, BeforeHostAnswer>;

/**
 * The answer of a gate before the work on a host. Waiting uses no attempt. A gate that throws, or answers
 * anything else, or gives a reason that its plugin has not declared (`ctx.core.patching.declareReasons`), keeps its
 * host waiting with the reason GATE_FAILED. Where it fails for many hosts at once it is asked about each by itself.
 * A `message` stands in for the sentence of the reason; it must not change from one answer to the next without need.
 */
export type BeforeHostAnswer =
  | { verdict: 'go' }
  /**
   * Asked again at `until` (by the database's clock), or within a minute. With `waiting_window` it is shown as
   * the time at which the window opens, and `windowEndsAt` as when it ends, so they must not change from one answer to
   * the next without need.
   */
  | {
      verdict: 'wait';
      state: 'waiting_window' | 'waiting_health_check';
      reason: string;
      until?: Date;
      windowEndsAt?: Date;
      message?: string;
    }
  /** The host ends `skipped`: it was not at fault, and the others of its job go on. */
  | { verdict: 'skip'; reason: string; message?: string }
  | { verdict: 'refuse'; reason: string; message?: string };

/** The answer of a check after the work on a host; reasons as above. */
export type AfterHostAnswer =
  | { verdict: 'go' }
  /**
   * Nothing more is to be learned of the host: it ends `failed` and `UNVERIFIED`, and its work stays. One thing that
   * answers nobody must not undo what many hosts have done.
   */
  | { verdict: 'unknown'; reason: string; message?: string }
  | { verdict: 'wait'; reason: string; until?: Date; message?: string }
  | { verdict: 'refuse'; reason: string; message?: string };

/**
 * The answer of a gate before the manager's restart of a host; reasons as above. Asked again at `until`, or in 30 s;
 * `windowEndsAt` as above.
 */
export type BeforeRebootAnswer =
  | Exclude<AfterHostAnswer, { verdict: 'wait' }>
  | (Extract<AfterHostAnswer, { verdict: 'wait' }> & { windowEndsAt?: Date });

declare module '../../kernel/boot/declared.ts' {
  interface Events {
    /** Something about the job is new, up to the event numbered `seq`. */
    'patching.jobChanged': { jobId: string; seq: number };
    'patching.jobEnded': { jobId: string; state: JobState };
    /** A host's part ended: its patch data is out of date now. */
    'patching.hostFinished': { jobId: string; hostId: string; state: JobHostState };
  }
}

declare module '../../kernel/boot/declared.ts' {
  interface JoinedSteps {
    /** A job is written, as plugins were asked about it; a rollback too, about which none was asked. */
    'patching.jobCreated': { jobId: string } & CreateQuestion;
    /** A job has ended. A person's retry opens it again, and then it ends once more. */
    'patching.jobEnded': { jobId: string; state: JobState };
    /** A job stands still until a person decides: its failure budget is used up. A person may let it go on, and then it may pause once more. */
    'patching.jobPaused': { jobId: string };
  }
}

declare module '../../kernel/boot/declared.ts' {
  interface Hooks {
    /** Maintenance windows, health checks, waves: may the work on these hosts start now? */
    'patching.beforeHost': { question: BeforeHostQuestion; answer: BeforeHostAnswers };
    /** May the manager restart the host now, after its work? Held, it keeps its state, and the host stays taken. */
    'patching.beforeReboot': { question: HostQuestion; answer: BeforeRebootAnswer };
    /** Does the host do well after the work? */
    'patching.afterHost': { question: HostQuestion; answer: AfterHostAnswer };
    /** May this job be written? Approvals and freezes refuse it by an AppError, which the caller gets. */
    'patching.beforeCreate': { question: CreateQuestion; answer: BeforeCreateAnswer };
  }
}
