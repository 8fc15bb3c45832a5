/** What other features may know about identity; types only. */
import type { IncomingMessage } from 'node:http';
import type { Strategy } from 'passport';
import type { components } from '#generated/manager.ts';
import type { Actor } from '../../kernel/security/actor.ts';
import type { Account, AccountFacts, Accounts, ChangedBy } from './accounts.ts';
import type { CredentialCheck, FactorQuestion, Proof, SecondFactor, SecondFactorVerdict } from './proofs.ts';
import type { Roles } from './roles.ts';
import type { Client, EndedSessions, OpenedSession, Sessions } from './sessions.ts';

export type * from './accounts.ts';
export type * from './proofs.ts';
export type * from './roles.ts';
export type * from './sessions.ts';

type Wire = components['schemas'];

/**
 * Checks credentials of one form: a strategy of passport (`passport.Strategy`), and where to find its credential.
 * The strategy calls `success(actor)` with an Actor, `fail()`, or `error(error)`.
 */
export interface Verifier {
  /** Unique. */
  name: string;
  strategy: Strategy;
  /**
   * The credential of this form in a request, recognised by its form only (a header's name, a prefix); null: none. If
   * absent, the strategy is not used for ordinary requests: it is a method of signing in, and is asked by name.
   */
  credentialOf?(req: IncomingMessage): string | null;
  /** The present actor of kind `token`, for open connections; null: it is another verifier's, or no longer valid. */
  recheck?(actor: Actor): Promise<Actor | null>;
}

/** The decision of a strategy that was asked by name. */
export type StrategyOutcome =
  | { kind: 'success'; user: unknown; info: unknown }
  | { kind: 'failure'; challenge: unknown }
  | { kind: 'redirect'; url: string; status: number };

export interface IdentityService {
  /** Accounts in the form of the API (`User`), with what features know about them, in the same order. */
  describe(accounts: readonly Account[]): Promise<Wire['User'][]>;
  /** The answer to a sign-in, in the form of the API. */
  loginAnswer(opened: OpenedSession): Promise<Wire['SessionTokens']>;
  /**
   * The caller: anonymous without a credential. Throws UNAUTHENTICATED for an invalid credential or several of them,
   * if the operation needs one; public operations ignore them.
   */
  authenticate(req: IncomingMessage, permission: string): Promise<Actor>;
  /** Registers a strategy, in `setup`. Throws when the name is taken. */
  addVerifier(verifier: Verifier): void;
  /** Asks one strategy about a request: one step of a sign-in with several. `options` go to the strategy. */
  ask(name: string, req: IncomingMessage, options?: object): Promise<StrategyOutcome>;
  /** The present state of each actor, in the same order, for open connections; null: no longer valid. */
  actorsNow(actors: readonly Actor[]): Promise<(Actor | null)[]>;
  /** The printed password of the first start; null when this process did not make one. */
  readonly firstPassword: string | null;
  accounts: Accounts;
  roles: Roles;
  credentials: CredentialCheck;
  secondFactor: SecondFactor;
  sessions: Sessions;
  /** Whether the account has signed in from that address, or its IPv6 /64, within 30 days. */
  isKnownNetwork(accountId: string, address: string): Promise<boolean>;
}

declare module '../../kernel/declared.ts' {
  interface Core {
    /** Accounts, sessions and sign-in. */
    identity: IdentityService;
  }
  interface Hooks {
    /**
     * Asked after the right password, or after another first factor (`secondFactor.judge`), outside of any
     * transaction; `code` is what the person typed, or null.
     */
    'identity.secondFactor': { question: FactorQuestion; answer: SecondFactorVerdict };
    /**
     * Asked when a signed-in person proves again who they are by something other than the password: is the proof
     * right? `none`: it is another feature's, or the account has no such factor. A right proof is used up.
     */
    'identity.reauthenticate': {
      question: { account: Account; actor: Actor; client: Client; proof: Proof };
      answer: 'proved' | 'wrong' | 'none';
    };
    /** What a feature knows about these accounts (at most 500), by id. */
    'identity.accountFacts': {
      question: { accountIds: readonly string[] };
      answer: ReadonlyMap<string, AccountFacts>;
    };
  }
  interface JoinedSteps {
    /** Throw ROLE_IN_USE where a feature keeps something by which the role must not hold these permissions. */
    'identity.roleChanged': { role: string; permissions: readonly string[]; by: ChangedBy };
    /** Throw ROLE_IN_USE where something of the feature names the role. Its row still exists, locked. */
    'identity.roleRemoved': { role: string; by: ChangedBy };
    /** Delete what belongs to the account: tokens, factors, preferences. Its row still exists. */
    'identity.accountRemoved': { account: Account; by: ChangedBy };
    /** End what opens the account besides its sessions: when it is enabled again, none of that comes back. */
    'identity.accountDisabled': { account: Account; by: ChangedBy };
    /** Stop the person's scheduled and recurring work. Joined at the wish of a person who limits the account. */
    'identity.workStopped': { account: Account; by: ChangedBy };
  }
  interface Events {
    /** A role holds other permissions now: open connections of all who have it were judged by the earlier ones. */
    'identity.roleChanged': { role: string };
    /** An account was made, edited or deleted. */
    'identity.accountChanged': { accountId: string; change: 'created' | 'changed' | 'removed' };
    /**
     * Close open connections of these sessions: they ended, or their rights changed. The same applies to the account's
     * tokens: all of them, or those whose ids are among `ids`.
     */
    'identity.accessEnded': { accountId: string; which: EndedSessions };
  }
}
