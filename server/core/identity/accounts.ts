/** What other features may know of people's accounts, and may do with them; types only. */
import type { Actor, Role } from '../../kernel/security/actor.ts';
import type { Tx } from '../../kernel/db/tx.ts';
import type { IfMatch } from '../../kernel/http/etag.ts';

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
  /** At most 500; default 50. */
  limit?: number;
}

export interface AccountPage {
  accounts: Account[];
  /** Accounts on all pages together. */
  total: number;
  nextCursor: string | null;
}

/** What features know about an account; an absent field means false, or all hosts. */
export interface AccountFacts {
  /** Sign-in asks for a second factor. */
  mfaEnabled?: boolean;
  /** It is linked to an account at the provider of single sign-on. */
  ssoLinked?: boolean;
  /** Groups whose hosts the person may see; null: all hosts. */
  scopeGroupIds?: readonly string[] | null;
}

/** What a person changes in an account. */
export interface AccountEdit {
  change: AccountChange;
  ifMatch: IfMatch;
  /** Asked once the account is locked: whether the same edit changes what features know of it, such as its scope. */
  changesMore(): Promise<boolean>;
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
  /** As `change`, by somebody who has seen a version of it. Throws PRECONDITION_FAILED, too. */
  edit(tx: Tx, id: string, edit: AccountEdit, by: ChangedBy): Promise<Account>;
  /** Deletes the account, its sessions and what features keep for it. Throws like `change`. */
  remove(tx: Tx, id: string, by: ChangedBy): Promise<Account>;
  /** Stops the person's scheduled work, before the account is changed or removed in `tx`. Throws USER_NOT_FOUND. */
  stopWork(tx: Tx, id: string, by: ChangedBy): Promise<void>;
}
