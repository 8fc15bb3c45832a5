import { BaseModel, type Role } from '#sdk';
import type { Purpose } from './domain/webauthn.ts';

/** Locked by whatever adds or removes a factor of the account, so that of two at once the second sees the first. */
export class AccountModel extends BaseModel {
  static override tableName = 'mfa_accounts';
  static override idColumn = 'user_id';
  static override timestamps = ['policySince'];
  declare userId: string;
  /** Set by the first sign-in under the policy, from which the grace period counts; null: there was none. */
  declare policySince: Date | null;
  /** The role that the policy required a factor of then; null when `policySince` is null. */
  declare policyRole: Role | null;
}

/** TOTP that is switched on. */
export class TotpModel extends BaseModel {
  static override tableName = 'mfa_totp';
  static override idColumn = 'user_id';
  static override timestamps = ['createdAt'];
  declare userId: string;
  declare sealedSecret: string;
  /** The time step of the last code that was used; codes of this step and of earlier ones are refused. */
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

/** A code that was not used yet; using it deletes the row. */
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
  /** The last value of the authenticator's counter; 0: it has no counter. */
  declare counter: number;
  declare transports: string[];
  /** The name that the passkey belongs to; browsers offer it under no other. */
  declare rpId: string;
  declare keyName: string;
  declare createdAt: Date;
  declare lastUsedAt: Date | null;
}

/** A challenge that was not answered yet; the answer deletes the row. */
export class ChallengeModel extends BaseModel {
  static override tableName = 'mfa_challenges';
  static override idColumn = 'key_hash';
  static override timestamps = ['expiresAt'];
  /** SHA-256 of the key that the client was given, hex. */
  declare keyHash: string;
  declare purpose: Purpose;
  /** Null: whoever has the passkey is the user (`sign-in`). */
  declare userId: string | null;
  /** The session, or the hash of the `mfa_token`, that got the challenge; null for `sign-in`. */
  declare boundTo: string | null;
  /** 32 random bytes, base64url. */
  declare challenge: string;
  declare origin: string;
  declare rpId: string;
  /** For `register`: the name that was given at the start; null: none. */
  declare keyName: string | null;
  declare expiresAt: Date;
}
