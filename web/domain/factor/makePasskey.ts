import { api, must } from '../../core/api.ts';

/**
 * Lets the browser make a passkey, and registers it under this name. Throws ApiError, and the browser's DOMException
 * when nobody answers its question or it may not make one.
 */
export async function makePasskey(name: string): Promise<void> {
  const { challenge_key: key, serialized_options: options } = await must(
    api.POST('/api/v1/auth/mfa/webauthn/register/start', { body: { key_name: name } }),
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON,
  );
  const made = await navigator.credentials.create({ publicKey });
  if (!(made instanceof PublicKeyCredential)) throw new DOMException('no passkey', 'NotAllowedError');
  const body = { challenge_key: key, serialized_credential: JSON.stringify(made.toJSON()), key_name: name };
  await must(api.POST('/api/v1/auth/mfa/webauthn/register/complete', { body }));
}
