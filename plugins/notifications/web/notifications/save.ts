import { api, must } from '#web/core/api.ts';
import { ifMatch, saveOnce } from '#web/core/edits.ts';
import type { Schemas } from '#web/core/schema.ts';

type Rule = Schemas['NotificationRule'];
type Webhook = Schemas['Webhook'];

/** 412 `PRECONDITION_FAILED`: somebody has changed it since. */
export function saveRule(
  { id: ruleId, edit_version: version }: Rule,
  body: Schemas['UpdateNotificationRuleRequest'],
): Promise<Rule> {
  const params = { path: { rule_id: ruleId }, header: ifMatch(version) };
  return saveOnce<Rule>(body, {
    save: () => must(api.PUT('/api/v1/notification-rules/{rule_id}', { params, body })),
    read: async () =>
      (await must(api.GET('/api/v1/notification-rules'))).rules.find(({ id }) => id === ruleId),
  });
}

/** 412 `PRECONDITION_FAILED`: somebody has changed it since, or a secret or another address, which nobody can compare, was asked for. */
export function saveWebhook(
  { id: webhookId, edit_version: version }: Webhook,
  body: Schemas['UpdateWebhookRequest'],
): Promise<Webhook> {
  const params = { path: { webhook_id: webhookId }, header: ifMatch(version) };
  return saveOnce<Webhook>(body, {
    save: () => must(api.PUT('/api/v1/webhooks/{webhook_id}', { params, body })),
    read: async () => (await must(api.GET('/api/v1/webhooks'))).webhooks.find(({ id }) => id === webhookId),
  });
}
