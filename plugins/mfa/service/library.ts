/**
 * What reads and verifies the answers of authenticators, loaded by the first call that needs it: it is an eighth of all
 * that a manager would load at its start, and many never see a passkey.
 */
export const webauthn = () => import('@simplewebauthn/server');

/** The same library's readers of single parts. */
export const webauthnParts = () => import('@simplewebauthn/server/helpers');
