import type { Context, Tx } from '#sdk';
import type { DeliveryModel } from '../models.ts';

/** Writes the delivery for sending; mails and calls have places of their own, so that neither waits for the other. */
export async function sendSoon(
  ctx: Context,
  tx: Tx,
  { id, channel }: Pick<DeliveryModel, 'id' | 'channel'>,
): Promise<void> {
  const topic = channel === 'mail' ? 'notifications.delivery' : 'notifications.call';
  await ctx.outbox.write(tx, topic, { key: id, payload: { deliveryId: id } });
}
