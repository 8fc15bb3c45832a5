import type { IncomingMessage } from 'node:http';
import type { Strategy } from 'passport';
import type { components } from '../../../generated/manager.ts';
import type { Actor, Role } from '../../kernel/security/actor.ts';
import type { Tx } from '../../kernel/db/tx.ts';

type Wire = components['schemas'];

/** A person's account as others see it; what proves the person stays inside. */
export interface Account {
  id: string;
  /** Lower case. */
  username: string;
  displayName: string | null;
  email: string | null;
  role: Role;
  disabled: boolean;
  /** False: this person signs in by other means alone. */
  hasPassword: boolean;
  mustChangePassword: boolean;
  createdAt: Date;
  /** Null: never signed in. */
  lastLoginAt: Date | null;
  /** Raised by people's edits alone. */
  editVersion: number;
}

/** Where a sign-in comes from. */
export interface Client {
  address: string;
  /** SHA-256, hex. */
  userAgentHash: string;
  /** The user agent, shortened and printable, to be recognised by its owner; null: it sent none. */
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
  /** From `credentials.hashNew`; null: the person signs in by other means alone. */
  passwordHash: string | null;
  mustChangePassword: boolean;
}

/** What is left out stays. */
export type AccountChange = Partial<
  Pick<Account, 'role' | 'disabled' | 'displayName' | 'email' | 'mustChangePassword'> & {
    passwordHash: string | null;
  }
>;

/** Order of a list of accounts; equal ones by id. */
export type AccountSort = 'username' | 'role' | 'created_at' | 'last_login_at';

export interface AccountQuery {
  /** Part of name, display name or mail address, in any case. */
  search?: string;
  role?: Role;
  /** With a minus: from the end. */
  sort: AccountSort | `-${AccountSort}`;
  cursor?: string;
  /** At most 500. */
  limit: number;
}

export interface AccountPage {
  accounts: Account[];
  /** Of all pages. */
  total: number;
  nextCursor: string | null;
}

export interface Accounts {
  find(id: string): Promise<Account | null>;
  /** In the caller's transaction; the row is locked until its end. */
  lock(tx: Tx, id: string): Promise<Account | null>;
  /** Throws VALIDATION_FAILED for a cursor that no page of this list gave. */
  page(query: AccountQuery): Promise<AccountPage>;
  /** As people type it: case and surrounding space do not count. */
  findByName(username: string): Promise<Account | null>;
  /** By name, at most 500. */
  list(options?: { afterName?: string; limit?: number }): Promise<Account[]>;
  /** Throws USER_EXISTS. */
  create(tx: Tx, account: NewAccount, by: ChangedBy): Promise<Account>;
  /**
   * Throws USER_NOT_FOUND, and WOULD_LOCK_OUT where nobody would be left who is an enabled administrator with a
   * password. A disabled account and a password set by somebody else end all sessions of the account, and that
   * password opens its locks; another role keeps them, for rights are read at each call.
   */
  change(tx: Tx, id: string, change: AccountChange, by: ChangedBy): Promise<Account>;
  /** Deletes the account with its sessions and all that features joined. Throws as `change` does. */
  remove(tx: Tx, id: string, by: ChangedBy): Promise<Account>;
  /** Stops what the person has scheduled, before the account is changed or removed in `tx`. Throws USER_NOT_FOUND. */
  stopWork(tx: Tx, id: string, by: ChangedBy): Promise<void>;
}

export interface Credentials {
  username: string;
  password: string;
}

/** A password that was right when it was judged. It counts as a failed attempt until one of these is called. */
export interface ProvedPassword {
  account: Account;
  /**
   * In the transaction that acts on it: locks the account and forgets its failures. Null: the account is not as it
   * was judged any more, so nothing may be done; the caller then calls `fail`, after the transaction.
   */
  use(tx: Tx): Promise<Account | null>;
  /** The password was right and nothing was done: the attempt is taken back. `cause` says why. */
  withdraw(cause?: unknown): Promise<void>;
  /** What came with it was wrong: the attempt counts, and is told in the audit log. */
  fail(): Promise<void>;
}

export interface CredentialCheck {
  /**
   * Judges a password, in the same time for every name. Throws INVALID_CREDENTIALS, ACCOUNT_LOCKED, RATE_LIMITED.
   * Whether the account may sign in is the caller's question.
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
  /** How the person signed in: `password`, or the name of another way. */
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
  /** When the person proved who they are; now, unless a provider says otherwise. */
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
   * Opens a session, in the transaction that used up whatever proved the person. Every way of signing in ends
   * here. Of more than 20 the oldest ends. Throws ACCOUNT_DISABLED, PASSWORD_CHANGE_REQUIRED, UNAUTHENTICATED (the
   * account is gone).
   */
  open(tx: Tx, opening: Opening): Promise<OpenedSession>;
  /** Those that stand, newest first. */
  list(accountId: string): Promise<Session[]>;
  /** The person proved again who they are, or is not limited any more. */
  change(
    tx: Tx,
    sessionId: string,
    change: Partial<Pick<Session, 'authenticatedAt' | 'restriction'>>,
  ): Promise<void>;
  /** Ends some or all sessions of an account, their open connections too. Returns how many of them stood. */
  end(tx: Tx, accountId: string, which: EndedSessions): Promise<number>;
}

/** Sessions of one account: some by id, or all but at most one. */
export type EndedSessions = { ids: readonly string[] } | { exceptId: string | null };

/** Whether a second factor is due, and whether the given code holds. */
export type SecondFactorVerdict =
  /** The account owes none. */
  | { kind: 'none' }
  /** It owes one: 401 MFA_REQUIRED with these methods. */
  | { kind: 'due'; methods: readonly ('totp' | 'webauthn' | 'recovery_code')[] }
  /** The code held, and is used up. */
  | { kind: 'proved' }
  /** The code did not hold; it counts as a failed attempt. */
  | { kind: 'wrong' }
  /** The session that opens may do nothing but what the restriction names, such as setting a factor up. */
  | { kind: 'restricted'; restriction: string };

/** Who has proved a first factor, and what they typed besides. */
export interface FactorQuestion {
  account: Account;
  client: Client;
  code: string | null;
  recoveryCode: string | null;
}

export interface PassedFactor {
  /** What the session is to be limited to; null: nothing. */
  restriction: string | null;
  /** A second factor was given, and held. */
  isProved: boolean;
}

export interface SecondFactor {
  /** The account for which a `mfa_token` was given out; null when the token does not hold or the account changed. */
  accountOf(mfaToken: string): Promise<Account | null>;
  /**
   * For ways of signing in that prove one factor, as a password does: asks `identity.secondFactor`, outside of any
   * transaction. Throws MFA_REQUIRED with a `mfa_token`, and INVALID_CREDENTIALS for a wrong code; counting those is
   * the caller's business.
   */
  judge(question: FactorQuestion): Promise<PassedFactor>;
}

/**
 * Judges credentials of one form: a strategy of passport (`passport.Strategy`), and where to find what it judges.
 * The strategy calls `success(actor)` with an Actor, `fail()`, or `error(error)`.
 */
export interface Verifier {
  /** Unique. */
  name: string;
  strategy: Strategy;
  /**
   * The credential of this form that a request carries, by its looks alone (a header's name, a prefix); null:
   * none. Left out, ordinary requests are never judged by this strategy: it is a way of signing in, and is asked
   * by name.
   */
  credentialOf?(req: IncomingMessage): string | null;
  /** The actor of kind `token` as it stands now, for open connections; null: it is not this verifier's, or is out. */
  recheck?(actor: Actor): Promise<Actor | null>;
}

/** What a strategy that was asked by name has decided. */
export type StrategyOutcome =
  | { kind: 'success'; user: unknown; info: unknown }
  | { kind: 'failure'; challenge: unknown }
  | { kind: 'redirect'; url: string; status: number };

/** What features know of an account; what nobody tells is false, or all hosts. */
export interface AccountFacts {
  /** A second factor is asked for at sign-in. */
  mfaEnabled?: boolean;
  /** An account at the provider of single sign-on belongs to this one. */
  ssoLinked?: boolean;
  /** Groups whose hosts this person may see; null: all hosts. */
  scopeGroupIds?: readonly string[] | null;
}

/** What somebody gives besides a password to prove again who they are. */
export interface Proof {
  /** As typed, 6 digits; null: none. */
  totpCode: string | null;
  /** Names the challenge that the assertion answers; null: none. */
  challengeKey: string | null;
  /** JSON text of a WebAuthn assertion; null: none. */
  assertion: string | null;
}

export interface IdentityService {
  /** Accounts in the form of the API (`User`), with what features know of them, in the same order. */
  describe(accounts: readonly Account[]): Promise<Wire['User'][]>;
  /** What a way of signing in answers, in the form of the API. */
  loginAnswer(opened: OpenedSession): Promise<Wire['LoginResponse']>;
  /**
   * Who the caller is: anonymous without a credential, UNAUTHENTICATED when one is given and does not hold, or
   * several are given (for operations that need one; public ones ignore it).
   */
  authenticate(req: IncomingMessage, permission: string): Promise<Actor>;
  /** Registers a strategy, in `setup`. Throws when the name is taken. */
  addVerifier(verifier: Verifier): void;
  /** Asks one strategy about a request: a step of a sign-in that goes over several. `options` go to the strategy. */
  ask(name: string, req: IncomingMessage, options?: object): Promise<StrategyOutcome>;
  /** Each as it stands now, in the same order, for connections that stay open; null: it is out. */
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
     * transaction; `code` is what the person typed, if anything.
     */
    'identity.secondFactor': { question: FactorQuestion; answer: SecondFactorVerdict };
    /**
     * Asked when somebody who has signed in proves again who they are by something else than the password: does the
     * proof hold? `none`: it is not this feature's, or the account has nothing of the kind. What holds is used up.
     */
    'identity.reauthenticate': {
      question: { account: Account; actor: Actor; client: Client; proof: Proof };
      answer: 'proved' | 'wrong' | 'none';
    };
    /** What a feature knows of these accounts (at most 500), by their ids. */
    'identity.accountFacts': {
      question: { accountIds: readonly string[] };
      answer: ReadonlyMap<string, AccountFacts>;
    };
  }
  interface JoinedSteps {
    /** What else belongs to the account goes with it: tokens, factors, preferences. Its row is still there. */
    'identity.accountRemoved': { account: Account; by: ChangedBy };
    /** Nothing begins any more that the person has scheduled, or lets recur: whoever cuts the account down asks for it. */
    'identity.workStopped': { account: Account; by: ChangedBy };
  }
  interface Events {
    'identity.accountChanged': { accountId: string; change: 'created' | 'changed' | 'removed' };
    /**
     * Open connections of these sessions are to be closed: they ended, or their rights changed. The same goes for the
     * account's tokens: for all of them, or for those whose ids are among `ids`.
     */
    'identity.accessEnded': { accountId: string; which: EndedSessions };
  }
}
