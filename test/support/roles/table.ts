/**
 * Who may call what: written by hand from the table of roles and the decisions, not derived from anything that the
 * manager reads.
 */
import type { Role } from '../../../server/kernel/security/actor.ts';
import type { Caller } from './callers.ts';

/**
 * A new operation of the contract must be added here, with its callers. `anybody`: without a session; the operation
 * itself checks what the caller has instead (a password, a ticket, a signature).
 */
const MAY_CALL: Readonly<Record<string, { callers: readonly (Role | 'nobody')[]; operations: string }>> = {
  anybody: {
    callers: ['admin', 'operator', 'reporter', 'nobody'],
    operations: `
      login logout refreshSession forceChangePassword
      getPublicSsoConfig startSsoLogin completeSsoLogin exchangeSsoCode
      getLegacySsoConfig startLegacySsoLogin completeLegacySsoLogin
      startWebauthnAuthentication completeWebauthnAuthentication
      getServiceHealth openJobStream
      createEnrollment getEnrollmentStatus renewEnrollment reportAddress getInstallScript getAgentPackage
      getRootCertificate getRevocationList`,
  },
  'everybody who is signed in': {
    callers: ['admin', 'operator', 'reporter'],
    operations: `
      getUi searchEverything getCurrentUser changeOwnPassword reauthenticate listApiTokens createApiToken deleteApiToken
      listOwnSessions endOwnSession endOtherSessions
      linkSso unlinkSso reauthenticateBySso
      getOwnMfa setupTotp verifyTotp renewRecoveryCodes disableOwnMfa disableTotp startReauthentication
      listWebauthnCredentials startWebauthnRegistration completeWebauthnRegistration
      renameWebauthnCredential deleteWebauthnCredential
      listHosts listHostValues getHost listHostPatches getFleetStatus getJobSummary getFleetHistory
      listJobs getJob listJobHosts listJobHostSteps getJobHostLog createWsTicket
      listAllWindows listHostWindows listGroupWindows previewWindow listOpenings listFreezes listWindowOverrides
      listApprovals getApproval getJobApprovals listApprovalRules
      listHealthChecks getHealthCheck listHealthCheckHistory listHealthCheckOverrides
      listFleetPackages listPackageVersions listPackageHosts listHostPackages listHostPackageChanges
      compareHostPackages listGroupPackageDifferences
      listPolicies getPolicy listPolicyRuns previewPolicy getHostOutlook
      listGroups getGroup listGroupHosts listGroupChanges
      getExposure listCves getCve listCveHosts getPatchOrder listExposurePatches listServiceLevelBreaches listExposureExceptions listExposureDataSets
      getInstaller downloadReport getReportFigures`,
  },
  'administrators and operators': {
    callers: ['admin', 'operator'],
    operations: `
      createHost updateHost refreshHost
      createJob cancelJob resumeJob endJob rollbackJob retryJob acceptJobHosts
      requestApproval approveApproval denyApproval withdrawApproval
      createHostWindow updateHostWindow deleteHostWindow createGroupWindow updateGroupWindow deleteGroupWindow
      createHealthCheck updateHealthCheck deleteHealthCheck testHealthCheck
      createPolicy updatePolicy deletePolicy runPolicyNow skipNextPolicyRun unskipNextPolicyRun
      pausePolicy resumePolicy
      createExposureException deleteExposureException
      listReportSchedules createReportSchedule previewReportSchedule updateReportSchedule deleteReportSchedule
      runReportScheduleNow
      createGroup updateGroup previewGroup addGroupHosts removeGroupHost`,
  },
  'administrators alone': {
    callers: ['admin'],
    operations: `
      deleteHost deleteGroup decideGroupChanges importExposureDataSet fetchExposureDataSet
      listEnrollments listEnrollmentHistory approveEnrollment denyEnrollment
      listEnrollmentTokens createEnrollmentToken deleteEnrollmentToken
      listCertificates getAuthority issueCertificate renewCertificate revokeCertificate getHostCertificate reissueCertificate
      createAuthorityRequest deleteAuthorityRequest beginOwnRotation
      getRotation beginRotation pauseRotation resumeRotation goBackFromRotation finishRotation listRotationHosts
      listUsers createUser getUser updateUser deleteUser revokeUserSessions resetUserPassword disableUserMfa
      listUserSessions endUserSession listUserApiTokens deleteUserApiToken
      getSettings updateSettings discoverOidc testSso testLegacySso testSmtp getIpAllowList updateIpAllowList
      getWebTls confirmWebTls
      exportConfiguration planConfigurationImport importConfiguration
      createFreeze updateFreeze deleteFreeze overrideWindows overrideHealthChecks
      createApprovalRule updateApprovalRule deleteApprovalRule confirmApprovalRuleChange rejectApprovalRuleChange
      listWebhooks createWebhook updateWebhook deleteWebhook testWebhook
      listNotificationRules createNotificationRule updateNotificationRule deleteNotificationRule
      listNotificationDeliveries sendNotificationAgain
      checkAuditIntegrity listAuditRows exportAuditLog`,
  },
};

/** Operations that need a sign-in, or another proof, of the last ten minutes. */
const FRESH = `
  deleteHost issueCertificate reissueCertificate revokeCertificate
  createUser updateUser deleteUser resetUserPassword disableUserMfa createApiToken
  setupTotp disableOwnMfa disableTotp renewRecoveryCodes startWebauthnRegistration deleteWebauthnCredential
  linkSso unlinkSso updateIpAllowList overrideWindows overrideHealthChecks createWebhook updateWebhook
  createNotificationRule updateNotificationRule endOwnSession endOtherSessions
  createApprovalRule updateApprovalRule deleteApprovalRule confirmApprovalRuleChange rejectApprovalRuleChange
  createAuthorityRequest deleteAuthorityRequest beginOwnRotation
  beginRotation goBackFromRotation finishRotation importConfiguration`;

/**
 * Operations for people only: an API token makes no tokens and changes no credentials; of accounts it can read, and end
 * sessions.
 */
const OF_PEOPLE_ALONE = `
  reauthenticate changeOwnPassword listApiTokens createApiToken deleteApiToken
  listOwnSessions endOwnSession endOtherSessions
  createUser updateUser deleteUser resetUserPassword disableUserMfa
  linkSso unlinkSso reauthenticateBySso
  getOwnMfa setupTotp verifyTotp renewRecoveryCodes disableOwnMfa disableTotp startReauthentication
  listWebauthnCredentials startWebauthnRegistration completeWebauthnRegistration
  renameWebauthnCredential deleteWebauthnCredential`;

/**
 * Operations open to a session that must still set up a second factor: oneself, the set-up, and the fresh proof it
 * takes.
 */
const FOR_THE_SET_UP = `
  getUi getCurrentUser getOwnMfa setupTotp verifyTotp
  listWebauthnCredentials startWebauthnRegistration completeWebauthnRegistration
  reauthenticate reauthenticateBySso startReauthentication`;

/** Operations open without a credential and with the token of a pending second factor; any other bearer is refused. */
const OF_THE_MFA_TOKEN = 'startWebauthnAuthentication completeWebauthnAuthentication';
/** Needs a credential of its own, which no caller here has. */
const OF_THE_POLLING_TOKEN = 'getEnrollmentStatus';

const namesIn = (operations: string): string[] => operations.trim().split(/\s+/);
const isIn = (operations: string, operationId: string): boolean => namesIn(operations).includes(operationId);

export type Outcome =
  | 'let in'
  | '401 UNAUTHENTICATED'
  | '403 FORBIDDEN'
  | '403 REAUTHENTICATION_REQUIRED'
  | '403 MFA_SETUP_REQUIRED';

export const callersOf = (operationId: string): readonly string[] =>
  Object.values(MAY_CALL).find(({ operations }) => isIn(operations, operationId))?.callers ?? [];

export const needsFreshProof = (operationId: string): boolean => isIn(FRESH, operationId);

/** What a caller meets before the operation itself. */
export function expected(operationId: string, { holds, role }: Caller): Outcome {
  const mayCall = callersOf(operationId);
  if (isIn(OF_THE_POLLING_TOKEN, operationId)) return '401 UNAUTHENTICATED';
  if (isIn(OF_THE_MFA_TOKEN, operationId))
    return holds === 'nothing' || holds === 'mfa token' ? 'let in' : '401 UNAUTHENTICATED';
  if (mayCall.includes('nobody')) return 'let in';
  if (role === null) return '401 UNAUTHENTICATED';
  if (!mayCall.includes(role)) return '403 FORBIDDEN';
  if (holds === 'set-up session' && !isIn(FOR_THE_SET_UP, operationId)) return '403 MFA_SETUP_REQUIRED';
  if (holds === 'API token' && isIn(OF_PEOPLE_ALONE, operationId)) return '403 FORBIDDEN';
  const isFresh = holds === 'session' || holds === 'set-up session';
  return needsFreshProof(operationId) && !isFresh ? '403 REAUTHENTICATION_REQUIRED' : 'let in';
}

/** All operations that a table names: the first one each of them once, the others some of them. */
export const named = Object.values(MAY_CALL).flatMap(({ operations }) => namesIn(operations));
export const namedBesides = [
  FRESH,
  OF_PEOPLE_ALONE,
  FOR_THE_SET_UP,
  OF_THE_MFA_TOKEN,
  OF_THE_POLLING_TOKEN,
].flatMap(namesIn);
