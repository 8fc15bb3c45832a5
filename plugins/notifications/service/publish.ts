import type { Context, Tx } from '#sdk';
import { keyOf, type Recipient } from '../domain/audience.ts';
import type { Content } from '../domain/contents.ts';
import { idOf } from '../domain/ids.ts';
import { DeliveryModel, MessageModel, WebhookModel } from '../models.ts';
import { sendSoon } from './sendSoon.ts';

/** A message and who gets it. */
export interface Edition {
  content: Content;
  /** Ids of the groups that it is limited to, or of whoever alone sees these hosts; null: it is about all hosts. */
  groupIds: readonly string[] | null;
  recipients: readonly Recipient[];
}

export interface Publication {
  /** Names the fact: nobody is told the same fact twice. */
  factKey: string;
  jobId: string | null;
  jobSeq: number | null;
  at: Date;
  editions: readonly Edition[];
}

/** How many recipients one statement handles. */
const BATCH = 200;

/**
 * Writes the messages and their deliveries in the caller's transaction; whoever was told of the fact before is not told
 * again.
 */
export async function publish(ctx: Context, tx: Tx, publication: Publication): Promise<void> {
  const { factKey, jobId, jobSeq, at, editions } = publication;
  const names = await webhookNames(tx, editions);
  for (const { content, groupIds, recipients } of editions) {
    const messageId = messageIdOf(factKey, groupIds);
    const known = await tellingOf(
      tx,
      recipients.map((recipient) => deliveryId(factKey, recipient)),
    );
    const fresh = recipients.filter((recipient) => !known.has(deliveryId(factKey, recipient)));
    if (fresh.length === 0) continue;
    const { fact } = content;
    if (!(await MessageModel.query(tx.knex).findById(messageId).select('id')))
      await MessageModel.query(tx.knex).insert({ id: messageId, fact, jobId, jobSeq, at, content });
    for (const recipient of fresh) {
      const id = deliveryId(factKey, recipient);
      await DeliveryModel.query(tx.knex).insert({
        id,
        messageId,
        fact,
        jobId,
        state: 'waiting',
        tries: 0,
        createdAt: ctx.clock.now(),
        ...columnsOf(recipient, names),
      });
      await sendSoon(ctx, tx, { id, channel: recipient.channel });
    }
  }
}

/** The id of the message about a fact for recipients who see these groups; null: all hosts. */
export const messageIdOf = (factKey: string, groupIds: readonly string[] | null): string =>
  idOf('message', factKey, ...(groupIds ?? ['all hosts']));

const deliveryId = (factKey: string, recipient: Recipient): string =>
  idOf('delivery', factKey, keyOf(recipient));

function columnsOf(recipient: Recipient, names: ReadonlyMap<string, string>): Partial<DeliveryModel> {
  const { channel } = recipient;
  if (recipient.channel === 'mail') return { channel, recipient: recipient.address, webhookId: null };
  const { webhookId } = recipient;
  return { channel, recipient: names.get(webhookId) ?? '', webhookId };
}

async function webhookNames(tx: Tx, editions: readonly Edition[]): Promise<Map<string, string>> {
  const recipients = editions.flatMap((edition) => edition.recipients);
  const ids = recipients.flatMap((to) => (to.channel === 'webhook' ? to.webhookId : []));
  const rows = await WebhookModel.query(tx.knex)
    .findByIds([...new Set(ids)])
    .select('id', 'name');
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Those of these ids that are known deliveries. */
async function tellingOf(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let at = 0; at < ids.length; at += BATCH) {
    const rows = await DeliveryModel.query(tx.knex)
      .findByIds(ids.slice(at, at + BATCH))
      .select('id');
    for (const { id } of rows) known.add(id);
  }
  return known;
}
