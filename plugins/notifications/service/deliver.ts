import { setTimeout as sleep } from 'node:timers/promises';
import { DeliveryRefused, type Context, type OutboxMessage } from '#sdk';
import { renderMail } from '../domain/renderMail.ts';
import { DeliveryModel, MessageModel, type DeliveryState } from '../models.ts';
import { managerUrl, readMail } from '../settings.ts';
import { callWebhook } from './callWebhook.ts';
import { MailFailure } from './mailFailure.ts';
import type { Attempt, Outcome } from './outcome.ts';
import { attachmentOf } from './personalMail.ts';
import { sendMail } from './smtp.ts';

/** With the growing pauses of the outbox these attempts last about five hours. */
export const MAX_ATTEMPTS = 12;
/**
 * The limit that the outbox sets for one attempt; the attempt itself ends earlier, so that its end can be written down.
 */
export const TIMEOUT_MS = 30_000;
const ATTEMPT_MS = 25_000;
/**
 * While the database cannot be written, the manager goes on trying to note that a delivery was taken: nobody wants it
 * twice. This outlasts the attempt; after an outage the outbox leaves time for it before another manager delivers the
 * same.
 */
const KEEP_TRYING_MS = 15 * 60_000;
export const MAX_ANSWER = 500;

type Message = OutboxMessage<{ deliveryId: string }>;

/** Sends one delivery and writes down the outcome; throws when it did not arrive, so that the outbox knows. */
export async function deliver(ctx: Context, message: Message, signal: AbortSignal): Promise<void> {
  const { reader } = ctx.db;
  const row = await DeliveryModel.query(reader).findById(message.payload.deliveryId);
  // An attempt whose end the outbox never heard of has told it already, or the row was pruned.
  if (row?.state !== 'waiting') return;
  const told = await MessageModel.query(reader).findById(row.messageId);
  const outcome = told
    ? await attempt(ctx, { row, told, signal: AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]) })
    : ({ kind: 'dropped', answer: 'The subject of this message no longer exists.' } as const);
  // The manager stops: this does not count as an attempt, and another manager makes it.
  if (outcome.kind === 'later' && signal.aborted) throw new Error(outcome.answer);
  const isLast = message.attempt >= MAX_ATTEMPTS;
  await noteOutcome(ctx, { row, message, outcome, isLast });
  if (outcome.kind === 'later') throw new Error(outcome.answer);
  if (outcome.kind === 'refused') throw new DeliveryRefused(outcome.answer);
}

async function attempt(ctx: Context, given: Attempt): Promise<Outcome> {
  try {
    return await (given.row.channel === 'mail' ? mailOutcome(ctx, given) : callWebhook(ctx, given));
  } catch (error) {
    ctx.log.error({ error, deliveryId: given.row.id }, 'a notification could not be prepared');
    return { kind: 'later', answer: 'Internal error of the manager; see its log.' };
  }
}

async function mailOutcome(ctx: Context, { row, told, signal }: Attempt): Promise<Outcome> {
  const { isOn, server, from } = await readMail(ctx);
  if (!isOn) return { kind: 'dropped', answer: 'Mail was disabled before it was sent.' };
  const { subject, text, html } = renderMail(told.content, managerUrl(ctx.config));
  const isAttached = told.content.fact === 'report.made' && told.content.isAttached;
  const attachment = isAttached ? await attachmentOf(ctx, told.id) : null;
  if (isAttached && !attachment)
    return { kind: 'dropped', answer: 'The file is no longer stored: create the report again.' };
  const messageId = `${row.id}@${from.split('@')[1] ?? 'localhost'}`;
  const mail = { messageId, from, to: [row.recipient], subject, text, html, date: told.at, attachment };
  try {
    return { kind: 'sent', answer: await sendMail(ctx.outbound, { server, mail, signal }) };
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    return { kind: error.kind, answer: error.message };
  }
}

interface Ended {
  row: DeliveryModel;
  message: Message;
  outcome: Outcome;
  isLast: boolean;
}

/**
 * Writes the outcome. That a delivery was taken must be noted, so failed writes are repeated; of any other outcome the
 * outbox knows too, so one try is enough.
 */
async function noteOutcome(ctx: Context, { row, message, outcome, isLast }: Ended): Promise<void> {
  const { kind, answer } = outcome;
  const state: DeliveryState =
    kind === 'later' ? (isLast ? 'dead' : 'waiting') : kind === 'refused' ? 'dead' : kind;
  const now = ctx.clock.now();
  const values = {
    state,
    tries: row.tries + 1,
    outboxId: message.id,
    lastAnswer: answer.slice(0, MAX_ANSWER),
    lastTriedAt: now,
    endedAt: state === 'waiting' ? null : now,
  };
  const write = () =>
    ctx.tx(
      async ({ knex }) => {
        await DeliveryModel.query(knex).where({ id: row.id, state: 'waiting' }).patch(values);
      },
      { name: 'notifications.noteOutcome', durable: state !== 'waiting' },
    );
  const untilMs = performance.now() + (kind === 'sent' ? KEEP_TRYING_MS : 0);
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (performance.now() >= untilMs) throw error;
      await sleep(1_000, undefined, { ref: false });
    }
  }
}
