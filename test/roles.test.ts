// time-limit: 300
/**
 * Every operation of the contract, called on a whole manager with each kind of credential there is. Who may call what
 * is written by hand from the table of roles and the decisions, not derived from anything that the manager reads.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { managerOperations } from '../generated/managerOperations.ts';
import type { Role } from '../server/kernel/security/actor.ts';
import { core, plugins } from '../server/plugins.ts';
import { createPluginTest, type PluginTest } from '../server/pluginTesting.ts';
import { admitCallers, ADMIN_PASSWORD, type Caller } from './support/accessCallers.ts';

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
      createEnrollment getEnrollmentStatus renewEnrollment getInstallScript getAgentPackage
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
      listGroups getGroup listGroupHosts
      getExposure listCves getCve listCveHosts getPatchOrder listExposurePatches listServiceLevelBreaches listExposureExceptions listExposureDataSets
      getInstaller downloadReport getReportFigures`,
  },
  'administrators and operators': {
    callers: ['admin', 'operator'],
    operations: `
      createHost updateHost refreshHost
      createJob cancelJob resumeJob endJob rollbackJob retryJob
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
      deleteHost deleteGroup importExposureDataSet fetchExposureDataSet
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
  setupTotp disableTotp renewRecoveryCodes startWebauthnRegistration deleteWebauthnCredential
  linkSso unlinkSso updateIpAllowList overrideWindows overrideHealthChecks createWebhook updateWebhook
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

type Outcome =
  | 'let in'
  | '401 UNAUTHENTICATED'
  | '403 FORBIDDEN'
  | '403 REAUTHENTICATION_REQUIRED'
  | '403 MFA_SETUP_REQUIRED';

function expected(operationId: string, { holds, role }: Caller): Outcome {
  const mayCall = Object.values(MAY_CALL).find(({ operations }) => isIn(operations, operationId))?.callers;
  if (isIn(OF_THE_POLLING_TOKEN, operationId)) return '401 UNAUTHENTICATED';
  if (isIn(OF_THE_MFA_TOKEN, operationId))
    return holds === 'nothing' || holds === 'mfa token' ? 'let in' : '401 UNAUTHENTICATED';
  if (mayCall?.includes('nobody')) return 'let in';
  if (role === null) return '401 UNAUTHENTICATED';
  if (!mayCall?.includes(role)) return '403 FORBIDDEN';
  if (holds === 'set-up session' && !isIn(FOR_THE_SET_UP, operationId)) return '403 MFA_SETUP_REQUIRED';
  if (holds === 'API token' && isIn(OF_PEOPLE_ALONE, operationId)) return '403 FORBIDDEN';
  const isFresh = holds === 'session' || holds === 'set-up session';
  return isIn(FRESH, operationId) && !isFresh ? '403 REAUTHENTICATION_REQUIRED' : 'let in';
}

interface World {
  kit: PluginTest;
  callers: ReadonlyMap<string, Caller>;
}

const test = suite<World>('who may call what');
const IN_THE_KIT = ['identity', 'agents', 'hosts', 'patching'];

test.before(async (world) => {
  const others = core.filter(({ name }) => !IN_THE_KIT.includes(name));
  world.kit = await createPluginTest({
    plugins: [...others, ...plugins],
    authenticate: 'identity',
    // Without a public name there are no passkeys.
    config: { adminPassword: ADMIN_PASSWORD, publicUrl: 'https://manager.example.org' },
  });
  world.callers = await admitCallers(world.kit);
});
test.after(({ kit }) => kit.stop());

test('the tables name the operations of the contract, the first one each of them once', () => {
  const named = Object.values(MAY_CALL).flatMap(({ operations }) => namesIn(operations));
  const twice = named.filter((name, index) => named.indexOf(name) !== index);
  const served = new Set<string>(managerOperations.map(({ operationId }) => operationId));
  const others = [FRESH, OF_PEOPLE_ALONE, FOR_THE_SET_UP, OF_THE_MFA_TOKEN, OF_THE_POLLING_TOKEN];
  const missing = [...served].filter((name) => !named.includes(name));
  const unknown = [...named, ...others.flatMap(namesIn)].filter((name) => !served.has(name));
  assert.equal({ missing, unknown, twice }, { missing: [], unknown: [], twice: [] });
});

type Operation = (typeof managerOperations)[number];

const NOBODY = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';
/** Bodies of operations that would complain of a missing body before they look at the bearer. */
const BODIES: Readonly<Record<string, object>> = {
  completeWebauthnAuthentication: { challenge_key: 'x'.repeat(43), serialized_assertion: '{}' },
};

/**
 * Whether the caller passes all checks of the credential. The operation behind them may answer anything except an error
 * of its own.
 */
async function met({ kit }: World, { operationId, method, path }: Operation, credential: string | null) {
  const body = BODIES[operationId];
  const { status, body: answer } = await kit.call(
    method.toUpperCase(),
    path.replaceAll(/\{[^}]+\}/g, NOBODY),
    {
      role: null,
      ...(body ? { body } : {}),
      ...(credential === null ? {} : { headers: { authorization: `Bearer ${credential}` } }),
    },
  );
  const { code = '' } = (answer as { error?: { code: string } } | null)?.error ?? {};
  assert.ok(status < 500, `${operationId}: ${status} ${code}`);
  return status === 401 || status === 403 ? `${status} ${code}` : 'let in';
}

const CALLERS = [
  'nobody',
  'a reporter',
  'an operator',
  'an administrator',
  'an administrator who signed in eleven minutes ago',
  'an operator who is kept to some groups',
  'a tool of a reporter',
  'a tool of an operator',
  'a tool of an administrator',
  'a tool that is kept to some groups',
  'a tool that is less than its owner',
  'an administrator between password and second factor',
  'an administrator whose session is for the set-up',
  'an administrator whose session is older than the policy',
  'a tool whose owner owes a second factor',
  'an administrator with a refresh token',
  'an administrator whose access token has expired',
  'an administrator whose session was ended',
  'an administrator who was disabled',
  'an administrator who must change the password',
  'somebody who was deleted',
  'a tool that has expired',
  'a tool whose owner was disabled',
  'a tool whose owner must change the password',
  'a tool whose owner was deleted',
];

test('each kind of caller is there', ({ callers }) => {
  assert.equal([...callers.keys()].sort(), [...CALLERS].sort());
});

for (const name of CALLERS)
  test(`${name} gets what is theirs of all operations, and nothing else`, async (world) => {
    const caller = world.callers.get(name);
    assert.ok(caller);
    const deviations: string[] = [];
    for (const operation of managerOperations) {
      const wanted = expected(operation.operationId, caller);
      const got = await met(world, operation, caller.credential);
      if (got !== wanted) deviations.push(`${operation.operationId}: ${got}, and not ${wanted}`);
    }
    assert.equal(deviations, []);
  });

test.run();
