import { api, must } from '#web/core/api.ts';
import type { Schemas } from '#web/core/schema.ts';

export interface RulesAndWebhooks {
  rules: readonly Schemas['NotificationRule'][];
  webhooks: readonly Schemas['Webhook'][];
}

/** All of both: a rule names webhooks, and a webhook that no rule names is not called. */
export async function readRulesAndWebhooks(signal: AbortSignal): Promise<RulesAndWebhooks> {
  const [{ rules }, { webhooks }] = await Promise.all([
    must(api.GET('/api/v1/notification-rules', { signal })),
    must(api.GET('/api/v1/webhooks', { signal })),
  ]);
  return { rules, webhooks };
}
