import { ApiError } from '../../core/apiError.ts';
import { proveByPasskey } from '../../core/passkey.ts';
import type { Schemas } from '../../core/schema.ts';
import { post, session } from '../../core/session.ts';

const PATH = '/api/v1/auth/mfa/webauthn/authenticate';

/**
 * Signs in by a passkey: alone, or with the `mfa_token` as the second factor. Throws ApiError: PASSKEY_NOT_CHOSEN,
 * PASSKEY_REFUSED, PASSKEY_TOO_LATE, and what the manager refuses.
 */
export async function signInByPasskey(mfaToken: string | null): Promise<void> {
  try {
    const challenge = await post<Schemas['WebauthnChallenge']>(`${PATH}/start`, undefined, mfaToken);
    await session.signInBy(`${PATH}/complete`, await proveByPasskey(challenge), mfaToken);
  } catch (error) {
    throw error instanceof ApiError ? told(error) : error;
  }
}

/** Gives the manager's errors other codes: theirs are the same as for a password, and the sentences speak of one. */
function told(error: ApiError): ApiError {
  const code = { INVALID_CREDENTIALS: 'PASSKEY_REFUSED', UNAUTHENTICATED: 'PASSKEY_TOO_LATE' }[error.code];
  const { message, status, cause } = error;
  return code === undefined ? error : new ApiError({ code, message, status, cause });
}
