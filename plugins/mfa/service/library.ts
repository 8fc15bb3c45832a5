/**
 * The library that reads and verifies the answers of authenticators, loaded by the first call that needs it: it is an
 * eighth of all that a manager would load at its start, and many never see a passkey.
 */
export const webauthn = () => import('@simplewebauthn/server');

/** The functions of the same library that read single parts. */
export const webauthnParts = () => import('@simplewebauthn/server/helpers');
