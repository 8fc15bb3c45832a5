/** What other features may know of roles; types only. */
import type { IfMatch } from '../../kernel/http/etag.ts';
import type { Tx } from '../../kernel/db/tx.ts';
import type { IdempotentCall } from '../../kernel/security/idempotency.ts';
import type { ChangedBy } from './accounts.ts';

/** A named set of permissions. */
export interface NamedRole {
  /** Null: it is fixed, and the same in every manager. */
  id: string | null;
  name: string;
  description: string | null;
  /** In the order of the table. */
  permissions: readonly string[];
  /** Null where it is fixed. */
  editVersion: number | null;
  createdAt: Date | null;
  updatedAt: Date | null;
}

export interface RoleDraft {
  name: string;
  description: string | null;
  permissions: readonly string[];
}

export interface Roles {
  /** What a role holds now; nothing for one that is not there. Within `tx` if there is one. */
  permissionsOf(name: string, tx?: Tx): Promise<readonly string[]>;
  /** The same of several at once. */
  permissionsOfAll(names: readonly string[], tx?: Tx): Promise<ReadonlyMap<string, readonly string[]>>;
  /**
   * What a role holds that somebody is being given: it stays until the transaction ends. Throws ROLE_NOT_FOUND, and
   * FORBIDDEN for one that holds more than who gives it (nobody makes what he is not).
   */
  give(tx: Tx, name: string, by: ChangedBy): Promise<readonly string[]>;
  /** The roles that hold all of these permissions. */
  holding(permissions: readonly string[]): Promise<string[]>;
  /** The fixed ones, and then the custom ones by name. */
  list(): Promise<NamedRole[]>;
  /** Throws ROLE_NOT_FOUND. */
  read(name: string): Promise<NamedRole>;
  /** Throws NAME_TAKEN, ROLE_EXISTS for the name of a fixed role or a scope, ROLE_LIMIT_REACHED, VALIDATION_FAILED, FORBIDDEN. */
  create(call: IdempotentCall, draft: RoleDraft, by: ChangedBy): Promise<NamedRole>;
  /** Throws ROLE_NOT_FOUND, ROLE_FIXED, ROLE_IN_USE, VALIDATION_FAILED, FORBIDDEN, PRECONDITION_FAILED. */
  update(name: string, edit: RoleEdit, by: ChangedBy): Promise<NamedRole>;
  /** Throws ROLE_NOT_FOUND, ROLE_FIXED, ROLE_IN_USE, PRECONDITION_FAILED. */
  remove(name: string, ifMatch: IfMatch, by: ChangedBy): Promise<void>;
}

export interface RoleEdit {
  set: Partial<Omit<RoleDraft, 'name'>>;
  ifMatch: IfMatch;
}
