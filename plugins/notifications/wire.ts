/** Turns rows into the shapes of the API contract. */
import type { components } from '../../generated/manager.ts';
import type { DeliveryModel, RuleModel, WebhookModel } from './models.ts';
import type { Written } from './service/webhooks.ts';

type Schemas = components['schemas'];

export function webhookToWire(webhook: WebhookModel): Schemas['Webhook'] {
  const { id, name, format, url, enabled, editVersion, createdAt, updatedAt } = webhook;
  return {
    id,
    name,
    format,
    url,
    enabled,
    edit_version: editVersion,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

export const writtenToWire = ({ webhook, secret }: Written): Schemas['WebhookWithSecret'] => ({
  ...webhookToWire(webhook),
  secret,
});

export function ruleToWire(rule: RuleModel): Schemas['NotificationRule'] {
  const { id, name, enabled, facts, groupIds, recipients, webhookIds } = rule;
  return {
    id,
    name,
    enabled,
    facts,
    group_ids: groupIds,
    recipients,
    webhook_ids: webhookIds,
    edit_version: rule.editVersion,
    created_at: rule.createdAt.toISOString(),
    updated_at: rule.updatedAt.toISOString(),
  };
}

export function deliveryToWire(row: DeliveryModel): Schemas['NotificationDelivery'] {
  const { id, fact, jobId, channel, recipient, webhookId, state, tries, lastAnswer } = row;
  return {
    id,
    fact,
    job_id: jobId,
    channel,
    recipient,
    webhook_id: webhookId,
    state,
    tries,
    last_answer: lastAnswer,
    last_tried_at: row.lastTriedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}
