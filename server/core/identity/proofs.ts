/** How people prove who they are: by a password, and by a second factor; types only. */
import type { Tx } from '../../kernel/db/tx.ts';
import type { Account } from './accounts.ts';
import type { Client } from './sessions.ts';

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

/** What a person gives, besides a password, to prove again who they are. */
export interface Proof {
  /** As typed, 6 digits; null: none. */
  totpCode: string | null;
  /** One of those that were made for the account; null: none. */
  recoveryCode: string | null;
  /** Key of the challenge that the assertion answers; null: none. */
  challengeKey: string | null;
  /** JSON text of a WebAuthn assertion; null: none. */
  assertion: string | null;
}
