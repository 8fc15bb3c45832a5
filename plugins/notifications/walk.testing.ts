/** Rows of the walks through the contract: webhooks, rules of notifications, their deliveries, and watched jobs. */
import * as assert from 'uvu/assert';
import { reads, writes, type FeatureRows } from '../../test/support/rows.ts';
import { METADATA_URL, again, idOf, of, takenName } from '../../test/support/walk/made.ts';
import { atWork, here, target } from '../../test/support/walk/jobs.ts';
import { NOBODY } from '../../test/support/walk/walker.ts';
import { call, cut, refused, type Schemas } from '../../test/support/scope/calls.ts';

const hook = of('webhook', 'webhook_id');
const rule = of('rule', 'rule_id');
const KEY = { 'Idempotency-Key': '0190b7c4-0000-7000-8000-00000000cccc' };

export const callers: FeatureRows['callers'] = {
  'everybody who is signed in': 'getJobWatch watchJob deleteJobWatch',
  'administrators alone': `
    testSmtp listWebhooks getWebhookPreview createWebhook getWebhook updateWebhook deleteWebhook testWebhook
    listNotificationRules createNotificationRule getNotificationRule updateNotificationRule
    deleteNotificationRule listNotificationDeliveries sendNotificationAgain`,
  'with a fresh proof': 'createWebhook updateWebhook createNotificationRule updateNotificationRule',
};

export const valid: FeatureRows['valid'] = {
  createWebhook: writes('webhook.created', async ({ must, ids, receiver }) => {
    const body = { name: 'chat', url: receiver.url };
    ids['webhook'] = (await must<Schemas['WebhookWithSecret']>('createWebhook', { body })).id;
  }),
  listWebhooks: reads(({ must }) => must('listWebhooks')),
  getWebhookPreview: reads(({ must }) => must('getWebhookPreview', { query: { format: 'slack' } })),
  getWebhook: reads((w) => w.must('getWebhook', hook(w))),
  updateWebhook: writes('webhook.updated', (w) =>
    w.must('updateWebhook', { ...hook(w), body: { name: 'the chat' } }),
  ),
  testWebhook: writes('webhook.tested', (w) => w.must('testWebhook', hook(w))),
  createNotificationRule: writes('notification_rule.created', async ({ must, ids }) => {
    const body = { name: 'chat', facts: ['job.failed', 'job.completed'], webhook_ids: [ids['webhook']] };
    ids['rule'] = (await must<Schemas['NotificationRule']>('createNotificationRule', { body })).id;
  }),
  listNotificationRules: reads(({ must }) => must('listNotificationRules')),
  getNotificationRule: reads((w) => w.must('getNotificationRule', rule(w))),
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
    return w.must('sendNotificationAgain', { path: { delivery_id: (await dead())[0]?.id ?? '' } });
  }),
  deleteNotificationRule: writes('notification_rule.deleted', (w) =>
    w.must('deleteNotificationRule', rule(w)),
  ),
  deleteWebhook: writes('webhook.deleted', (w) => w.must('deleteWebhook', hook(w))),
  testSmtp: writes('settings.tested', ({ must }) => must('testSmtp')),
  watchJob: {
    none: 'it is about mails to the caller alone',
    by: async (w) => {
      await atWork(w);
      await w.must('watchJob', here(w), here(w));
    },
  },
  getJobWatch: reads((w) => w.must('getJobWatch', here(w))),
  deleteJobWatch: {
    none: 'it is about mails to the caller alone',
    by: async (w) => {
      await w.must('deleteJobWatch', here(w), here(w));
      w.kit.hosts[0]?.agent.end();
      await w.kit.runJob(w.ids['here'] ?? '');
    },
  },
};

export const mistakes: FeatureRows['mistakes'] = [
  { code: 'JOB_NOT_WATCHABLE', at: { watchJob: (_w, { ids }) => ({ path: { job_id: ids['plan'] ?? '' } }) } },
  {
    code: 'GROUP_NOT_FOUND',
    at: { updateNotificationRule: (_w, made) => ({ ...rule(made), body: { group_ids: [NOBODY] } }) },
  },
  {
    code: 'NAME_TAKEN',
    at: {
      updateWebhook: takenName('createWebhook', {
        other: ({ receiver }) => ({ body: { url: receiver.url } }),
        renamed: (_w, made) => hook(made),
      }),
      updateNotificationRule: takenName('createNotificationRule', {
        other: () => ({ body: { facts: ['job.failed'], recipients: ['a@example.org'] } }),
        renamed: (_w, made) => rule(made),
      }),
    },
  },
  {
    code: 'DELIVERY_NOT_DEAD',
    at: {
      // A job of the mistakes' objects has completed, and a webhook was told so.
      async sendNotificationAgain(w) {
        let sent = '';
        await w.kit.until(async () => {
          const { deliveries } = await w.walker.must<{ deliveries: { id: string }[] }>(
            'listNotificationDeliveries',
            { query: { state: 'sent' } },
          );
          sent = deliveries[0]?.id ?? '';
          return sent !== '';
        });
        return { path: { delivery_id: sent } };
      },
    },
  },
  {
    code: 'NOTIFICATION_RULE_INVALID',
    at: {
      createNotificationRule: () => ({ body: { name: 'To nobody', facts: ['job.failed'] } }),
      updateNotificationRule: (_w, made) => ({ ...rule(made), body: { webhook_ids: [], recipients: [] } }),
    },
  },
  {
    code: 'WEBHOOK_NOT_FOUND',
    at: {
      updateNotificationRule: (_w, made) => ({ ...rule(made), body: { webhook_ids: [NOBODY] } }),
      // The call is repeated after its webhook was deleted.
      async createWebhook({ walker, receiver }) {
        const call = { headers: KEY, body: { name: 'Short-lived', url: receiver.url } };
        const { id } = await walker.must<{ id: string }>('createWebhook', call);
        await walker.must('deleteWebhook', { path: { webhook_id: id } });
        return call;
      },
    },
  },
  { code: 'WEBHOOK_IN_USE', at: { deleteWebhook: (_w, made) => hook(made) } },
  {
    code: 'WEBHOOK_URL_INVALID',
    at: {
      createWebhook: () => ({ body: { name: 'Of a mistake', url: 'https://user:secret@chat.example.org/' } }),
      updateWebhook: (_w, made) => ({
        ...hook(made),
        body: { url: 'https://user:secret@chat.example.org/' },
      }),
    },
  },
  {
    code: 'WEBHOOK_SECRET_INVALID',
    at: {
      createWebhook: (w) => ({
        body: {
          name: 'Of a mistake',
          url: w.receiver.url,
          secret: 'whsec_no secret at all, but long enough',
        },
      }),
      updateWebhook: (_w, made) => ({
        ...hook(made),
        body: { secret: 'whsec_no secret at all, but long enough' },
      }),
    },
  },
  {
    code: 'URL_REFUSED',
    at: {
      createWebhook: () => ({ body: { name: 'Of a mistake', url: METADATA_URL } }),
      updateWebhook: (_w, made) => ({ ...hook(made), body: { url: METADATA_URL } }),
    },
  },
];

export const limits: FeatureRows['limits'] = {
  createWebhook: { code: 'NOTIFICATION_LIMIT_REACHED', table: 'notifications_webhooks', most: 100 },
  createNotificationRule: {
    code: 'NOTIFICATION_LIMIT_REACHED',
    table: 'notifications_rules',
    most: 100,
    call: (w, name) =>
      again(w, 'createNotificationRule', { name, webhook_ids: [], recipients: ['a@example.org'] }),
  },
  watchJob: {
    code: 'NOTIFICATION_LIMIT_REACHED',
    table: 'notifications_watches',
    most: 100,
    unlike: ['job_id'],
    // Another job each time, none of which ends meanwhile.
    async call(w) {
      const body = { operation: 'refresh', target: target(w), schedule_at: '2031-01-01T00:00:00Z' };
      return { path: { job_id: await idOf(w, 'createJob', { body }) } };
    },
  },
};

export const scope: FeatureRows['scope'] = {
  async getJobWatch(w) {
    assert.equal(await cut(w, call(w, 'getJobWatch', { path: [w.jobs.changed] })), OFF);
    await refused(call(w, 'getJobWatch', { path: [w.jobs.theirs] }), 404, 'JOB_NOT_FOUND');
  },
  async watchJob(w) {
    await refused(call(w, 'watchJob', { path: [w.jobs.changed] }), 409, 'JOB_NOT_WATCHABLE');
    await refused(call(w, 'watchJob', { path: [w.jobs.theirs] }), 404, 'JOB_NOT_FOUND');
  },
  async deleteJobWatch(w) {
    assert.is((await call(w, 'deleteJobWatch', { path: [w.jobs.changed] })).status, 204);
    await refused(call(w, 'deleteJobWatch', { path: [w.jobs.theirs] }), 404, 'JOB_NOT_FOUND');
  },
};

const OFF = { id: null, watching: false, mail: 'off' };
