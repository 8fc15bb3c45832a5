import type { components } from '../../generated/manager.ts';
import type { PasskeyModel } from './models.ts';
import type { MfaStatus } from './service/policy.ts';
import type { Started } from './service/refusals.ts';
import type { TotpOffer } from './service/totp.ts';

type Wire = components['schemas'];

export const challengeToWire = ({ key, options }: Started): Wire['WebauthnChallenge'] => ({
  challenge_key: key,
  serialized_options: JSON.stringify(options),
});

export const passkeyToWire = ({
  id,
  keyName,
  createdAt,
  lastUsedAt,
}: PasskeyModel): Wire['WebauthnCredential'] => ({
  id,
  key_name: keyName,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});

export const offerToWire = ({ secret, uri, expiresAt }: TotpOffer): Wire['TotpSetup'] => ({
  secret_base32: secret,
  otpauth_uri: uri,
  expires_at: expiresAt.toISOString(),
});

export const statusToWire = (status: MfaStatus, hasPasskeysHere: boolean): Wire['MfaStatus'] => ({
  totp_enabled: status.totp,
  webauthn_credentials: status.passkeys,
  webauthn_available: hasPasskeysHere,
  recovery_codes_left: status.recoveryCodes,
  required: status.required,
  due_at: status.dueAt?.toISOString() ?? null,
});
