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
  APPROVAL_REQUIRED: { where: 'plugins/approvals/approvals.test.ts', at: ['requestApproval'] },
  DUPLICATE_IDENTITY: { where: 'plugins/polling/refresh.test.ts', at: ['refreshHost', 'requestApproval'] },
  FORBIDDEN: { where: 'test/roles.test.ts', at: ['openJobStream'] },
  GROUP_IN_USE: { where: 'server/core/hosts/groups.test.ts', at: ['importConfiguration'] },
  GROUP_NOT_FOUND: { where: 'plugins/users/scopes.test.ts', at: ['requestApproval'] },
  HOST_ADDRESS_REFUSED: { where: 'plugins/enrollment/service/requests.test.ts', at: ['renewEnrollment'] },
  HOST_BUSY: { where: 'server/core/patching/execution/reasons.test.ts', at: ['deleteHost'] },
  HOST_UNREACHABLE: {
    where: 'plugins/certificates/certificates.test.ts',
    at: [
      'refreshHost',
      'renewCertificate',
      'startSsoLogin',
      'completeSsoLogin',
      'linkSso',
      'reauthenticateBySso',
      'startLegacySsoLogin',
      'completeLegacySsoLogin',
    ],
  },
  IDEMPOTENCY_MISMATCH: { where: 'plugins/approvals/approvals.test.ts', at: ['reissueCertificate'] },
  INVALID_CREDENTIALS: {
    where: 'plugins/mfa/recoveryCodes.test.ts',
    at: ['completeWebauthnAuthentication', 'exchangeSsoCode'],
  },
  JOB_OUT_OF_SCOPE: { where: 'plugins/approvals/approvals.test.ts', at: ['rollbackJob'] },
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
  PAYLOAD_TOO_LARGE: { where: 'plugins/exposure/dataSets.testing.ts', at: ['importExposureDataSet'] },
  PLAN_TOO_LARGE: {
    where: 'server/core/patching/service/planLimits.test.ts',
    at: ['createJob', 'requestApproval'],
  },
  RATE_LIMITED: { where: 'server/core/identity/service/attempts.test.ts', at: null },
  REPORT_NOT_MADE: { where: 'It takes a thread that dies.', at: ['downloadReport', 'getReportFigures'] },
  REPORT_TOO_LARGE: {
    where: 'It takes a fleet whose report is larger than one may be.',
    at: ['downloadReport', 'getReportFigures'],
  },
  ROTATION_HOSTS_LEFT: { where: 'server/core/agents/rotation/rotation.test.ts', at: ['finishRotation'] },
  ROTATION_NOT_POSSIBLE: {
    where: 'server/core/agents/rotation/rotation.test.ts',
    at: ['pauseRotation', 'resumeRotation'],
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
  TARGET_EMPTY: { where: 'server/core/patching/service/create.test.ts', at: ['requestApproval'] },
  URL_REFUSED: { where: 'plugins/health-checks/checks.test.ts', at: ['updateSettings'] },
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
  POLICY_RUN_ACTIVE: { where: 'plugins/policies/policies.test.ts', at: ['runPolicyNow'] },
  JOB_NOT_PAUSED: { where: 'server/core/patching/service/pause.test.ts', at: ['resumeJob', 'endJob'] },
  JOB_NOT_RETRYABLE: { where: 'server/core/patching/service/change.test.ts', at: ['retryJob'] },
  JOB_NOT_ROLLBACKABLE: { where: 'server/core/patching/routes.test.ts', at: ['rollbackJob'] },
  OVERRIDE_EXISTS: { where: 'plugins/maintenance-windows/gate.test.ts', at: ['overrideWindows'] },
  HEALTH_CHECK_OVERRIDE_EXISTS: { where: 'plugins/health-checks/gate.test.ts', at: ['overrideHealthChecks'] },
  DELIVERY_NOT_DEAD: { where: 'plugins/notifications/mail.test.ts', at: ['sendNotificationAgain'] },
  SSO_STATE_INVALID: { where: 'plugins/sso/sso.test.ts', at: ['completeLegacySsoLogin', 'completeSsoLogin'] },
};
