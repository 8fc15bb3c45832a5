/**
 * Documented errors that the walk does not meet: at which operations, and the suite that provokes the code, or what it
 * would take. Written by hand; a pair that is neither met nor listed fails the walk.
 */
interface Unseen {
  /** A path: there is where the code is provoked. */
  where: string;
  /** Null: at any; how many calls are too many within a minute depends on how fast they come. */
  at: readonly string[] | null;
}

export const UNSEEN: Readonly<Record<string, Unseen>> = {
  ACCOUNT_DISABLED: {
    where: 'plugins/sso/sso.test.ts',
    at: ['completeWebauthnAuthentication', 'completeSsoLogin', 'exchangeSsoCode', 'completeLegacySsoLogin'],
  },
  ACCOUNT_LOCKED: {
    where: 'server/core/identity/service/reauthentication.test.ts',
    at: ['completeWebauthnAuthentication'],
  },
  HOST_UNREACHABLE: {
    where: 'plugins/certificates/certificates.test.ts',
    at: [
      'startSsoLogin',
      'completeSsoLogin',
      'linkSso',
      'reauthenticateBySso',
      'startLegacySsoLogin',
      'completeLegacySsoLogin',
    ],
  },
  INVALID_CREDENTIALS: {
    where: 'plugins/mfa/recoveryCodes.test.ts',
    at: ['completeWebauthnAuthentication', 'exchangeSsoCode'],
  },
  MFA_FACTOR_REQUIRED: {
    where: 'plugins/mfa/policy.test.ts',
    at: ['disableOwnMfa', 'disableTotp', 'deleteWebauthnCredential'],
  },
  MFA_NOT_ENABLED: { where: 'plugins/mfa/policy.test.ts', at: ['startWebauthnAuthentication'] },
  MFA_REQUIRED: { where: 'plugins/sso/otherFeatures.test.ts', at: ['exchangeSsoCode'] },
  NO_SECOND_PERSON: { where: 'plugins/approvals/rules.test.ts', at: ['confirmApprovalRuleChange'] },
  PASSWORD_CHANGE_REQUIRED: {
    where: 'server/core/identity/commands.test.ts',
    at: ['completeWebauthnAuthentication', 'exchangeSsoCode'],
  },
  RATE_LIMITED: { where: 'server/core/identity/service/attempts.test.ts', at: null },
  REPORT_NOT_MADE: { where: 'It takes a thread that dies.', at: ['downloadReport', 'getReportFigures'] },
  REPORT_TOO_LARGE: {
    where: 'It takes a fleet whose report is larger than one may be.',
    at: ['downloadReport'],
  },
  SSO_DISABLED: { where: 'plugins/sso/configuration.test.ts', at: ['reauthenticateBySso'] },
  SSO_LINK_TAKEN: {
    where: 'plugins/sso/accounts.test.ts',
    at: ['completeSsoLogin', 'completeLegacySsoLogin'],
  },
  SSO_PROVIDER_UNREACHABLE: {
    where: 'plugins/sso/hostile.test.ts',
    at: ['completeSsoLogin', 'reauthenticateBySso', 'completeLegacySsoLogin'],
  },
  SSO_REFUSED: { where: 'plugins/sso/accounts.test.ts', at: ['completeSsoLogin', 'completeLegacySsoLogin'] },
  WEBAUTHN_LIMIT_REACHED: {
    where: 'plugins/mfa/passkeys.test.ts',
    at: ['startWebauthnRegistration', 'completeWebauthnRegistration'],
  },
  WEBAUTHN_UNAVAILABLE: {
    where: 'plugins/mfa/signIn.test.ts',
    at: ['startWebauthnAuthentication', 'startWebauthnRegistration', 'startReauthentication'],
  },
  WOULD_LOCK_OUT: { where: 'plugins/users/users.test.ts', at: ['importConfiguration'] },
  // Met or not by how far a job has come on a slow machine.
  SSO_STATE_INVALID: { where: 'plugins/sso/sso.test.ts', at: ['completeLegacySsoLogin', 'completeSsoLogin'] },
};
