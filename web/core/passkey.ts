import { ApiError } from './apiError.ts';
import type { Schemas } from './schema.ts';

type Proof = Pick<Schemas['CompleteWebauthnAuthenticationRequest'], 'challenge_key' | 'serialized_assertion'>;

/** What keeps a browser from using a passkey: itself, or the address that it shows. */
export type PasskeyObstacle = 'unsupported' | 'ipAddress';

/** Null: this browser, at this address, can use a passkey. Passkeys belong to a host name, not to an IP address. */
export function passkeyObstacle(): PasskeyObstacle | null {
  if (/^(\[|[\d.]+$)/.test(location.hostname)) return 'ipAddress';
  const isKnown =
    typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
  return isKnown && isSecureContext ? null : 'unsupported';
}

export const canUsePasskeys = (): boolean => passkeyObstacle() === null;

/** Lets the browser ask for a passkey. Throws ApiError PASSKEY_NOT_CHOSEN: the person cancelled, or has none here. */
export async function proveByPasskey(challenge: Schemas['WebauthnChallenge']): Promise<Proof> {
  const options = JSON.parse(challenge.serialized_options) as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey }).catch((cause: unknown) => {
    throw cause instanceof DOMException ? refusalOf(cause) : cause;
  });
  if (!(credential instanceof PublicKeyCredential)) throw notChosen();
  return {
    challenge_key: challenge.challenge_key,
    serialized_assertion: JSON.stringify(credential.toJSON()),
  };
}

/** A browser says the same for “cancelled”, “waited too long” and “there is none”, so that no page learns which. */
function refusalOf(cause: DOMException): Error {
  if (cause.name === 'SecurityError')
    return new ApiError({ code: 'WEBAUTHN_UNAVAILABLE', message: cause.message, status: 0, cause });
  return cause.name === 'NotAllowedError' || cause.name === 'AbortError' ? notChosen(cause) : cause;
}

const notChosen = (cause?: unknown): ApiError =>
  new ApiError({ code: 'PASSKEY_NOT_CHOSEN', message: 'No passkey was used.', status: 0, cause });
