import {
  actedBy,
  type Actor,
  auditLog,
  type Context,
  empty,
  etags,
  http,
  idempotent,
  newId,
  paging,
  reply,
  type Routes,
  waitError,
  wire,
} from '#sdk';
import type { components } from '../../generated/manager.ts';
import { sampleOf } from './domain/sample.ts';
import { testTelling } from './domain/telling.ts';
import { post } from './service/callWebhook.ts';
import { listDeliveries, logTest, sendAgain } from './service/log.ts';
import { createRule, deleteRule, listRules, readRule, updateRule, type RuleDraft } from './service/rules.ts';
import { sendTestMail } from './service/testMail.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  updateWebhook,
  type WebhookChange,
} from './service/webhooks.ts';
import { readWatch, unwatchJob, watchJob, type JobWatch } from './service/watches.ts';
import { idOf } from './domain/ids.ts';
import { managerUrl } from './settings.ts';
import { deliveryToWire, ruleToWire, webhookToWire, writtenToWire } from './wire.ts';

type Schemas = components['schemas'];
type NotificationRoutes = Routes<'notifications'>;
type WebhookOperation = Extract<
  keyof NotificationRoutes,
  `${string}Webhook${'' | 's'}` | 'getWebhookPreview'
>;
type WatchOperation = 'getJobWatch' | 'watchJob' | 'deleteJobWatch';
type RuleOperation = Extract<keyof NotificationRoutes, `${string}NotificationRule${'' | 's'}`>;

/** The limit for one person: enough to try settings out, too few to flood a mail box. */
const TESTS = { max: 20, windowSecs: 600 };
/** Calls of the web client wait 30 s. */
const TEST_TIMEOUT_MS = 25_000;

export const notificationRoutes = (ctx: Context): NotificationRoutes => ({
  ...webhookRoutes(ctx),
  ...ruleRoutes(ctx),
  ...watchRoutes(ctx),
  async testSmtp({ actor, address }) {
    await limitTests(ctx, actor, address);
    const result = await sendTestMail(ctx, actor);
    await auditLog.recordTrial(
      ctx,
      { actor, address },
      {
        action: 'settings.tested',
        success: result.success,
        resource: { kind: 'settings', id: 'smtp', name: 'smtp' },
      },
    );
    return reply(200, result);
  },
  async listNotificationDeliveries({ query }) {
    const page = await listDeliveries(ctx, wire.fromWire(query));
    const { deliveries, total, nextCursor: next_cursor } = page;
    return reply(200, { deliveries: deliveries.map(deliveryToWire), total, next_cursor });
  },
  async sendNotificationAgain(request) {
    return reply(200, deliveryToWire(await sendAgain(ctx, request.params.delivery_id, actedBy(request))));
  },
});

function webhookRoutes(ctx: Context): Pick<NotificationRoutes, WebhookOperation> {
  return {
    async listWebhooks({ query }) {
      return reply(200, paging.list('webhooks', (await listWebhooks(ctx)).map(webhookToWire), query));
    },
    async createWebhook(request) {
      const { name, url, format = 'fleetmend', enabled = true, secret = null, facts = [] } = request.body;
      const draft = { name, url, format, enabled, secret };
      const call = idempotent.call('createWebhook', request);
      const written = await createWebhook(ctx, { call, draft, facts }, actedBy(request));
      return reply(201, writtenToWire(written));
    },
    async getWebhook({ params }) {
      const webhook = await readWebhook(ctx, params.webhook_id);
      return reply(200, webhookToWire(webhook));
    },
    async updateWebhook(request) {
      const { params, headers, body } = request;
      const change: WebhookChange = body;
      const edit = { id: params.webhook_id, ifMatch: etags.read(headers['if-match']), change };
      const written = await updateWebhook(ctx, edit, actedBy(request));
      return reply(200, writtenToWire(written));
    },
    async deleteWebhook(request) {
      const { params, headers } = request;
      const edit = { id: params.webhook_id, ifMatch: etags.read(headers['if-match']) };
      await deleteWebhook(ctx, edit, actedBy(request));
      return empty(204);
    },
    getWebhookPreview: ({ query }) =>
      Promise.resolve(
        reply(200, sampleOf(query.format, { now: ctx.clock.now(), managerUrl: managerUrl(ctx.config) })),
      ),
    async testWebhook({ params, actor, address }) {
      await limitTests(ctx, actor, address);
      const { name, result } = await callNow(ctx, params.webhook_id);
      await auditLog.recordTrial(
        ctx,
        { actor, address },
        {
          action: 'webhook.tested',
          success: result.success,
          resource: { kind: 'webhook', id: params.webhook_id, name },
        },
      );
      return reply(200, result);
    },
  };
}

function ruleRoutes(ctx: Context): Pick<NotificationRoutes, RuleOperation> {
  return {
    async listNotificationRules({ query }) {
      return reply(200, paging.list('rules', (await listRules(ctx)).map(ruleToWire), query));
    },
    async createNotificationRule(request) {
      const { name, facts, enabled = true, group_ids: groupIds = [], recipients = [] } = request.body;
      const { webhook_ids: webhookIds = [] } = request.body;
      const draft = { name, facts, enabled, groupIds, recipients, webhookIds };
      const call = idempotent.call('createNotificationRule', request);
      const rule = await createRule(ctx, { call, draft }, actedBy(request));
      return reply(201, ruleToWire(rule));
    },
    async getNotificationRule({ params }) {
      const rule = await readRule(ctx, params.rule_id);
      return reply(200, ruleToWire(rule));
    },
    async updateNotificationRule(request) {
      const { params, headers, body } = request;
      const edit = { id: params.rule_id, ifMatch: etags.read(headers['if-match']), change: changeOf(body) };
      const rule = await updateRule(ctx, edit, actedBy(request));
      return reply(200, ruleToWire(rule));
    },
    async deleteNotificationRule(request) {
      const { params, headers } = request;
      const edit = { id: params.rule_id, ifMatch: etags.read(headers['if-match']) };
      await deleteRule(ctx, edit, actedBy(request));
      return empty(204);
    },
  };
}

const watchRoutes = (ctx: Context): Pick<NotificationRoutes, WatchOperation> => ({
  getJobWatch: async ({ params, actor, scope }) =>
    reply(200, watchToWire(await readWatch(ctx, { jobId: params.job_id, actor, scope }))),
  watchJob: async ({ params, actor, scope }) =>
    reply(200, watchToWire(await watchJob(ctx, { jobId: params.job_id, actor, scope }))),
  async deleteJobWatch({ params, actor, scope }) {
    await unwatchJob(ctx, { jobId: params.job_id, actor, scope });
    return empty(204);
  },
});

const watchToWire = ({ id, mail }: JobWatch): Schemas['JobWatch'] => ({ id, watching: id !== null, mail });

function changeOf(body: Schemas['UpdateNotificationRuleRequest']): Partial<RuleDraft> {
  const { group_ids: groupIds, webhook_ids: webhookIds, ...same } = body;
  return {
    ...same,
    ...(groupIds === undefined ? {} : { groupIds }),
    ...(webhookIds === undefined ? {} : { webhookIds }),
  };
}

async function limitTests(ctx: Context, { id }: Actor, address: string): Promise<void> {
  const waitSecs = await ctx.limits.hit(`notifications-test:${id ?? http.limitKey(address)}`, TESTS);
  if (waitSecs !== null) throw waitError('RATE_LIMITED', waitSecs);
}

/** Calls a webhook with a test payload without data, under an id of its own, and logs it. */
async function callNow(
  ctx: Context,
  webhookId: string,
): Promise<{ name: string; result: Schemas['TestResult'] }> {
  const webhook = await readWebhook(ctx, webhookId);
  const id = idOf('test', newId());
  const telling = testTelling({ id, at: ctx.clock.now(), managerUrl: managerUrl(ctx.config) });
  const outcome = await post(ctx, { webhook, telling, signal: AbortSignal.timeout(TEST_TIMEOUT_MS) });
  const result = { success: outcome.kind === 'sent', message: outcome.answer };
  const tested = {
    channel: 'webhook',
    recipients: [webhook.name],
    webhookId,
    success: result.success,
  } as const;
  await logTest(ctx, { id, ...tested, answer: result.message });
  return { name: webhook.name, result };
}
