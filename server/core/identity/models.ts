import { BaseModel } from '../../kernel/db/model.ts';
import type { Account } from './accounts.ts';
import type { Role } from '../../kernel/security/actor.ts';

export class UserModel extends BaseModel {
  static override tableName = 'identity_users';
  static override timestamps = ['createdAt', 'lastLoginAt'];
  static override booleans = ['disabled', 'mustChangePassword'];
  declare id: string;
  /** Lower case; what people type is folded before it is compared. */
  declare username: string;
  declare displayName: string | null;
  declare email: string | null;
  declare role: Role;
  declare disabled: boolean;
  /** Argon2id in PHC form; null: this user signs in by SSO only. */
  declare passwordHash: string | null;
  /** Set by an administrator's reset and for the printed first password; cleared by the user's own change. */
  declare mustChangePassword: boolean;
  declare createdAt: Date;
  /** Set by each successful login; null: never. */
  declare lastLoginAt: Date | null;
  /** Raised only by people's edits. */
  declare editVersion: number;
  /** Name, display name and mail address in lower case, a line each. */
  declare searchText: string;
}

/** What a client keeps for an account. */
export class PreferencesModel extends BaseModel {
  static override tableName = 'identity_preferences';
  static override idColumn = 'user_id';
  static override jsonAttributes = ['values'];
  declare userId: string;
  /** Text by name; not read here. */
  declare values: Record<string, string>;
  declare editVersion: number;
}

/** A custom role; the fixed ones are in the contract. */
export class RoleModel extends BaseModel {
  static override tableName = 'identity_roles';
  static override timestamps = ['createdAt', 'updatedAt'];
  static override jsonAttributes = ['permissions'];
  declare id: string;
  /** Unique, and never changed: accounts, tokens and mappings name the role by it. */
  declare name: string;
  declare nameKey: string;
  declare description: string | null;
  declare permissions: string[];
  declare editVersion: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** The part of a row that other features may see. */
export function accountOf(user: UserModel): Account {
  const { id, username, displayName, email, role, disabled, mustChangePassword } = user;
  const { createdAt, lastLoginAt, editVersion } = user;
  return {
    id,
    username,
    displayName,
    email,
    role,
    disabled,
    hasPassword: user.passwordHash !== null,
    mustChangePassword,
    createdAt,
    lastLoginAt,
    editVersion,
  };
}

/** One sign-in: the family of refresh tokens that follow from it. */
export class SessionModel extends BaseModel {
  static override tableName = 'identity_sessions';
  static override timestamps = ['createdAt', 'lastUsedAt', 'authenticatedAt', 'expiresAt', 'revokedAt'];
  declare id: string;
  declare userId: string;
  /** Where the session was opened; a replay within the grace time must come from here. */
  declare address: string;
  declare userAgentHash: string;
  /** The user agent, by which its owner recognises it; null: the client sent none. */
  declare device: string | null;
  /** How the person signed in; null: by password, in a manager of an older version. */
  declare method: string | null;
  declare createdAt: Date;
  /** Set by each refresh; null: see `method`. */
  declare lastUsedAt: Date | null;
  /** Set at the opening and whenever the person proves again who they are; null: see `method`. */
  declare authenticatedAt: Date | null;
  /** What the session is limited to; null: nothing. */
  declare restriction: string | null;
  /** Absolute end, 12 hours after the login. */
  declare expiresAt: Date;
  /** Set by logout, by a replayed token, by a password change and by an administrator. */
  declare revokedAt: Date | null;
}

export class RefreshTokenModel extends BaseModel {
  static override tableName = 'identity_refresh_tokens';
  static override idColumn = 'hash';
  static override timestamps = ['issuedAt', 'usedAt'];
  /** SHA-256 of the token, hex; the token itself is never stored. */
  declare hash: string;
  declare sessionId: string;
  declare issuedAt: Date;
  /** Set by the rotation; null: this is the session's current token. */
  declare usedAt: Date | null;
}

/** Attempts on one account from one network since the last success; also kept for names that do not exist. */
export class LoginFailureModel extends BaseModel {
  static override tableName = 'identity_login_failures';
  static override idColumn = ['username', 'address'];
  static override timestamps = ['lockedUntil', 'updatedAt'];
  /** A keyed hash of the typed name, never the name itself, because people type passwords there. */
  declare username: string;
  /** The caller's network, as limits count it: an IPv4 address, or an IPv6 /64. */
  declare address: string;
  /** Raised before a password is checked, so that simultaneous guesses are counted too. */
  declare failures: number;
  /** Set by the attempt that reaches the limit; null: not locked. */
  declare lockedUntil: Date | null;
  declare updatedAt: Date;
}

/** A network from which a user has signed in: attempts from there have a budget that strangers cannot use up. */
export class SignInNetworkModel extends BaseModel {
  static override tableName = 'identity_sign_in_networks';
  static override idColumn = ['userId', 'network'];
  static override timestamps = ['lastAt'];
  declare userId: string;
  declare network: string;
  /** Set by each successful sign-in; forgotten after 30 days. */
  declare lastAt: Date;
}

export class KeyModel extends BaseModel {
  static override tableName = 'identity_keys';
  static override idColumn = 'name';
  static override timestamps = ['createdAt'];
  declare name: string;
  declare sealedPrivateJwk: string;
  declare createdAt: Date;
}
