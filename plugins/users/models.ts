import { type actors, BaseModel, type Role } from '#sdk';

export class TokenModel extends BaseModel {
  static override tableName = 'users_tokens';
  static override timestamps = ['createdAt', 'expiresAt', 'lastUsedAt', 'previousUntil', 'waitingSince'];
  static override jsonAttributes = ['scopes'];

  declare id: string;
  /** The owner, a person or a service account; the token goes with it. */
  declare accountId: string;
  declare ownerKind: 'user' | 'service_account';
  /** Neither people's user names nor names of service accounts change. */
  declare ownerName: string;
  /** The account of the person who made it and saw its secret; null: the owner. */
  declare madeById: string | null;
  declare name: string;
  declare nameKey: string;
  /** SHA-256, hex; the token itself is not stored. */
  declare secretHash: string;
  /** The secret before the last rotation goes on until then. */
  declare previousHash: string | null;
  declare previousUntil: Date | null;
  /** What it may do at most; what its owner holds limits it further. */
  declare role: Role;
  /** What it was made for: only what these scopes hold; null: all that the role does. */
  declare scopes: readonly actors.TokenScope[] | null;
  declare createdAt: Date;
  declare expiresAt: Date;
  /** Set by its use, at most once a minute; null: never used. */
  declare lastUsedAt: Date | null;
  /** From where it was used then. */
  declare lastUsedAddress: string | null;
  /** The installation was restored then, and nobody has said since that this token still counts; null: it does. */
  declare waitingSince: Date | null;
}

/** Owns tokens, and has no person behind it. */
export class ServiceAccountModel extends BaseModel {
  static override tableName = 'users_service_accounts';
  static override timestamps = ['createdAt', 'updatedAt', 'expiresAt'];

  declare id: string;
  /** Unique, and never changed. */
  declare name: string;
  declare nameKey: string;
  declare description: string | null;
  declare role: Role;
  /** Its tokens are refused from then on. */
  declare expiresAt: Date;
  declare createdById: string | null;
  declare createdByName: string;
  declare editVersion: number;
  declare createdAt: Date;
  declare updatedAt: Date;
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
