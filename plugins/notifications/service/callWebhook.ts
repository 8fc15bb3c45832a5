import type { Context, http } from '#sdk';
import { formatOf } from '../domain/formats/formats.ts';
import { tellingOf, type Telling } from '../domain/telling.ts';
import { plainLine } from '../domain/text.ts';
import { WebhookModel } from '../models.ts';
import { managerUrl } from '../settings.ts';
import type { Attempt, Outcome } from './outcome.ts';
import { openSecret, openUrl, withoutSecrets } from './webhookSecret.ts';

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
  const { at, content } = told;
  const telling = tellingOf({ id: row.id, at, content, managerUrl: managerUrl(ctx.config) });
  return post(ctx, { webhook, telling, signal });
}

export interface Post {
  webhook: Pick<WebhookModel, 'id' | 'format' | 'sealedUrl' | 'sealedSecret'>;
  telling: Telling;
  signal: AbortSignal;
}

/** Calls it in its format. */
export async function post(ctx: Context, { webhook, telling, signal }: Post): Promise<Outcome> {
  const hidden = { secret: openSecret(ctx.secrets, webhook), url: openUrl(ctx.secrets, webhook) };
  const call = formatOf(webhook.format).call(telling, { ...hidden, now: ctx.clock.now() });
  const result = await ctx.outbound.fetch({
    ...call,
    reach: 'network',
    method: 'POST',
    signal,
    timeoutMs: TIMEOUT_MS,
    quoteBytes: QUOTE_BYTES,
  });
  return outcomeOf(result, hidden);
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
