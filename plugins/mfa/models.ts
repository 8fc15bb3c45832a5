import { BaseModel, type Role } from '../../server/plugin.ts';
import type { Purpose } from './domain/webauthn.ts';

/** Locked by whatever adds or takes a factor of the account, so that of two at once the second sees the first. */
export class AccountModel extends BaseModel {
  static override tableName = 'mfa_accounts';
  static override idColumn = 'user_id';
  static override timestamps = ['policySince'];
  declare userId: string;
  /** Set by the first sign-in under the policy, from which the days of grace count; null: there was none. */
  declare policySince: Date | null;
  /** The role for which the policy held then; null as `policySince`. */
  declare policyRole: Role | null;
}

/** TOTP that is on. */
export class TotpModel extends BaseModel {
  static override tableName = 'mfa_totp';
  static override idColumn = 'user_id';
  static override timestamps = ['createdAt'];
  declare userId: string;
  declare sealedSecret: string;
  /** The step of the last code that was used; codes of it and of all before hold no more. */
  declare lastStep: number;
  declare createdAt: Date;
}

/** A secret that was shown to one session and is not in use yet. */
export class SetupModel extends BaseModel {
  static override tableName = 'mfa_setups';
  static override idColumn = 'session_id';
  static override timestamps = ['expiresAt'];
  declare sessionId: string;
  declare userId: string;
  declare sealedSecret: string;
  declare expiresAt: Date;
}

/** A code that was not used yet: its use deletes the row. */
export class RecoveryCodeModel extends BaseModel {
  static override tableName = 'mfa_recovery_codes';
  static override idColumn = ['user_id', 'hash'];
  declare userId: string;
  /** HMAC-SHA-256, hex; see `recoveryHasher`. */
  declare hash: string;
}

export class PasskeyModel extends BaseModel {
  static override tableName = 'mfa_passkeys';
  static override timestamps = ['createdAt', 'lastUsedAt'];
  static override jsonAttributes = ['transports'];
  declare id: string;
  declare userId: string;
  /** SHA-256 of `credentialId`, which is too long for an index. */
  declare credentialHash: string;
  /** As the authenticator made it, base64url. */
  declare credentialId: string;
  /** COSE key, base64url. */
  declare publicKey: string;
  /** What the authenticator has counted up to; 0: it counts nothing. */
  declare counter: number;
  declare transports: string[];
  /** The name that the passkey belongs to; browsers offer it under no other. */
  declare rpId: string;
  declare keyName: string;
  declare createdAt: Date;
  declare lastUsedAt: Date | null;
}

/** A challenge that was not answered yet: its answer deletes the row. */
export class ChallengeModel extends BaseModel {
  static override tableName = 'mfa_challenges';
  static override idColumn = 'key_hash';
  static override timestamps = ['expiresAt'];
  /** SHA-256 of the key that the client was given, hex. */
  declare keyHash: string;
  declare purpose: Purpose;
  /** Null: whoever has the passkey is the user (`sign-in`). */
  declare userId: string | null;
  /** The session, or the hash of the `mfa_token`, that it was given to; null for `sign-in`. */
  declare boundTo: string | null;
  /** 32 random bytes, base64url. */
  declare challenge: string;
  declare origin: string;
  declare rpId: string;
  /** Of `register`, as it was named at the start; null: not named. */
  declare keyName: string | null;
  declare expiresAt: Date;
}
