import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { AppError, type Context } from '#sdk';
import { CeremonyRefused } from './ceremony.ts';

/** What the browser gets when a ceremony begins. */
export interface Started {
  key: string;
  options: PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON;
}

/** What a person can do about a refusal, if anything. */
const ADVICE: Partial<Record<CeremonyRefused['reason'], string>> = {
  origin: "The answer was made for another address than this manager's. Open it by its usual address.",
  relying_party: "The answer was made for another name than this manager's. Open it by its usual name.",
  user_verification: 'The authenticator did not make sure who uses it. Set a PIN or a fingerprint up on it.',
  registered: 'This passkey is registered already.',
};

/** For `catch`: turns a refused answer into an error for the caller. Any other error is thrown on. */
export function refused({ log }: Pick<Context, 'log'>, code = 'WEBAUTHN_RESPONSE_INVALID') {
  return (error: unknown): never => {
    if (!(error instanceof CeremonyRefused)) throw error;
    const { reason } = error;
    log.info(
      { reason, cause: error.cause instanceof Error ? error.cause.message : undefined },
      'a passkey is refused',
    );
    throw new AppError(code, { message: ADVICE[reason], details: { reason } }, { cause: error });
  };
}
