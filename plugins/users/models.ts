import { BaseModel, type Role } from '#sdk';

export class TokenModel extends BaseModel {
  static override tableName = 'users_tokens';
  static override timestamps = ['createdAt', 'expiresAt', 'lastUsedAt'];

  declare id: string;
  /** The owner; the token goes with the account. */
  declare accountId: string;
  declare name: string;
  declare nameKey: string;
  /** SHA-256, hex; the token itself is not stored. */
  declare secretHash: string;
  /** The most that it may do; a lower role of the owner limits it further. */
  declare role: Role;
  declare createdAt: Date;
  declare expiresAt: Date;
  /** Set by its use, at most once a minute; null: never used. */
  declare lastUsedAt: Date | null;
  /** From where it was used then. */
  declare lastUsedAddress: string | null;
}

/**
 * Says that an account or a token is limited to groups of hosts: without a row it sees all hosts, without groups none.
 */
export class ScopeModel extends BaseModel {
  static override tableName = 'users_scopes';

  /** The id of the account or of the token. */
  declare id: string;
  /** The account, or the token's owner. */
  declare accountId: string;
  /** The name that is shown to somebody who asks what depends on a group. */
  declare name: string;
}

export class ScopeGroupModel extends BaseModel {
  static override tableName = 'users_scope_groups';
  static override idColumn = ['scopeId', 'groupId'];

  declare scopeId: string;
  declare groupId: string;
}
