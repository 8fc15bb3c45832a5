import type { Context, OutboxHandlers, OutboxMessage } from '#sdk';
import { DeliveryModel } from '../models.ts';
import { deliver, MAX_ATTEMPTS, TIMEOUT_MS } from './deliver.ts';

/** A webhook whose last call took this long holds its place for as long the next time. */
const SLOW_MS = 2_000;
const LIMITS = { maxAttempts: MAX_ATTEMPTS, timeoutMs: TIMEOUT_MS };

type Message = OutboxMessage<{ deliveryId: string }>;

/**
 * Who sends deliveries. Webhooks that are slow, or hang, get places of their own: a message for one goes there before
 * its first attempt, so that calls of the others do not wait for it.
 */
export function deliveryLanes(ctx: Context) {
  /** Learned by this manager from its own calls, by webhook id. */
  const slow = new Set<string>();

  async function call(message: Message, signal: AbortSignal, webhookId: string): Promise<void> {
    const startedMs = performance.now();
    try {
      await deliver(ctx, message, signal);
    } finally {
      if (performance.now() - startedMs < SLOW_MS) slow.delete(webhookId);
      else slow.add(webhookId);
    }
  }

  async function callOrPassOn(message: Message, signal: AbortSignal): Promise<void> {
    const webhookId = await webhookOf(message);
    if (message.attempt > 1 || !slow.has(webhookId)) return call(message, signal, webhookId);
    const { key, payload } = message;
    await ctx.tx((tx) => ctx.outbox.write(tx, 'notifications.slowCall', { key, payload }), {
      name: 'notifications.passOn',
      durable: false,
    });
  }

  /** An empty text for a delivery that is gone, or is no call. */
  async function webhookOf({ payload }: Message): Promise<string> {
    const row = await DeliveryModel.query(ctx.db.reader).findById(payload.deliveryId).select('webhook_id');
    return row?.webhookId ?? '';
  }

  return {
    'notifications.delivery': { deliver: (message, signal) => deliver(ctx, message, signal), ...LIMITS },
    'notifications.call': { deliver: callOrPassOn, ...LIMITS },
    'notifications.slowCall': {
      deliver: async (message, signal) => call(message, signal, await webhookOf(message)),
      ...LIMITS,
    },
  } satisfies OutboxHandlers;
}
