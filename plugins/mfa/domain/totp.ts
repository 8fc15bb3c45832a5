import { generateSecret, generateURI, verifySync } from 'otplib';

const STEP_SECS = 30;
const ISSUER = 'Fleetmend';
/** RFC 4226, section 4: at least 128 bits, 160 recommended. */
const SECRET_BYTES = 20;

/** A new secret, in base32. */
export const newTotpSecret = (): string => generateSecret({ length: SECRET_BYTES });

/** For a QR code: HMAC-SHA-1, 6 digits, 30 seconds, which is what every app understands. */
export const totpUri = (username: string, secret: string): string =>
  generateURI({ issuer: ISSUER, label: username, secret });

/**
 * The time step for which the code is valid: the present one or a neighbour (RFC 6238, section 5.2: clocks are off, and
 * people are slow); null: none. Does not check whether that step was used up.
 */
export function stepOf(code: string, secret: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(now.getTime() / 1_000);
  const result = verifySync({ strategy: 'totp', secret, token: code, epoch, epochTolerance: STEP_SECS });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** The last time step whose code `stepOf` takes at this moment. */
export const lastStepAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / STEP_SECS) + 1;

/** The code without the spaces, dashes and full-width digits that people type and paste. */
export const normalCode = (typed: string): string => typed.normalize('NFKC').replace(/[\s-]/g, '');
