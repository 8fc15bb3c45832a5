/** What a challenge is for; an answer made for one purpose is refused for another. */
export type Purpose =
  /** A new passkey of a session's user. */
  | 'register'
  /** The second factor after the right password. */
  | 'second-factor'
  /** In place of the password. */
  | 'sign-in'
  /** Somebody who has signed in proves it again. */
  | 'reauthenticate';

/** Why an authenticator's answer is refused. */
export type Refusal =
  | 'malformed'
  /** It answers another challenge. */
  | 'challenge'
  /** It was made for a page elsewhere, or inside one. */
  | 'origin'
  /** It was made for another name. */
  | 'relying_party'
  /** Nobody touched the authenticator, or it did not verify its user. */
  | 'user_verification'
  /** No account has this passkey, or another account has it. */
  | 'credential'
  /** It names another account than the passkey's. */
  | 'user_handle'
  | 'signature'
  /** The counter went back: there may be a copy of the authenticator. */
  | 'counter'
  /** The new passkey is known already. */
  | 'registered';

export interface ClientData {
  type: string;
  challenge: string;
  origin: string;
  crossOrigin: boolean;
}

/** What an answer must contain. */
export interface Expected {
  type: 'webauthn.create' | 'webauthn.get';
  challenge: string;
  origin: string;
}

/** WebAuthn level 3, section 7.1 steps 7 to 10 and section 7.2 steps 10 to 13; null: it holds. */
export function judgeClientData(given: ClientData, expected: Expected): Refusal | null {
  if (given.type !== expected.type) return 'malformed';
  if (given.challenge !== expected.challenge) return 'challenge';
  if (given.origin !== expected.origin || given.crossOrigin) return 'origin';
  return null;
}

/** Whether the counter may follow the stored one (section 6.1.1): both 0, or higher. */
export const mayFollow = (counter: number, stored: number): boolean =>
  counter > stored || (counter === 0 && stored === 0);

/** The user handle of an account: its id's 16 bytes, which say nothing about the person (section 14.6.1). */
export const userHandleOf = (userId: string): Buffer<ArrayBuffer> =>
  Buffer.from(userId.replaceAll('-', ''), 'hex') as Buffer<ArrayBuffer>;
