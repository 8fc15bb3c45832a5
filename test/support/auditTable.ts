import type { components } from '../../generated/manager.ts';
import { ask, newKey } from '../../plugins/enrollment/enrollment.testing.ts';
import {
  scriptFailed,
  upgrade,
  type Ending,
  type PluginTest,
  type TestAnswer,
} from '../../server/pluginTesting.ts';

type Action = components['schemas']['AuditAction'];

/** What the calls before have made, by name. */
export interface World {
  kit: PluginTest;
  ids: Record<string, string>;
}

/** What an operation that changes something leaves in the audit log. */
export type Written =
  /** A call that does it; the row is looked for. */
  | { writes: Action; by: (world: World) => Promise<TestAnswer> }
  /** What it takes is made in that suite, which looks for the row. */
  | { writes: Action; shownIn: string }
  /** It writes none, for this reason. */
  | { none: string };

/** Of `admin`, until it is changed. */
export const FIRST_PASSWORD = 'three late herons fly over water';
const PASSWORD = 'seven quiet otters row north';

type Call = (world: World) => Promise<TestAnswer>;

const call = (method: string, path: (ids: Record<string, string>) => string, body?: object): Call => {
  return ({ kit, ids }) => kit.call(method, `/api/v1${path(ids)}`, body ? { body } : {});
};

/** Keeps the id of what was made. */
const made =
  (name: string, work: Call): Call =>
  async (world) => {
    const answer = await work(world);
    world.ids[name] = (answer.body as { id: string }).id;
    return answer;
  };

const MFA = 'plugins/mfa';
const WINDOWS = 'plugins/maintenance-windows';
const POLICIES = 'plugins/policies/policies.test.ts';
const SCHEDULES = 'plugins/reports/schedules.test.ts';
const CHECKS = 'plugins/health-checks';
const APPROVALS = 'plugins/approvals';
const USERS = 'plugins/users';
const IDENTITY = 'server/core/identity';
const JOBS = 'server/core/patching/service';

/** In the order in which they are called: later ones use what earlier ones have made. Written by hand. */
export const WRITTEN: Readonly<Record<string, Written>> = {
  login: {
    writes: 'login.succeeded',
    by: async ({ kit, ids }) => {
      const answer = await kit.call('POST', '/api/v1/auth/login', {
        role: null,
        body: { username: 'admin', password: FIRST_PASSWORD },
      });
      ids.refreshToken = (answer.body as components['schemas']['LoginResponse']).refresh_token;
      return answer;
    },
  },
  logout: {
    writes: 'session.closed',
    by: ({ kit, ids }) =>
      kit.call('POST', '/api/v1/auth/logout', { role: null, body: { refresh_token: ids.refreshToken } }),
  },
  refreshSession: { none: 'a session goes on as it was; a token that is replayed writes session.revoked' },
  reauthenticate: {
    writes: 'session.reauthenticated',
    shownIn: `${IDENTITY}/service/reauthentication.test.ts`,
  },
  changeOwnPassword: {
    writes: 'user.password_changed',
    by: call('PUT', () => '/users/me/password', { current_password: FIRST_PASSWORD, new_password: PASSWORD }),
  },

  createHost: {
    writes: 'host.created',
    by: made(
      'host',
      call('POST', () => '/hosts', { fqdn: 'new.example', ip_address: '10.0.0.9' }),
    ),
  },
  updateHost: {
    writes: 'host.updated',
    by: call('PUT', ({ host }) => `/hosts/${host}`, { display_name: 'New' }),
  },
  refreshHost: { writes: 'host.refreshed', shownIn: 'plugins/polling/refresh.test.ts' },

  createGroup: {
    writes: 'group.created',
    by: made(
      'group',
      call('POST', () => '/groups', { name: 'web' }),
    ),
  },
  previewGroup: { none: 'it shows what a rule would hold, and keeps nothing' },
  updateGroup: {
    writes: 'group.updated',
    by: call('PUT', ({ group }) => `/groups/${group}`, { name: 'www' }),
  },
  addGroupHosts: {
    writes: 'group.hosts_added',
    by: ({ kit, ids }) =>
      kit.call('POST', `/api/v1/groups/${ids.group}/hosts`, { body: { host_ids: [ids.host] } }),
  },
  removeGroupHost: {
    writes: 'group.hosts_removed',
    by: call('DELETE', ({ group, host }) => `/groups/${group}/hosts/${host}`),
  },
  deleteGroup: { writes: 'group.deleted', by: call('DELETE', ({ group }) => `/groups/${group}`) },

  issueCertificate: {
    writes: 'certificate.issued',
    by: async (world) => {
      const { ids, kit } = world;
      const body = { hostname: 'new.example' };
      const answer = await kit.call('POST', `/api/v1/hosts/${ids.host}/certificates`, { body });
      ids.certificate = (answer.body as components['schemas']['IssuedCertificate']).certificate.id;
      return answer;
    },
  },
  renewCertificate: { writes: 'certificate.issued', shownIn: 'server/core/agents/agents.test.ts' },
  revokeCertificate: {
    writes: 'certificate.revoked',
    by: call('DELETE', ({ certificate }) => `/certificates/${certificate}`),
  },
  createAuthorityRequest: { writes: 'ca.authority_requested', by: call('POST', () => '/ca/request') },
  deleteAuthorityRequest: { writes: 'ca.authority_request_dropped', by: call('DELETE', () => '/ca/request') },
  beginOwnRotation: {
    writes: 'ca.rotation_begun',
    shownIn: 'server/core/agents/rotation/ownAuthority.test.ts',
  },
  beginRotation: { writes: 'ca.rotation_begun', by: call('POST', () => '/ca/rotation') },
  pauseRotation: { writes: 'ca.rotation_paused', by: call('POST', () => '/ca/rotation/pause') },
  resumeRotation: { writes: 'ca.rotation_resumed', by: call('POST', () => '/ca/rotation/resume') },
  finishRotation: {
    writes: 'ca.rotation_finishing',
    shownIn: 'server/core/agents/rotation/rotation.test.ts',
  },
  goBackFromRotation: { writes: 'ca.rotation_going_back', by: call('POST', () => '/ca/rotation/go-back') },
  reissueCertificate: { writes: 'certificate.issued', shownIn: 'server/core/agents/agents.test.ts' },

  createJob: { writes: 'job.created', by: made('job', (world) => jobOf(world, 'changed')) },
  rollbackJob: { writes: 'job.created', by: afterEnd(call('POST', ({ job }) => `/jobs/${job}/rollback`)) },
  retryJob: {
    writes: 'job.retried',
    by: async (world) => {
      await made('job', (one) => jobOf(one, 'failed'))(world);
      return afterEnd(call('POST', ({ job }) => `/jobs/${job}/retry`))(world);
    },
  },
  cancelJob: { writes: 'job.cancel_requested', shownIn: `${JOBS}/change.test.ts` },
  resumeJob: { writes: 'job.resumed', shownIn: `${JOBS}/pause.test.ts` },
  endJob: { writes: 'job.end_requested', shownIn: `${JOBS}/pause.test.ts` },
  createWsTicket: { none: 'it serves for a minute, to whom has signed in, for what may be read anyway' },

  createEnrollmentToken: {
    writes: 'enrollment_token.created',
    by: made(
      'token',
      call('POST', () => '/admin/enrollment-tokens', { name: 'rack 4' }),
    ),
  },
  deleteEnrollmentToken: {
    writes: 'enrollment_token.deleted',
    by: call('DELETE', ({ token }) => `/admin/enrollment-tokens/${token}`),
  },
  createEnrollment: { writes: 'enrollment.requested', by: (world) => asked(world, 'asked', '1') },
  approveEnrollment: {
    writes: 'enrollment.approved',
    by: call('POST', ({ asked: id }) => `/admin/enrollments/${id}/approve`),
  },
  denyEnrollment: {
    writes: 'enrollment.denied',
    by: async (world) => {
      await asked(world, 'other', '2');
      return call('DELETE', ({ other }) => `/admin/enrollments/${other}/deny`)(world);
    },
  },
  renewEnrollment: { writes: 'enrollment.renewed', shownIn: 'plugins/enrollment/service/renew.test.ts' },

  createUser: {
    writes: 'user.created',
    by: made(
      'user',
      call('POST', () => '/users', { username: 'olga', role: 'operator', password: PASSWORD }),
    ),
  },
  forceChangePassword: {
    writes: 'user.password_changed',
    by: ({ kit }) => {
      const body = { username: 'olga', current_password: PASSWORD, new_password: `${PASSWORD} once` };
      return kit.call('POST', '/api/v1/auth/force-change-password', { role: null, body });
    },
  },
  updateUser: {
    writes: 'user.role_changed',
    by: call('PUT', ({ user }) => `/users/${user}`, { role: 'reporter' }),
  },
  resetUserPassword: {
    writes: 'user.password_reset',
    by: call('PUT', ({ user }) => `/users/${user}/password`, { new_password: `${PASSWORD} again` }),
  },
  revokeUserSessions: { writes: 'session.revoked', shownIn: `${USERS}/users.test.ts` },
  deleteUser: { writes: 'user.deleted', by: call('DELETE', ({ user }) => `/users/${user}`) },
  createApiToken: { writes: 'api_token.created', shownIn: `${USERS}/users.test.ts` },
  deleteApiToken: { writes: 'api_token.deleted', shownIn: `${USERS}/users.test.ts` },
  deleteUserApiToken: { writes: 'api_token.deleted', shownIn: `${USERS}/tokens.test.ts` },
  endOtherSessions: { writes: 'session.revoked', shownIn: `${USERS}/sessions.test.ts` },
  endOwnSession: { writes: 'session.revoked', shownIn: `${USERS}/sessions.test.ts` },
  endUserSession: { writes: 'session.revoked', shownIn: `${USERS}/sessions.test.ts` },

  disableUserMfa: { writes: 'mfa.reset', shownIn: `${MFA}/totp.test.ts` },
  verifyTotp: { writes: 'mfa.totp_enabled', shownIn: `${MFA}/totp.test.ts` },
  renewRecoveryCodes: { writes: 'mfa.recovery_codes_made', shownIn: `${MFA}/totp.test.ts` },
  disableOwnMfa: { writes: 'mfa.totp_disabled', shownIn: `${MFA}/totp.test.ts` },
  disableTotp: { writes: 'mfa.totp_disabled', shownIn: `${MFA}/totp.test.ts` },
  startWebauthnAuthentication: { none: 'a challenge, used once within five minutes, or never' },
  completeWebauthnAuthentication: { writes: 'login.failed', shownIn: `${MFA}/signIn.test.ts` },
  startWebauthnRegistration: { none: 'a challenge, used once within five minutes, or never' },
  completeWebauthnRegistration: { writes: 'mfa.passkey_added', shownIn: `${MFA}/passkeys.test.ts` },
  renameWebauthnCredential: { writes: 'mfa.passkey_renamed', shownIn: `${MFA}/passkeys.test.ts` },
  deleteWebauthnCredential: { writes: 'mfa.passkey_removed', shownIn: `${MFA}/passkeys.test.ts` },
  startReauthentication: { none: 'a challenge, used once within five minutes, or never' },

  exchangeSsoCode: { writes: 'login.failed', shownIn: 'plugins/sso/accounts.test.ts' },
  linkSso: { writes: 'sso.linked', shownIn: 'plugins/sso/accounts.test.ts' },
  unlinkSso: { writes: 'sso.unlinked', shownIn: 'plugins/sso/accounts.test.ts' },
  reauthenticateBySso: { writes: 'session.reauthenticated', shownIn: 'plugins/sso/sso.test.ts' },
  discoverOidc: { none: 'it reads what a provider says of itself, and keeps nothing' },
  testSso: { none: 'it tries the saved settings, and keeps nothing' },
  testLegacySso: { none: 'it tries the saved settings, and keeps nothing' },

  createHostWindow: { writes: 'window.created', shownIn: `${WINDOWS}/windows.test.ts` },
  updateHostWindow: { writes: 'window.updated', shownIn: `${WINDOWS}/windows.test.ts` },
  deleteHostWindow: { writes: 'window.deleted', shownIn: `${WINDOWS}/windows.test.ts` },
  createGroupWindow: { writes: 'window.created', shownIn: `${WINDOWS}/windows.test.ts` },
  updateGroupWindow: { writes: 'window.updated', shownIn: `${WINDOWS}/windows.test.ts` },
  deleteGroupWindow: { writes: 'window.deleted', shownIn: `${WINDOWS}/windows.test.ts` },
  previewWindow: { none: 'it shows when a window would be open, and keeps nothing' },
  createFreeze: {
    writes: 'freeze.created',
    by: made(
      'freeze',
      call('POST', () => '/freezes', {
        ...{ name: 'New year', timezone: 'UTC', starts_at: '2030-01-01T00:00:00.000Z', duration_secs: 60 },
      }),
    ),
  },
  updateFreeze: {
    writes: 'freeze.updated',
    by: call('PUT', ({ freeze }) => `/freezes/${freeze}`, { enabled: false }),
  },
  deleteFreeze: { writes: 'freeze.deleted', by: call('DELETE', ({ freeze }) => `/freezes/${freeze}`) },
  createReportSchedule: { writes: 'report_schedule.created', shownIn: SCHEDULES },
  previewReportSchedule: { none: 'it shows when a report would be made, and keeps nothing' },
  updateReportSchedule: { writes: 'report_schedule.updated', shownIn: SCHEDULES },
  deleteReportSchedule: { writes: 'report_schedule.deleted', shownIn: SCHEDULES },
  runReportScheduleNow: { writes: 'report_schedule.run_requested', shownIn: SCHEDULES },
  createPolicy: { writes: 'policy.created', shownIn: POLICIES },
  previewPolicy: { none: 'it shows when a policy would start, and keeps nothing' },
  updatePolicy: { writes: 'policy.updated', shownIn: POLICIES },
  deletePolicy: { writes: 'policy.deleted', shownIn: POLICIES },
  runPolicyNow: { writes: 'policy.run_requested', shownIn: POLICIES },
  skipNextPolicyRun: { writes: 'policy.next_run_skipped', shownIn: POLICIES },
  unskipNextPolicyRun: { writes: 'policy.next_run_kept', shownIn: POLICIES },
  pausePolicy: { writes: 'policy.paused', shownIn: POLICIES },
  resumePolicy: { writes: 'policy.resumed', shownIn: POLICIES },
  overrideWindows: { writes: 'freeze.overridden', shownIn: `${WINDOWS}/gate.test.ts` },
  requestApproval: { writes: 'approval.requested', shownIn: `${APPROVALS}/approvals.test.ts` },
  approveApproval: { writes: 'approval.approved', shownIn: `${APPROVALS}/approvals.test.ts` },
  denyApproval: { writes: 'approval.denied', shownIn: `${APPROVALS}/approvals.test.ts` },
  withdrawApproval: { writes: 'approval.withdrawn', shownIn: `${APPROVALS}/approvals.test.ts` },
  createApprovalRule: { writes: 'approval_rule.created', shownIn: `${APPROVALS}/rules.test.ts` },
  updateApprovalRule: { writes: 'approval_rule.change_proposed', shownIn: `${APPROVALS}/rules.test.ts` },
  deleteApprovalRule: { writes: 'approval_rule.change_proposed', shownIn: `${APPROVALS}/rules.test.ts` },
  confirmApprovalRuleChange: { writes: 'approval_rule.deleted', shownIn: `${APPROVALS}/rules.test.ts` },
  rejectApprovalRuleChange: {
    writes: 'approval_rule.change_rejected',
    shownIn: `${APPROVALS}/rules.test.ts`,
  },
  createHealthCheck: { writes: 'health_check.created', shownIn: `${CHECKS}/checks.test.ts` },
  updateHealthCheck: { writes: 'health_check.updated', shownIn: `${CHECKS}/checks.test.ts` },
  deleteHealthCheck: { writes: 'health_check.deleted', shownIn: `${CHECKS}/checks.test.ts` },
  testHealthCheck: { none: 'it runs the check, and keeps nothing' },
  overrideHealthChecks: { writes: 'health_check.overridden', shownIn: `${CHECKS}/gate.test.ts` },
  createWebhook: {
    writes: 'webhook.created',
    by: made(
      'webhook',
      call('POST', () => '/webhooks', { name: 'chat', url: 'https://chat.example.org/hook' }),
    ),
  },
  updateWebhook: {
    writes: 'webhook.updated',
    by: call('PUT', ({ webhook }) => `/webhooks/${webhook}`, { enabled: false }),
  },
  testWebhook: { none: 'it calls the webhook, and keeps nothing' },
  createNotificationRule: {
    writes: 'notification_rule.created',
    by: made('rule', ({ kit, ids }) =>
      kit.call('POST', '/api/v1/notification-rules', {
        body: { name: 'chat', facts: ['job.failed'], webhook_ids: [ids.webhook] },
      }),
    ),
  },
  updateNotificationRule: {
    writes: 'notification_rule.updated',
    by: call('PUT', ({ rule }) => `/notification-rules/${rule}`, { enabled: false }),
  },
  deleteNotificationRule: {
    writes: 'notification_rule.deleted',
    by: call('DELETE', ({ rule }) => `/notification-rules/${rule}`),
  },
  deleteWebhook: { writes: 'webhook.deleted', by: call('DELETE', ({ webhook }) => `/webhooks/${webhook}`) },
  sendNotificationAgain: {
    writes: 'notification.sent_again',
    shownIn: 'plugins/notifications/webhooks.test.ts',
  },
  testSmtp: { none: 'it sends a mail with the saved settings, and keeps nothing' },

  updateSettings: {
    writes: 'settings.updated',
    by: call('PUT', () => '/settings', { polling: { patch_poll_interval_secs: 3_600 } }),
  },
  updateIpAllowList: {
    writes: 'settings.updated',
    by: call('PUT', () => '/settings/ip-whitelist', { entries: ['127.0.0.1', '::1'] }),
  },
  confirmWebTls: { writes: 'web_tls.confirmed', shownIn: 'plugins/web-tls/listener.test.ts' },
  createExposureException: {
    writes: 'exposure_exception.created',
    by: made('exception', ({ kit, ids }) =>
      kit.call('POST', '/api/v1/exposure/exceptions', {
        body: {
          ...{ host_id: ids.host, package: 'jq', reason: 'Until Monday.' },
          expires_at: new Date(kit.clock.now().getTime() + 86_400_000).toISOString(),
        },
      }),
    ),
  },
  deleteExposureException: {
    writes: 'exposure_exception.deleted',
    by: call('DELETE', ({ exception }) => `/exposure/exceptions/${exception}`),
  },
  importExposureDataSet: {
    writes: 'exposure_data_set.imported',
    shownIn: 'plugins/exposure/dataSets.testing.ts',
  },
  fetchExposureDataSet: {
    writes: 'exposure_data_set.imported',
    shownIn: 'plugins/exposure/fetch.testing.ts',
  },
  planConfigurationImport: { none: 'it compares, and changes nothing' },
  importConfiguration: {
    writes: 'configuration.imported',
    shownIn: 'plugins/configuration/configuration.test.ts',
  },
  checkAuditIntegrity: { writes: 'audit.verified', by: call('POST', () => '/settings/audit-integrity') },
  deleteHost: { writes: 'host.deleted', by: call('DELETE', ({ host }) => `/hosts/${host}`) },
};

/** A job over one host whose agent changes something, or fails. */
async function jobOf({ kit }: World, how: 'changed' | 'failed'): Promise<TestAnswer> {
  const host = await kit.addHost();
  const ending: Ending =
    how === 'changed' ? { changes: [upgrade('jq')] } : { status: 'failed', error: { ...scriptFailed } };
  // Also where the manager tries again.
  host.agent.endings.push(ending, ending, ending, ending);
  return kit.call('POST', '/api/v1/jobs', { body: { operation: 'patch', target: { host_ids: [host.id] } } });
}

function afterEnd(work: Call): Call {
  return async (world) => {
    await world.kit.runJob(world.ids.job ?? '');
    return work(world);
  };
}

/** A host asks to join: its call is one of agents. */
async function asked({ kit, ids }: World, name: string, machine: string): Promise<TestAnswer> {
  const more = { machine_id: machine.repeat(32), ip_address: `10.0.4.${machine}` };
  const { id } = await ask(kit, newKey(), more);
  ids[name] = id;
  return { status: 201, headers: new Headers(), body: null };
}
