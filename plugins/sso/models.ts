import { BaseModel } from '#sdk';

export type Purpose = 'sign_in' | 'link' | 'reauthenticate';

/** A browser that was sent to the provider and has not come back yet. */
export class FlowModel extends BaseModel {
  static override tableName = 'sso_flows';
  static override timestamps = ['createdAt', 'expiresAt'];
  declare id: string;
  /** SHA-256 of the state, hex; only the browser has the state itself. */
  declare stateHash: string;
  /** SHA-256 of the browser's cookie, hex. */
  declare browserHash: string;
  declare purpose: Purpose;
  /** The issuer that was asked: an answer of another issuer is refused. */
  declare issuer: string;
  declare redirectUri: string;
  /** Nonce and PKCE verifier, sealed. */
  declare sealed: string;
  /** A path in the web UI. */
  declare returnTo: string;
  /** For `link` and `reauthenticate`: who began, and in which session; null for a sign-in. */
  declare accountId: string | null;
  declare sessionId: string | null;
  declare createdAt: Date;
  /** 10 minutes after `createdAt`. */
  declare expiresAt: Date;
}

/** A finished sign-in whose tokens were not fetched yet. */
export class CodeModel extends BaseModel {
  static override tableName = 'sso_codes';
  static override timestamps = ['provedAt', 'createdAt', 'expiresAt'];
  static override booleans = ['hasTwoFactors'];
  declare id: string;
  /** SHA-256, hex. */
  declare codeHash: string;
  /** SHA-256 of the cookie of the browser that signed in, hex. */
  declare browserHash: string;
  declare accountId: string;
  /** Whether the provider said so, in the configured words. */
  declare hasTwoFactors: boolean;
  /** When the person proved at the provider who they are; null: the provider did not say. */
  declare provedAt: Date | null;
  /** How many second factors were tried with this code. */
  declare tries: number;
  declare createdAt: Date;
  /** 60 s after `createdAt`; 5 minutes once a second factor was asked for. */
  declare expiresAt: Date;
}

/** Which identity at a provider belongs to which account; an account has one at most. */
export class LinkModel extends BaseModel {
  static override tableName = 'sso_links';
  static override timestamps = ['createdAt', 'lastUsedAt'];
  declare id: string;
  /** SHA-256 of issuer and subject, hex: they are too long for a key. Unique. */
  declare identityHash: string;
  declare issuer: string;
  declare subject: string;
  /** Unique. */
  declare accountId: string;
  declare createdAt: Date;
  /** Set by each sign-in and each proof. */
  declare lastUsedAt: Date;
}
