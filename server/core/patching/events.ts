import type { components } from '#generated/manager.ts';
import type { JobHostState } from './domain/jobHostStates.ts';
import type { Actor } from '../../kernel/security/actor.ts';
import type { JobOperation, JobSpec, JobTarget } from './domain/jobSpec.ts';
import type { JobState } from './domain/jobStates.ts';

type Schemas = components['schemas'];

/** An event of a job as the contract has it. */
export type LiveJobEvent =
  | Schemas['JobUpdatedEvent']
  | Schemas['JobHostUpdatedEvent']
  | Schemas['JobLogEvent'];

/** A job that somebody wants to start, plan, or run by an approved plan, before it is written. */
export interface CreateQuestion {
  actor: Actor;
  operation: JobOperation;
  /** With `dryRun` the job changes nothing: a plugin refuses the later run, not the plan. */
  spec: JobSpec;
  /** Null for the run of a plan. */
  target: JobTarget | null;
  scheduleAt: Date | null;
  /** The plan that it runs. */
  planJobId: string | null;
  /** The resolved hosts, frozen once the job is written, each with the plan hash it must match. Up to 10,000. */
  hosts: readonly { hostId: string; fqdn: string; planHash: string | null }[];
}

/**
 * `fields`: the job's fields that the plugin implements, in dotted wire names (`health_gate.post`, `waves`). A job
 * with a field that no plugin names is refused.
 */
export interface BeforeCreateAnswer {
  fields?: readonly string[];
}

/** A package of the agent, as hosts fetch it from `/api/v1/enroll/packages/<name>`. */
export interface AgentPackage {
  name: string;
  format: 'deb' | 'rpm';
  /** As Node names it: x64, arm64. */
  arch: string;
  /** Version of the agent. */
  version: string;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
  /** What minisign wrote for the file; null: nobody has signed it. */
  signature: string | null;
}

/** Another round of a job that a person wants to begin, by a retry or a resume. */
export interface RoundQuestion {
  jobId: string;
  operation: JobOperation;
  spec: JobSpec;
  /** Its number, from 2. */
  round: number;
  /** The hosts that would begin. Up to 10,000. */
  hostIds: readonly string[];
}

/** What a gate is asked about a host. */
export interface HostQuestion {
  jobId: string;
  /**
   * The round of the job, from 1: a person's retry or resume begins the next. What is permitted for a job holds for a
   * round of it.
   */
  round: number;
  hostId: string;
  operation: JobOperation;
  spec: JobSpec;
  /** 0 before the first dispatch. */
  attempt: number;
  /** The host's place in the job's order, from 0, and the number of hosts: for waves. */
  position: number;
  hostsTotal: number;
  /** The plugin whose gate holds the host now, and since when without a break; null: none does. */
  waiting: { by: string; since: Date } | null;
  /**
   * Set while somebody only looks at what would hold a job that is not written: the time at which its hosts would start.
   * The gate judges as of then, by what is known, and begins, runs and writes nothing.
   */
  previewAt?: Date;
}

/** The hosts of one job that one round looks at: up to 500. */
export interface BeforeHostQuestion {
  hosts: readonly HostQuestion[];
}

/** By host id, one for each host of the question. */
export type BeforeHostAnswers = ReadonlyMap<string, BeforeHostAnswer>;

/** What holds work back, by the name that people gave it; of a kind of its own where a plugin has another. */
export interface JobHolder {
  kind: 'window' | 'freeze' | 'check' | 'tag' | 'approval' | 'host' | 'schedule' | 'other';
  id: string | null;
  name: string | null;
}

/** Something that holds a job, or hosts of it, now. */
export interface Held extends JobHolder {
  /** Why, as a code; null: the kind says all. */
  reason: string | null;
  /** When it may end; null: not known. */
  until: Date | null;
  /** How many of the job's hosts it holds. */
  hosts: number;
}

/**
 * The answer of a gate before the work on a host. Waiting uses no attempt. A gate that throws, or answers
 * anything else, or gives a reason that its plugin has not declared (`ctx.core.patching.declareReasons`), keeps its
 * host waiting with the reason GATE_FAILED. A gate that fails for many hosts at once is asked about each one alone.
 * A `message` replaces the sentence of the reason; it must not change from one answer to the next without need.
 */
export type BeforeHostAnswer =
  | { verdict: 'go' }
  /**
   * Asked again at `until` (by the database's clock), and at least once a minute. With `waiting_window` and both
   * times, `until` is shown as the time at which the window opens and `windowEndsAt` as its end; with one alone,
   * neither. They must not change from one answer to the next without need, nor must `holds`: what holds the host, for
   * `waits_for` of the job; the first five are kept.
   */
  | {
      verdict: 'wait';
      state: 'waiting_window' | 'waiting_health_check';
      reason: string;
      until?: Date;
      windowEndsAt?: Date;
      message?: string;
      holds?: readonly JobHolder[];
    }
  /** The host ends `skipped`: it was not at fault, and the others of its job go on. `holds` is for `previewJob` alone. */
  | { verdict: 'skip'; reason: string; message?: string; holds?: readonly JobHolder[] }
  | { verdict: 'refuse'; reason: string; message?: string; holds?: readonly JobHolder[] };

/** The answer of a check after the work on a host; reasons as above. */
export type AfterHostAnswer =
  | { verdict: 'go' }
  /**
   * The host's health cannot be found out: the host ends `failed` with the reason `UNVERIFIED`, and its work stays.
   * One service that does not answer must not undo the work of many hosts.
   */
  | { verdict: 'unknown'; reason: string; message?: string }
  | { verdict: 'wait'; reason: string; until?: Date; message?: string }
  | { verdict: 'refuse'; reason: string; message?: string };

/**
 * The answer of a gate before the manager's restart of a host; reasons as above. Asked again at `until`, at the latest
 * after 30 s; `windowEndsAt` as above.
 */
export type BeforeRebootAnswer =
  | Exclude<AfterHostAnswer, { verdict: 'wait' } | { verdict: 'unknown' }>
  | (Extract<AfterHostAnswer, { verdict: 'wait' }> & { windowEndsAt?: Date; holds?: readonly JobHolder[] });

declare module '../../kernel/declared.ts' {
  interface Events {
    /** The job has new events, up to the one numbered `seq`. */
    'patching.jobChanged': { jobId: string; seq: number };
    /** A job has ended. A retry opens it again, and then it ends once more. */
    'patching.jobEnded': { jobId: string; state: JobState } & WorkDone;
    /** A host has ended in the job. Its patch data is out of date now, if anything was begun on it. */
    'patching.hostFinished': {
      jobId: string;
      hostId: string;
      state: JobHostState;
      /** Null: there is nothing to say. */
      reason: string | null;
      /** 0: nothing was begun on the host. */
      attempt: number;
    } & WorkDone;
  }
}

/** What ended, and how long it took. */
export interface WorkDone {
  operation: JobOperation;
  /** It was a plan, which changes no host. */
  dryRun: boolean;
  /** Of its last round; null: it never started. */
  durationMs: number | null;
}

declare module '../../kernel/declared.ts' {
  interface JoinedSteps {
    /** A job is written, with what plugins were asked about it; also a rollback, about which no plugin is asked. */
    'patching.jobCreated': { jobId: string } & CreateQuestion;
    /** A job has ended. A person's retry opens it again, and then it ends once more. */
    'patching.jobEnded': { jobId: string; state: JobState };
    /** A job is paused until a person decides. After a resume it may be paused again. */
    'patching.jobPaused': { jobId: string };
  }
}

declare module '../../kernel/declared.ts' {
  interface Hooks {
    /**
     * Maintenance windows, health checks, waves: may the work on these hosts start now? Plans (`spec.dryRun`) and rollbacks
     * are not asked about.
     */
    'patching.beforeHost': { question: BeforeHostQuestion; answer: BeforeHostAnswers };
    /** May the manager restart the host after its work? Until then its state stays, and no other job starts on it. */
    'patching.beforeReboot': { question: HostQuestion; answer: BeforeRebootAnswer };
    /**
     * What holds this job, besides what holds its hosts: asked when somebody reads it. An approval that a plan waits
     * for, say.
     */
    'patching.holders': { question: { jobId: string }; answer: { holders: readonly Held[] } };
    /** Is the host healthy after the work? */
    'patching.afterHost': { question: HostQuestion; answer: AfterHostAnswer };
    /** May this job be written? Approvals and freezes refuse it by throwing an AppError, which the caller gets. */
    'patching.beforeCreate': { question: CreateQuestion; answer: BeforeCreateAnswer };
    /** Which packages of the agent hosts can fetch from this manager now; the first plugin with one for a host counts. */
    'patching.agentPackages': { question: null; answer: readonly AgentPackage[] };
    /** May a person begin another round of this job? What was permitted for the round before has ended. */
    'patching.beforeRound': { question: RoundQuestion; answer: undefined };
  }
}
