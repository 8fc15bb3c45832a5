import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { managerOperations } from '../generated/managerOperations.ts';
import type { Role } from '../server/kernel/security/actor.ts';
import { createTestApp, type TestApp } from '../server/testing.ts';

type Caller = Role | 'nobody';

const CALLERS: readonly Caller[] = ['admin', 'operator', 'reporter', 'nobody'];

/**
 * Who may call what, written by hand from the table of roles, and from nothing that the manager reads. Whoever adds
 * an operation to the contract says here whose it is. `anybody`: without a session; what the caller has instead (a
 * password, a ticket, a signature) the operation checks by itself.
 */
const MAY_CALL: Readonly<Record<string, { callers: readonly Caller[]; operations: string }>> = {
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
      getUi getCurrentUser changeOwnPassword reauthenticate listApiTokens createApiToken deleteApiToken
      listOwnSessions endOwnSession endOtherSessions
      linkSso unlinkSso reauthenticateBySso
      getOwnMfa setupTotp verifyTotp renewRecoveryCodes disableOwnMfa startReauthentication
      listWebauthnCredentials startWebauthnRegistration completeWebauthnRegistration
      renameWebauthnCredential deleteWebauthnCredential
      listHosts listHostValues getHost listHostPatches getFleetStatus getJobSummary getFleetHistory
      listJobs getJob listJobHosts listJobHostSteps getJobHostLog createWsTicket
      listAllWindows listHostWindows listGroupWindows listHealthChecks getHealthCheck
      listGroups getGroup listGroupHosts
      getInstaller downloadReport`,
  },
  'administrators and operators': {
    callers: ['admin', 'operator'],
    operations: `
      createHost updateHost refreshHost
      createJob cancelJob resumeJob endJob rollbackJob retryJob
      createHostWindow updateHostWindow deleteHostWindow createGroupWindow updateGroupWindow deleteGroupWindow
      createHealthCheck updateHealthCheck deleteHealthCheck testHealthCheck
      createGroup updateGroup previewGroup addGroupHosts removeGroupHost`,
  },
  'administrators alone': {
    callers: ['admin'],
    operations: `
      deleteHost deleteGroup
      listEnrollments listEnrollmentHistory approveEnrollment denyEnrollment
      listEnrollmentTokens createEnrollmentToken deleteEnrollmentToken
      listCertificates getAuthority issueCertificate renewCertificate revokeCertificate getHostCertificate reissueCertificate
      listUsers createUser getUser updateUser deleteUser revokeUserSessions resetUserPassword disableUserMfa
      listUserSessions endUserSession
      getSettings updateSettings discoverOidc testSso testLegacySso testSmtp getIpAllowList updateIpAllowList
      checkAuditIntegrity listAuditRows exportAuditLog`,
  },
};

const namesIn = (operations: string): string[] => operations.trim().split(/\s+/);

const test = suite('roles');

test('the table names each operation of the contract once, and no other', () => {
  const named = Object.values(MAY_CALL).flatMap(({ operations }) => namesIn(operations));
  const twice = named.filter((name, index) => named.indexOf(name) !== index);
  const served = new Set<string>(managerOperations.map(({ operationId }) => operationId));
  const missing = [...served].filter((name) => !named.includes(name));
  const unknown = named.filter((name) => !served.has(name));
  assert.equal({ missing, unknown, twice }, { missing: [], unknown: [], twice: [] });
});

/** Whether the caller gets past the check of permissions: without features nothing is behind it but a 501. */
async function isLetIn(app: TestApp, operationId: string, caller: Caller): Promise<boolean> {
  const row = managerOperations.find((operation) => operation.operationId === operationId);
  assert.ok(row, operationId);
  const path = row.path.replaceAll(/\{[^}]+\}/g, '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21');
  const role = caller === 'nobody' ? null : caller;
  const { status, body } = await app.call(row.method.toUpperCase(), path, { role });
  const { code } = (body as { error: { code: string } }).error;
  const refusal = caller === 'nobody' ? '401 UNAUTHENTICATED' : '403 FORBIDDEN';
  const answer = `${status} ${code}`;
  assert.ok(['501 NOT_IMPLEMENTED', refusal].includes(answer), `${operationId} as ${caller}: ${answer}`);
  return status === 501;
}

for (const [who, { callers, operations }] of Object.entries(MAY_CALL))
  test(`what is for ${who} is for nobody else`, async () => {
    const app = await createTestApp({ features: [] });
    const found: string[] = [];
    const expected: string[] = [];
    for (const operationId of namesIn(operations)) {
      expected.push(`${operationId}: ${callers.join(', ')}`);
      const letIn: Caller[] = [];
      for (const caller of CALLERS) if (await isLetIn(app, operationId, caller)) letIn.push(caller);
      found.push(`${operationId}: ${letIn.join(', ')}`);
    }
    await app.stop();
    assert.equal(found, expected);
  });

test.run();
