/** What other plugins may use of approvals: only types. */
import type { Actor, HostScope, Tx } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import type { JobOperation, JobSpec, NamedSpec } from '#sdk/patching.ts';

export type ApprovalState = 'waiting' | 'approved' | 'denied' | 'withdrawn' | 'expired';

/** A rule that asks for a second person, and which of the hosts in question it applies to. */
export interface RuleMatch {
  id: string;
  name: string;
  hostIds: readonly string[];
}

/** What a job does, and where. */
export interface RuleQuestion {
  operation: JobOperation;
  /** Anything but `never` counts as a restart. */
  reboot: JobSpec['reboot'];
  hostIds: readonly string[];
}

export interface ApprovalRequest {
  /** Chosen by the caller, up to 200 characters; the same key gives the same approval. */
  key: string;
  /** A dry run that has ended. */
  planJobId: string;
  /** Null: all hosts with a plan that nobody has run. */
  hostIds: readonly string[] | null;
  /** The name of the run; null: that of the plan. */
  name?: string | null;
  /** The options of the run that its plan does not give. */
  spec: NamedSpec;
  scheduleAt: Date | null;
  /** What the second person should know. */
  note?: string;
  /** In whose name the run is made. */
  requestedBy: Actor;
  /**
   * Accounts that made or edited what asks, and so cannot approve. Whoever planned and whoever asks need not be named.
   */
  authorIds: readonly string[];
  /** The policy that asks; null: a person or a tool asks, and must still be allowed to run jobs when it is approved. */
  policyId: string | null;
}

export interface ApprovalFacts {
  id: string;
  state: ApprovalState;
  /** Code of why it expired; null in all other states. */
  reason: string | null;
  /** Why it was denied or expired; empty where there is nothing to say. */
  message: string;
  /** Who approved or denied it; null: nobody has. */
  decidedByName: string | null;
  /** The run; null until it is made. */
  runJobId: string | null;
  planJobId: string;
  expiresAt: Date;
}

export interface ApprovalsService {
  /** Which rules ask for a second person for such a job on these hosts; empty: none. */
  rulesFor(question: RuleQuestion): Promise<RuleMatch[]>;
  /**
   * Asks for the approval of a plan's run. Once it is given the run is made, also after a crash. Throws what
   * POST /jobs answers for the run of a plan, and APPROVAL_EXISTS while the same run is asked for under another key.
   */
  request(request: ApprovalRequest): Promise<ApprovalFacts>;
  /**
   * Withdraws a request, in the transaction of what makes it needless. One that is decided or has ended stays as it is.
   */
  withdraw(tx: Tx, id: string, by: ActedBy): Promise<void>;
  /** Null when there is none. */
  find(id: string): Promise<ApprovalFacts | null>;
}

/** Recurring work that will want to run on hosts. */
export interface RecurringWork {
  kind: 'policy';
  id: string;
  name: string;
  operation: JobOperation;
  reboot: JobSpec['reboot'];
  /** By time. */
  startsAt: readonly Date[];
  /** Those of its hosts that were asked about. */
  hostIds: readonly string[];
}

declare module '#sdk' {
  interface Services {
    /** Which jobs need a second person, and what became of their approvals. */
    approvals: ApprovalsService;
  }
  interface Hooks {
    /**
     * What recurring work will start in a period on the hosts of `within`, as far as the viewer may know of it?
     * `isCut`: there is more than was looked at.
     */
    'approvals.recurringWork': {
      question: { from: Date; to: Date; viewer: { actor: Actor; scope: HostScope }; within: HostScope };
      answer: { work: RecurringWork[]; isCut: boolean };
    };
  }
}
