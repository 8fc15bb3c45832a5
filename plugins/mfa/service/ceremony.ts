import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { ParsedAuthenticatorData } from '@simplewebauthn/server/helpers';
import { createHash } from 'node:crypto';
import { judgeClientData, type ClientData, type Expected, type Refusal } from '../domain/webauthn.ts';
import { readAnswer, type Answer } from './answer.ts';
import { webauthn, webauthnParts } from './library.ts';

/** An authenticator's answer is refused, and why. */
export class CeremonyRefused extends Error {
  readonly reason: Refusal;
  /** Whose passkey it was; null: that is not known. */
  userId: string | null = null;
  constructor(reason: Refusal, cause?: unknown) {
    super(`the authenticator's answer is refused: ${reason}`, { cause });
    this.name = 'CeremonyRefused';
    this.reason = reason;
  }
}

/** The challenge as it was issued, which an answer must match. */
export interface Asked {
  challenge: string;
  origin: string;
  rpId: string;
}

export interface NewPasskey {
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
}

const ALGORITHMS = [-8, -7, -257];

/** Section 7.1 of WebAuthn. Attestation is not asked for: the kind of authenticator does not matter here. */
export async function judgeRegistration(text: string, asked: Asked): Promise<NewPasskey> {
  const answer = read(text, ['clientDataJSON', 'attestationObject']);
  assertClientData(answer, { type: 'webauthn.create', ...asked });
  await assertAuthenticator(await authDataOf(answer), asked.rpId, false);
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: answer.json as RegistrationResponseJSON,
    expectedChallenge: asked.challenge,
    expectedOrigin: asked.origin,
    expectedRPID: asked.rpId,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    throw new CeremonyRefused('malformed', error);
  });
  if (!verified.verified) throw new CeremonyRefused('signature');
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: answer.transports,
  };
}

export interface StoredKey {
  credentialId: string;
  publicKey: string;
}

/** An assertion that was read and matches the challenge; which key must have signed it is not known yet. */
export interface Assertion {
  credentialId: string;
  /** Base64url; null: the authenticator named nobody. */
  userHandle: string | null;
  /** Checks the signature; returns the authenticator's counter. Throws CeremonyRefused. */
  verify(key: StoredKey): Promise<number>;
}

/** Section 7.2 of WebAuthn up to the signature. Throws CeremonyRefused. */
export async function readAssertion(text: string, asked: Asked, mustVerifyUser: boolean): Promise<Assertion> {
  const answer = read(text, ['clientDataJSON', 'authenticatorData', 'signature']);
  assertClientData(answer, { type: 'webauthn.get', ...asked });
  await assertAuthenticator(answer.bytes('authenticatorData'), asked.rpId, mustVerifyUser);
  return {
    credentialId: answer.id,
    userHandle: answer.userHandle,
    verify: (key) => verifySignature(answer, asked, key),
  };
}

async function verifySignature(
  answer: Answer,
  asked: Asked,
  { credentialId, publicKey }: StoredKey,
): Promise<number> {
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response: answer.json as AuthenticationResponseJSON,
    expectedChallenge: asked.challenge,
    expectedOrigin: asked.origin,
    expectedRPID: asked.rpId,
    requireUserVerification: false,
    // The counter is compared where it is written: two answers at once must not both follow the same value.
    credential: { id: credentialId, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 },
  }).catch((error: unknown) => {
    throw new CeremonyRefused('signature', error);
  });
  if (!verified.verified) throw new CeremonyRefused('signature');
  return verified.authenticationInfo.newCounter;
}

function read(text: string, fields: readonly string[]): Answer {
  const answer = readAnswer(text, fields);
  if (!answer) throw new CeremonyRefused('malformed');
  return answer;
}

function assertClientData(answer: Answer, expected: Expected): void {
  const given: ClientData | null = answer.clientData();
  const refusal = given === null ? 'malformed' : judgeClientData(given, expected);
  if (refusal !== null) throw new CeremonyRefused(refusal);
}

/**
 * With no attestation asked for, browsers pass on none, or one by the passkey's own key (section 5.1.3). Any other is
 * refused, because the library would fetch the lists that its certificates name, from anywhere.
 */
async function authDataOf(answer: Answer): Promise<Uint8Array> {
  const { decodeAttestationObject } = await webauthnParts();
  try {
    const attestation = decodeAttestationObject(answer.bytes('attestationObject'));
    const isByItself =
      attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
    if (attestation.get('fmt') !== 'none' && !isByItself) throw new Error('it is attested by a certificate');
    return attestation.get('authData');
  } catch (error) {
    throw new CeremonyRefused('malformed', error);
  }
}

async function assertAuthenticator(
  authData: Uint8Array,
  rpId: string,
  mustVerifyUser: boolean,
): Promise<void> {
  const { rpIdHash, flags } = await parsed(authData);
  const expected = createHash('sha256').update(rpId).digest();
  if (!expected.equals(rpIdHash)) throw new CeremonyRefused('relying_party');
  if (!flags.up || (mustVerifyUser && !flags.uv)) throw new CeremonyRefused('user_verification');
}

async function parsed(authData: Uint8Array): Promise<ParsedAuthenticatorData> {
  const { parseAuthenticatorData } = await webauthnParts();
  try {
    return parseAuthenticatorData(Uint8Array.from(authData));
  } catch (error) {
    throw new CeremonyRefused('malformed', error);
  }
}
