/** Certificates, notifications, reports, the audit log, settings and the configuration. */
import { createPrivateKey } from 'node:crypto';
import type { components } from '../../../../generated/manager.ts';
import { newHostWithAgent } from '../../../../server/core/agents/agents.testing.ts';
import { success, type FakeAgent } from '../../../../server/core/agents/fakeAgent.testing.ts';
import { createKeyPair } from '../../../../server/core/agents/pki/index.ts';
import { createAuthority } from '../../../../server/core/agents/pki/pki.testing.ts';
import { createCsr } from '../../../../server/shared/pki/csr.ts';
import { confirmOverTls } from '../listener.ts';
import { reads, writes, type Rows } from '../row.ts';
import { NETWORK, type World } from '../world.ts';

type Schemas = components['schemas'];

const anonymous = { bearer: null } as const;
const hostPath = ({ ids }: World) => ({ path: { hostId: ids['host'] ?? '' } });

/** Agents that speak TLS; `stopAgents` stops them. */
const agents: FakeAgent[] = [];
export const stopAgents = (): Promise<unknown> => Promise.all(agents.map((agent) => agent.stop()));

/** Lets an agent renew its certificate. */
function renewable(agent: FakeAgent, ca: string): void {
  let key = '';
  agent.routes['POST /api/v1/system/certificate/csr'] = (_req, res) => {
    void createKeyPair().then(({ privateKeyPem }) => {
      key = privateKeyPem;
      success(res, { csr_pem: createCsr(createPrivateKey(key), 'web1') });
    });
  };
  agent.routes['PUT /api/v1/system/certificate'] = (_req, res, body) => {
    const { certificate_pem: cert } = JSON.parse(body) as { certificate_pem: string };
    agent.setCertificate({ key, cert, ca });
    const expires_at = '2027-01-01T00:00:00.000Z';
    success(res, { serial_number: 'ab', fingerprint_sha256: 'a'.repeat(64), expires_at });
  };
}

const certificate = ({ ids }: World, name: string) => ({ path: { certId: ids[name] ?? '' } });

const certificates: Rows = {
  issueCertificate: writes('certificate.issued', async (w) => {
    const { certificate: made } = await w.must<Schemas['IssuedCertificate']>('issueCertificate', {
      ...hostPath(w),
      body: { hostname: 'new.example.org' },
    });
    w.ids['certificate'] = made.id;
  }),
  listCertificates: reads(({ must }) => must('listCertificates')),
  getHostCertificate: reads((w) => w.must('getHostCertificate', hostPath(w))),
  getAuthority: reads(({ must }) => must('getAuthority')),
  getRootCertificate: reads(({ must }) => must('getRootCertificate', anonymous)),
  getRevocationList: reads(({ must }) => must('getRevocationList', anonymous)),
  reissueCertificate: writes('certificate.issued', async (w) => {
    const { hostId, agent, issued } = await newHostWithAgent({ app: w.kit, agents } as never);
    renewable(agent, issued.caPem);
    await w.kit.ctx.db.knex('hosts_hosts').where('id', hostId).update({ last_seen_at: w.kit.clock.now() });
    Object.assign(w.ids, { dialled: hostId });
    return w.must('reissueCertificate', { path: { hostId } });
  }),
  renewCertificate: writes('certificate.issued', async (w) => {
    const query = { host_id: w.ids['dialled'] ?? '', status: 'active' };
    const { certificates: list } = await w.must<Schemas['CertificateList']>('listCertificates', { query });
    w.ids['renewed'] = list[0]?.id ?? '';
    return w.must('renewCertificate', certificate(w, 'renewed'));
  }),
  revokeCertificate: writes('certificate.revoked', (w) =>
    w.must('revokeCertificate', certificate(w, 'certificate')),
  ),
  createAuthorityRequest: writes('ca.authority_requested', ({ must }) => must('createAuthorityRequest')),
  deleteAuthorityRequest: writes('ca.authority_request_dropped', ({ must }) =>
    must('deleteAuthorityRequest'),
  ),
  beginRotation: writes('ca.rotation_begun', ({ must }) => must('beginRotation')),
  getRotation: reads(({ must }) => must('getRotation')),
  pauseRotation: writes('ca.rotation_paused', ({ must }) => must('pauseRotation')),
  resumeRotation: writes('ca.rotation_resumed', ({ must }) => must('resumeRotation')),
  listRotationHosts: reads(({ must }) => must('listRotationHosts')),
  finishRotation: writes('ca.rotation_finishing', async ({ must, kit }) => {
    await must('finishRotation', { body: { reason: 'Their machines are scrapped.' } });
    await kit.until(async () => {
      const { rotation } = await must<{ rotation: { phase: string } | null }>('getRotation');
      return rotation?.phase !== 'finishing';
    });
  }),
  beginOwnRotation: writes('ca.rotation_begun', async ({ must, kit }) => {
    const { certificatePem, privateKeyPem } = await createAuthority(kit.clock.now());
    const body = { certificates_pem: certificatePem, key_pem: privateKeyPem };
    return must('beginOwnRotation', { body });
  }),
  goBackFromRotation: writes('ca.rotation_going_back', ({ must }) => must('goBackFromRotation')),
};

const hook = ({ ids }: World) => ({ path: { webhookId: ids['webhook'] ?? '' } });
const rule = ({ ids }: World) => ({ path: { ruleId: ids['rule'] ?? '' } });

const notifications: Rows = {
  createWebhook: writes('webhook.created', async ({ must, ids, receiver }) => {
    const body = { name: 'chat', url: receiver.url };
    ids['webhook'] = (await must<Schemas['WebhookWithSecret']>('createWebhook', { body })).id;
  }),
  listWebhooks: reads(({ must }) => must('listWebhooks')),
  updateWebhook: writes('webhook.updated', (w) =>
    w.must('updateWebhook', { ...hook(w), body: { name: 'the chat' } }),
  ),
  testWebhook: writes('webhook.tested', (w) => w.must('testWebhook', hook(w))),
  createNotificationRule: writes('notification_rule.created', async ({ must, ids }) => {
    const body = { name: 'chat', facts: ['job.failed', 'job.completed'], webhook_ids: [ids['webhook']] };
    ids['rule'] = (await must<Schemas['NotificationRule']>('createNotificationRule', { body })).id;
  }),
  listNotificationRules: reads(({ must }) => must('listNotificationRules')),
  updateNotificationRule: writes('notification_rule.updated', (w) =>
    w.must('updateNotificationRule', { ...rule(w), body: { name: 'ends' } }),
  ),
  listNotificationDeliveries: reads(({ must }) => must('listNotificationDeliveries')),
  sendNotificationAgain: writes('notification.sent_again', async (w) => {
    w.receiver.answers.push(410, 410, 410);
    // The second host: the first one is in a group that has a window.
    const target = { host_ids: [w.kit.hosts[1]?.id] };
    const { id } = await w.must<Schemas['Job']>('createJob', { body: { operation: 'patch', target } });
    await w.kit.runJob(id);
    const dead = async () => {
      const query = { state: 'dead', channel: 'webhook' };
      const call = { query };
      return (await w.must<Schemas['NotificationDeliveryList']>('listNotificationDeliveries', call))
        .deliveries;
    };
    await w.kit.until(async () => (await dead()).length > 0);
    w.receiver.answers.splice(0);
    return w.must('sendNotificationAgain', { path: { deliveryId: (await dead())[0]?.id ?? '' } });
  }),
  deleteNotificationRule: writes('notification_rule.deleted', (w) =>
    w.must('deleteNotificationRule', rule(w)),
  ),
  deleteWebhook: writes('webhook.deleted', (w) => w.must('deleteWebhook', hook(w))),
  testSmtp: writes('settings.tested', ({ must }) => must('testSmtp')),
};

const schedule = ({ ids }: World) => ({ path: { scheduleId: ids['schedule'] ?? '' } });
const times = { timezone: 'UTC', rrule: 'DTSTART:20260101T070000\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1' };

const reports: Rows = {
  previewReportSchedule: {
    none: 'it shows when a report would be made, and keeps nothing',
    by: ({ must }) => must('previewReportSchedule', { body: { ...times, period: 'last_month' } }),
  },
  createReportSchedule: writes('report_schedule.created', async ({ must, ids }) => {
    const body = {
      name: 'For the auditors',
      report_type: 'compliance',
      format: 'csv',
      period: 'last_month',
      ...times,
      recipients: ['audit@example.org'],
    };
    ids['schedule'] = (await must<Schemas['ReportSchedule']>('createReportSchedule', { body })).id;
  }),
  listReportSchedules: reads(({ must }) => must('listReportSchedules')),
  updateReportSchedule: writes('report_schedule.updated', (w) =>
    w.must('updateReportSchedule', { ...schedule(w), body: { enabled: false } }),
  ),
  runReportScheduleNow: writes('report_schedule.run_requested', (w) =>
    w.must('runReportScheduleNow', schedule(w)),
  ),
  deleteReportSchedule: writes('report_schedule.deleted', (w) => w.must('deleteReportSchedule', schedule(w))),
  getReportFigures: reads(({ must }) => must('getReportFigures', { path: { reportType: 'compliance' } })),
  downloadReport: reads(({ must }) =>
    must('downloadReport', { path: { reportType: 'compliance' }, query: { format: 'csv' } }),
  ),
};

const settings: Rows = {
  getIpAllowList: reads(({ must }) => must('getIpAllowList')),
  updateIpAllowList: writes('settings.updated', ({ must }) =>
    must('updateIpAllowList', { body: { entries: ['127.0.0.1', '::1', NETWORK] } }),
  ),
  getWebTls: reads(({ must }) => must('getWebTls')),
  confirmWebTls: {
    none: 'it is called at a manager of its own, whose log is looked into there',
    by: confirmOverTls,
  },
  exportConfiguration: reads(async ({ must, ids }) => {
    ids['configuration'] = JSON.stringify(await must('exportConfiguration'));
  }),
  planConfigurationImport: {
    none: 'it compares, and changes nothing',
    by: async ({ must, ids }) => {
      const file = JSON.parse(ids['configuration'] ?? '') as { parts: Record<string, object> };
      file.parts = { settings: { polling: { health_poll_interval_secs: 90 } } };
      ids['configuration'] = JSON.stringify(file);
      const { hash } = await must<{ hash: string }>('planConfigurationImport', { body: { file } });
      ids['hash'] = hash;
    },
  },
  importConfiguration: writes('configuration.imported', ({ must, ids }) => {
    const file: unknown = JSON.parse(ids['configuration'] ?? '');
    return must('importConfiguration', { body: { file, hash: ids['hash'] } });
  }),
  checkAuditIntegrity: writes('audit.verified', ({ must }) => must('checkAuditIntegrity')),
  listAuditRows: reads(({ must }) => must('listAuditRows')),
  exportAuditLog: reads(({ must }) => must('exportAuditLog', { query: { format: 'csv' } })),
};

export const restRows: Rows = { ...certificates, ...notifications, ...reports, ...settings };
