import { AppError, type Context, paging } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import {
  AttachmentModel,
  DeliveryModel,
  ExpiryModel,
  MessageModel,
  ReminderModel,
  WatchModel,
  type Channel,
  type DeliveryState,
} from '../models.ts';
import { notificationSection } from '../settings.ts';
import { idOf } from '../domain/ids.ts';
import { MAX_ANSWER, MAX_ATTEMPTS } from './deliver.ts';
import { sendSoon } from './sendSoon.ts';

const TEST_AGAIN = 'A test is not sent again: repeat the test.';

export interface DeliveryQuery extends paging.Query, paging.StateQuery<DeliveryState> {
  channel?: Channel;
  jobId?: string;
}

export interface DeliveryPage {
  deliveries: DeliveryModel[];
  total: number;
  nextCursor: string | null;
}

export async function listDeliveries({ db }: Context, query: DeliveryQuery): Promise<DeliveryPage> {
  const { state, stateNot, channel, jobId, ...page } = query;
  const filtered = DeliveryModel.query(db.reader).where({
    ...(channel ? { channel } : {}),
    ...(jobId ? { job_id: jobId } : {}),
  });
  paging.whereState(filtered, { state, stateNot });
  const { rows: deliveries, ...more } = await paging.page(filtered, page);
  return { deliveries, ...more };
}

/**
 * Gives a delivery that was given up all of its attempts again, under the same id. Throws DELIVERY_NOT_FOUND,
 * DELIVERY_NOT_DEAD.
 */
export async function sendAgain(ctx: Context, id: string, by: ActedBy): Promise<DeliveryModel> {
  return ctx.tx(
    async (tx) => {
      const row = await DeliveryModel.query(tx.knex).findById(id).forUpdate();
      if (!row) throw new AppError('DELIVERY_NOT_FOUND', { details: { delivery_id: id } });
      if (row.state === 'waiting') return row;
      if (row.fact === 'test')
        throw new AppError('DELIVERY_NOT_DEAD', { details: { state: row.state }, message: TEST_AGAIN });
      if (row.state !== 'dead') throw new AppError('DELIVERY_NOT_DEAD', { details: { state: row.state } });
      const isRevived = row.outboxId !== null && (await ctx.outbox.revive(tx, row.outboxId));
      // The outbox keeps dead messages for a shorter time than the log does.
      if (!isRevived) await sendSoon(ctx, tx, row);
      const resource = { kind: 'notification_delivery', id, name: row.recipient } as const;
      const after = { fact: row.fact, channel: row.channel, job_id: row.jobId };
      ctx.audit.record(tx, { ...by, action: 'notification.sent_again', resource, after });
      return DeliveryModel.query(tx.knex).patchAndFetchById(id, {
        state: 'waiting',
        tries: 0,
        endedAt: null,
      });
    },
    { name: 'notifications.sendAgain' },
  );
}

export interface Tested {
  /** The id under which it was sent: `webhook-id` of a call. */
  id: string;
  channel: Channel;
  /** The mail addresses, or the name of the webhook. */
  recipients: readonly string[];
  webhookId: string | null;
  success: boolean;
  /** What the other side said. */
  answer: string;
}

/** Writes a test that a person made into the log: sent, or given up after its one attempt. */
export async function logTest(
  ctx: Context,
  { id, recipients, success, answer, ...row }: Tested,
): Promise<void> {
  const now = ctx.clock.now();
  const state: DeliveryState = success ? 'sent' : 'dead';
  const common = { ...row, messageId: id, fact: 'test' as const, jobId: null, state, tries: 1 };
  const ended = { lastAnswer: answer.slice(0, MAX_ANSWER), lastTriedAt: now, createdAt: now, endedAt: now };
  await ctx.tx(
    async ({ knex }) => {
      for (const [index, recipient] of recipients.entries())
        await DeliveryModel.query(knex).insert({
          ...common,
          ...ended,
          id: index === 0 ? id : idOf('test', id, recipient),
          recipient,
          outboxId: null,
        });
    },
    { name: 'notifications.logTest' },
  );
}

const DAY_MS = 86_400_000;
/** Marks of things that ended longer ago, and watches of jobs that are older or gone, are deleted. */
const ENDED_DAYS = 90;
/** Files are large, and their reports can be made again. */
const ATTACHMENT_DAYS = 7;
/** Longer than the longest pause of the outbox: no manager still works on the delivery. */
const FORGOTTEN_MS = 3 * 3_600_000;
/** Rows that one statement deletes. */
const BATCH = 1_000;

/** Deletes what is older than the log is kept, and ends deliveries whose last attempt a killed manager left open. */
export async function cleanUp(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const { log_days: days } = await ctx.settings.get(notificationSection);
  const before = new Date(now.getTime() - days * DAY_MS);
  await endForgotten(ctx, now);
  while (await deleteSome(ctx, before));
  const gone = new Date(now.getTime() - ENDED_DAYS * DAY_MS);
  const large = new Date(now.getTime() - Math.min(days, ATTACHMENT_DAYS) * DAY_MS);
  await ctx.tx(
    async ({ knex }) => {
      await ReminderModel.query(knex).where('start_at', '<', before).delete();
      await ExpiryModel.query(knex).where('ends_at', '<', gone).delete();
      await WatchModel.query(knex).where('created_at', '<', gone).delete();
      await AttachmentModel.query(knex).where('created_at', '<', large).delete();
    },
    {
      name: 'notifications.cleanUp',
      durable: false,
    },
  );
}

async function endForgotten(ctx: Context, now: Date): Promise<void> {
  const since = new Date(now.getTime() - FORGOTTEN_MS);
  const values = { state: 'dead', endedAt: now } as const;
  await ctx.tx(
    async ({ knex }) => {
      await DeliveryModel.query(knex)
        .where('state', 'waiting')
        .where('tries', '>=', MAX_ATTEMPTS - 1)
        .where('last_tried_at', '<', since)
        .patch(values);
    },
    { name: 'notifications.cleanUp', durable: false },
  );
}

/** True when there may be more. */
async function deleteSome(ctx: Context, before: Date): Promise<boolean> {
  return ctx.tx(
    async ({ knex }) => {
      const old = await DeliveryModel.query(knex)
        .select('id', 'message_id')
        .where('created_at', '<', before)
        .limit(BATCH);
      if (old.length === 0) return false;
      const messageIds = [...new Set(old.map(({ messageId }) => messageId))];
      await DeliveryModel.query(knex)
        .findByIds(old.map(({ id }) => id))
        .delete();
      const used = await DeliveryModel.query(knex).select('message_id').whereIn('message_id', messageIds);
      const kept = new Set(used.map(({ messageId }) => messageId));
      await MessageModel.query(knex)
        .findByIds(messageIds.filter((id) => !kept.has(id)))
        .delete();
      return old.length === BATCH;
    },
    { name: 'notifications.cleanUp', durable: false },
  );
}
