import { createHmac } from 'node:crypto';
import type { Context, http } from '#sdk';
import { payloadOf } from '../domain/payload.ts';
import { plainLine } from '../domain/text.ts';
import { WebhookModel } from '../models.ts';
import { managerUrl } from '../settings.ts';
import type { Attempt, Outcome } from './outcome.ts';
import { keyOf, openSecret, openUrl, withoutSecrets } from './webhookSecret.ts';

/** Only the status of an answer counts; a little of its text is shown. */
const MAX_QUOTED = 200;
const QUOTE_BYTES = 4_096;
const TIMEOUT_MS = 20_000;

/** Statuses after which a second call may succeed. */
const PASSING: readonly number[] = [408, 425, 429];

/** Calls the webhook of a delivery. */
export async function callWebhook(ctx: Context, { row, told, signal }: Attempt): Promise<Outcome> {
  const webhook = row.webhookId ? await WebhookModel.query(ctx.db.reader).findById(row.webhookId) : undefined;
  if (!webhook?.enabled)
    return { kind: 'dropped', answer: 'The webhook was disabled or deleted before delivery.' };
  const body = payloadOf({
    id: row.id,
    at: told.at,
    content: told.content,
    managerUrl: managerUrl(ctx.config),
  });
  return post(ctx, { webhook, id: row.id, body, signal });
}

export interface Post {
  webhook: Pick<WebhookModel, 'id' | 'sealedUrl' | 'sealedSecret'>;
  /** The id of the message: the receiver takes each one once. */
  id: string;
  body: string;
  signal: AbortSignal;
}

/** Signed as Standard Webhooks demands: HMAC-SHA-256 over id, time and body, so that none of them can be exchanged. */
export async function post(ctx: Context, { webhook, id, body, signal }: Post): Promise<Outcome> {
  const secret = openSecret(ctx.secrets, webhook);
  const url = openUrl(ctx.secrets, webhook);
  const timestamp = Math.floor(ctx.clock.now().getTime() / 1_000).toString();
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  const result = await ctx.outbound.fetch({
    url,
    reach: 'network',
    method: 'POST',
    body,
    signal,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    timeoutMs: TIMEOUT_MS,
    quoteBytes: QUOTE_BYTES,
  });
  return outcomeOf(result, { secret, url });
}

function outcomeOf(result: http.OutboundResult, hidden: { secret: string; url: string }): Outcome {
  if (!result.ok) {
    const { reason, message } = result.failure;
    const isForGood = reason === 'URL_INVALID' || reason === 'ADDRESS_REFUSED';
    return { kind: isForGood ? 'refused' : 'later', answer: message };
  }
  const { status, body } = result;
  const said = plainLine(withoutSecrets(body.toString('utf8'), hidden), MAX_QUOTED);
  const answer = `It answered ${status}${said === '' ? '.' : `: ${said}`}`;
  if (status >= 200 && status < 300) return { kind: 'sent', answer };
  if (status >= 300 && status < 400)
    return { kind: 'refused', answer: `${answer} Redirects are not followed.` };
  return { kind: status >= 500 || PASSING.includes(status) ? 'later' : 'refused', answer };
}
