import type { Context, Tx } from '#sdk';
import type { ReportMail, ReportMailState, RotatedToken } from '../api.ts';
import type { TokenContent } from '../domain/contents.ts';
import { AttachmentModel, DeliveryModel } from '../models.ts';
import { readMail } from '../settings.ts';
import type { Attachment } from './mime.ts';
import { messageIdOf, publish } from './publish.ts';

type Mail = Omit<ReportMail, 'content' | 'attachment'> & { content: ReportMail['content'] | TokenContent };

/** Mails to people whom somebody named, past the rules, in the caller's transaction. */
async function mailTo(ctx: Context, tx: Tx, { key, at, content, to }: Mail): Promise<void> {
  const recipients = to.map((address) => ({ channel: 'mail' as const, address }));
  const editions = [{ content, groupIds: null, recipients }];
  await publish(ctx, tx, { factKey: key, jobId: null, jobSeq: null, at, editions });
}

/**
 * Mails to whoever made a token that it has given itself another secret: once a day for each token, for one in a
 * stranger's hands could else send a mail with each call. Nobody is told while mail is off, or without an address.
 */
export async function tellOfRotation(ctx: Context, tx: Tx, rotated: RotatedToken): Promise<void> {
  if (!(await readMail(ctx)).isOn) return;
  const { id, name, makerId, at, previousUntil, owner, isOwn, address } = rotated;
  const maker = await ctx.core.identity.accounts.find(makerId);
  if (!maker || maker.disabled || maker.email === null) return;
  const times = { at: at.toISOString(), previousUntil: previousUntil.toISOString() };
  const content: TokenContent = { fact: 'api_token.rotated', token: name, owner, isOwn, address, ...times };
  const key = `rotation ${id} ${times.at.slice(0, 10)}`;
  await mailTo(ctx, tx, { key, at, content, to: [maker.email] });
}

/** By default, database servers take 16 MB in one statement. */
const PART_BYTES = 1_048_576;

/** Writes the mails of a report in the caller's transaction. */
export async function mailReport(ctx: Context, tx: Tx, mail: ReportMail): Promise<void> {
  const { key, attachment } = mail;
  const messageId = messageIdOf(key, null);
  await mailTo(ctx, tx, mail);
  if (!attachment) return;
  const known = await AttachmentModel.query(tx.knex).findOne({ message_id: messageId, part: 0 });
  if (known) return;
  const { fileName, contentType, data } = attachment;
  const createdAt = ctx.clock.now();
  for (let part = 0; part * PART_BYTES < Math.max(1, data.length); part += 1)
    await AttachmentModel.query(tx.knex).insert({
      messageId,
      part,
      fileName,
      contentType,
      createdAt,
      data: data.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
    });
}

/** How many messages one statement asks for. */
const BATCH = 200;

/** See NotificationsService. */
export async function reportMails(
  { db }: Context,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly ReportMailState[]>> {
  const keyOf = new Map(keys.map((key) => [messageIdOf(key, null), key]));
  const ids = [...keyOf.keys()];
  const found = new Map<string, ReportMailState[]>();
  for (let at = 0; at < ids.length; at += BATCH) {
    const rows = await DeliveryModel.query(db.reader)
      .whereIn('message_id', ids.slice(at, at + BATCH))
      .orderBy('recipient');
    for (const { messageId, recipient, state, lastAnswer } of rows) {
      const key = keyOf.get(messageId) ?? '';
      const mails = found.get(key) ?? [];
      mails.push({ recipient, state, answer: lastAnswer });
      found.set(key, mails);
    }
  }
  return found;
}

/** The attachment of a message; null: it has none, or none any more. */
export async function attachmentOf({ db }: Context, messageId: string): Promise<Attachment | null> {
  const parts = await AttachmentModel.query(db.reader).where('message_id', messageId).orderBy('part');
  const [first] = parts;
  if (!first) return null;
  const { fileName, contentType } = first;
  return { fileName, contentType, data: Buffer.concat(parts.map(({ data }) => data)) };
}
