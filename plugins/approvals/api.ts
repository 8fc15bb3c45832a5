/** What other plugins may know of approvals: types alone. */
import type { ActedBy, Actor, JobOperation, NamedSpec, Tx } from '../../server/plugin.ts';

export type ApprovalState = 'waiting' | 'approved' | 'denied' | 'withdrawn' | 'expired';

/** A rule that asks for a second person, and the hosts of the question that it holds for. */
export interface RuleMatch {
  id: string;
  name: string;
  hostIds: readonly string[];
}

export interface ApprovalRequest {
  /** The same key gives the same approval; of a caller's own making, up to 200 characters. */
  key: string;
  /** A dry run that has ended. */
  planJobId: string;
  /** Null: all that have a plan which nobody has run. */
  hostIds: readonly string[] | null;
  /** Of the run; null: as the plan is called. */
  name?: string | null;
  /** What the run is made with besides what its plan has. */
  spec: NamedSpec;
  scheduleAt: Date | null;
  /** What the second person should know. */
  note?: string;
  /** In whose name the run is made. */
  requestedBy: Actor;
  /** Accounts that made or edited what asks, and so cannot give it; who planned and who asks are known. */
  authorIds: readonly string[];
  /** The policy that asks; null: a person or a tool does, who must be allowed to run jobs still when it is given. */
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
  /** Which rules ask for a second person for this operation on these hosts; empty: none. */
  rulesFor(question: { operation: JobOperation; hostIds: readonly string[] }): Promise<RuleMatch[]>;
  /**
   * Asks for the approval of a plan's run. Once it is given the run is made, also after a crash. Throws what
   * POST /jobs answers for the run of a plan, and APPROVAL_EXISTS while the same run is asked for under another key.
   */
  request(request: ApprovalRequest): Promise<ApprovalFacts>;
  /**
   * Takes a question back, in the transaction of what makes it needless. One that is decided, or has ended, stays as it
   * is.
   */
  withdraw(tx: Tx, id: string, by: ActedBy): Promise<void>;
  /** Null when there is none. */
  find(id: string): Promise<ApprovalFacts | null>;
}

declare module '../../server/plugin.ts' {
  interface Services {
    approvals: ApprovalsService;
  }
}
