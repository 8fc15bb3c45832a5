import type { IncomingMessage } from 'node:http';
import type { Strategy } from 'passport';
import type { components } from '../../../generated/manager.ts';
import type { Actor, Role } from '../../kernel/security/actor.ts';
import type { Tx } from '../../kernel/db/tx.ts';

type Wire = components['schemas'];

/** A person's account for other features, without anything that proves the person. */
export interface Account {
  id: string;
  /** Lower case. */
  username: string;
  displayName: string | null;
  email: string | null;
  role: Role;
  disabled: boolean;
  /** False: this person signs in only by other means. */
  hasPassword: boolean;
  mustChangePassword: boolean;
  createdAt: Date;
  /** Null: never signed in. */
  lastLoginAt: Date | null;
  /** Raised only by people's edits. */
  editVersion: number;
}

/** Where a sign-in comes from. */
export interface Client {
  address: string;
  /** SHA-256, hex. */
  userAgentHash: string;
  /** The user agent, shortened and printable, for its owner to recognise; null: it sent none. */
  device: string | null;
}

/** Who changes an account, and from where. */
export interface ChangedBy {
  actor: Actor;
  /** Null for acts of the system. */
  address: string | null;
}

export interface NewAccount {
  username: string;
  role: Role;
  displayName?: string | null;
  email?: string | null;
  /** From `credentials.hashNew`; null: the person signs in only by other means. */
  passwordHash: string | null;
  mustChangePassword: boolean;
}

/** Absent fields keep their value. */
export type AccountChange = Partial<
  Pick<Account, 'role' | 'disabled' | 'displayName' | 'email' | 'mustChangePassword'> & {
    passwordHash: string | null;
  }
>;

/** Order of a list of accounts; equal values are ordered by id. */
export type AccountSort = 'username' | 'role' | 'created_at' | 'last_login_at';

export interface AccountQuery {
  /** Part of name, display name or mail address, in any case. */
  search?: string;
  role?: Role;
  /** With a minus: descending. */
  sort: AccountSort | `-${AccountSort}`;
  cursor?: string;
  /** At most 500. */
  limit: number;
}

export interface AccountPage {
  accounts: Account[];
  /** Accounts on all pages together. */
  total: number;
  nextCursor: string | null;
}

export interface Accounts {
  find(id: string): Promise<Account | null>;
  /** In the caller's transaction; the row is locked until its end. */
  lock(tx: Tx, id: string): Promise<Account | null>;
  /** Throws VALIDATION_FAILED for a cursor that does not come from a page of this list. */
  page(query: AccountQuery): Promise<AccountPage>;
  /** Ignores case and surrounding space. */
  findByName(username: string): Promise<Account | null>;
  /** Sorted by name, at most 500. */
  list(options?: { afterName?: string; limit?: number }): Promise<Account[]>;
  /** Throws USER_EXISTS. */
  create(tx: Tx, account: NewAccount, by: ChangedBy): Promise<Account>;
  /**
   * Throws USER_NOT_FOUND, and WOULD_LOCK_OUT if no enabled administrator with a password would be left. Disabling the
   * account, or a password set by somebody else, ends all its sessions; such a password also opens its locks. A change
   * of role keeps the sessions, because rights are read at each call.
   */
  change(tx: Tx, id: string, change: AccountChange, by: ChangedBy): Promise<Account>;
  /** Deletes the account, its sessions and what features keep for it. Throws like `change`. */
  remove(tx: Tx, id: string, by: ChangedBy): Promise<Account>;
  /** Stops the person's scheduled work, before the account is changed or removed in `tx`. Throws USER_NOT_FOUND. */
  stopWork(tx: Tx, id: string, by: ChangedBy): Promise<void>;
}

export interface Credentials {
  username: string;
  password: string;
}

/** A password that was right when it was checked. It counts as a failed attempt until one of these is called. */
export interface ProvedPassword {
  account: Account;
  /**
   * In the transaction that acts on it: locks the account and forgets its failures. Null: the account has changed
   * since the check, so nothing may be done; the caller must then call `fail`, after the transaction.
   */
  use(tx: Tx): Promise<Account | null>;
  /** The password was right but nothing was done: takes the attempt back. `cause` says why. */
  withdraw(cause?: unknown): Promise<void>;
  /** Something given with the password was wrong: the attempt counts, and is written to the audit log. */
  fail(): Promise<void>;
}

export interface CredentialCheck {
  /**
   * Checks a password, in the same time for every name. Throws INVALID_CREDENTIALS, ACCOUNT_LOCKED, RATE_LIMITED.
   * The caller must check whether the account may sign in.
   */
  check(credentials: Credentials, client: Client): Promise<ProvedPassword>;
  /** The hash of a new password, to be stored; takes a tenth of a second. Throws PASSWORD_TOO_WEAK. */
  hashNew(username: string, password: string): Promise<string>;
}

/** One sign-in, as its owner and administrators see it. */
export interface Session {
  id: string;
  accountId: string;
  address: string;
  device: string | null;
  /** How the person signed in: `password`, or the name of another method. */
  method: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  authenticatedAt: Date | null;
  restriction: string | null;
}

export interface Opening {
  accountId: string;
  client: Client;
  /** How the person signed in, such as `password`. */
  method: string;
  /** When the person proved who they are. Default: now. */
  authenticatedAt?: Date;
  /** What the session is limited to; null: nothing. */
  restriction: string | null;
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

export interface OpenedSession extends Tokens {
  sessionId: string;
  account: Account;
}

export interface Sessions {
  /**
   * Opens a session, in the transaction that uses up the proof of the person. Every method of signing in calls it.
   * Beyond 20 sessions the oldest ends. Throws ACCOUNT_DISABLED, PASSWORD_CHANGE_REQUIRED, UNAUTHENTICATED (the
   * account is gone).
   */
  open(tx: Tx, opening: Opening): Promise<OpenedSession>;
  /** The open sessions, newest first. */
  list(accountId: string): Promise<Session[]>;
  /** For a person who has proved again who they are, or whose restriction ends. */
  change(
    tx: Tx,
    sessionId: string,
    change: Partial<Pick<Session, 'authenticatedAt' | 'restriction'>>,
  ): Promise<void>;
  /** Ends some or all sessions of an account and their open connections. Returns how many of them were open. */
  end(tx: Tx, accountId: string, which: EndedSessions): Promise<number>;
}

/** Sessions of one account: by id, or all except one at most. */
export type EndedSessions = { ids: readonly string[] } | { exceptId: string | null };

/** Whether a second factor is required, and whether the given code is right. */
export type SecondFactorVerdict =
  /** The account needs none. */
  | { kind: 'none' }
  /** It needs one: 401 MFA_REQUIRED with these methods. */
  | { kind: 'due'; methods: readonly ('totp' | 'webauthn' | 'recovery_code')[] }
  /** The code was right, and is used up. */
  | { kind: 'proved' }
  /** The code was wrong; it counts as a failed attempt. */
  | { kind: 'wrong' }
  /** The new session may do only what the restriction names, such as setting up a factor. */
  | { kind: 'restricted'; restriction: string };

/** A person who has proved a first factor, and the codes given with it. */
export interface FactorQuestion {
  account: Account;
  client: Client;
  code: string | null;
  recoveryCode: string | null;
}

export interface PassedFactor {
  /** What the session must be limited to; null: nothing. */
  restriction: string | null;
  /** A second factor was given and was right. */
  isProved: boolean;
}

export interface SecondFactor {
  /** The account of an `mfa_token`; null when the token is not valid or the account has changed. */
  accountOf(mfaToken: string): Promise<Account | null>;
  /**
   * For methods of signing in that prove one factor, as a password does: asks `identity.secondFactor`, outside of any
   * transaction. Throws MFA_REQUIRED with an `mfa_token`, and INVALID_CREDENTIALS for a wrong code, which the caller
   * must count.
   */
  judge(question: FactorQuestion): Promise<PassedFactor>;
}

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

/** What features know about an account; an absent field means false, or all hosts. */
export interface AccountFacts {
  /** Sign-in asks for a second factor. */
  mfaEnabled?: boolean;
  /** It is linked to an account at the provider of single sign-on. */
  ssoLinked?: boolean;
  /** Groups whose hosts the person may see; null: all hosts. */
  scopeGroupIds?: readonly string[] | null;
}

/** What a person gives, besides a password, to prove again who they are. */
export interface Proof {
  /** As typed, 6 digits; null: none. */
  totpCode: string | null;
  /** Key of the challenge that the assertion answers; null: none. */
  challengeKey: string | null;
  /** JSON text of a WebAuthn assertion; null: none. */
  assertion: string | null;
}

export interface IdentityService {
  /** Accounts in the form of the API (`User`), with what features know about them, in the same order. */
  describe(accounts: readonly Account[]): Promise<Wire['User'][]>;
  /** The answer to a sign-in, in the form of the API. */
  loginAnswer(opened: OpenedSession): Promise<Wire['LoginResponse']>;
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
  credentials: CredentialCheck;
  secondFactor: SecondFactor;
  sessions: Sessions;
}

declare module '../../kernel/boot/declared.ts' {
  interface Core {
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
    /** Delete what belongs to the account: tokens, factors, preferences. Its row still exists. */
    'identity.accountRemoved': { account: Account; by: ChangedBy };
    /** Stop the person's scheduled and recurring work. Joined at the wish of a person who limits the account. */
    'identity.workStopped': { account: Account; by: ChangedBy };
  }
  interface Events {
    'identity.accountChanged': { accountId: string; change: 'created' | 'changed' | 'removed' };
    /**
     * Close open connections of these sessions: they ended, or their rights changed. The same applies to the account's
     * tokens: all of them, or those whose ids are among `ids`.
     */
    'identity.accessEnded': { accountId: string; which: EndedSessions };
  }
}
