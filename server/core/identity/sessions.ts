/** Sign-ins: where they come from, and the sessions that they open; types only. */
import type { Tx } from '../../kernel/db/tx.ts';
import type { Account } from './accounts.ts';

/** Where a sign-in comes from. */
export interface Client {
  address: string;
  /** SHA-256, hex. */
  userAgentHash: string;
  /** The user agent, shortened and printable, for its owner to recognise; null: it sent none. */
  device: string | null;
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
