import type { components } from '#generated/manager.ts';
import { newId, type Actor, type Context } from '#sdk';
import { idOf } from '../domain/ids.ts';
import { readMail } from '../settings.ts';
import { logTest } from './log.ts';
import { MailFailure } from './mailFailure.ts';
import { sendMail } from './smtp.ts';

type TestResult = components['schemas']['TestResult'];

/** Calls of the web client wait 30 s. */
const TIMEOUT_MS = 25_000;
const SUBJECT = 'Fleetmend can send mail';
const FIRST = 'No action required: this is a test.';

/**
 * Sends a mail with the saved settings, whether or not mail is switched on, and returns what the server said. The log of
 * deliveries has it, marked as a test.
 */
export async function sendTestMail(ctx: Context, actor: Actor): Promise<TestResult> {
  const { server, from, recipients } = await readMail(ctx);
  const failed = (message: string): TestResult => ({ success: false, message });
  if (server.host === '') return failed('The mail server is not set.');
  if (from === '') return failed('The address of the sender is not set.');
  const to = recipients.length > 0 ? recipients : await ownAddress(ctx, actor);
  if (to.length === 0)
    return failed('There are no recipients, and your account has no mail address: set one of them.');
  const text = `${FIRST}\n\nRecipients of this mail get notifications about jobs of this Fleetmend.\n`;
  const id = idOf('test', newId());
  const mail = {
    messageId: `${id}@${from.split('@')[1] ?? 'localhost'}`,
    from,
    to,
    date: ctx.clock.now(),
    subject: SUBJECT,
    text,
    html: `<p>${FIRST}</p>`,
  };
  const log = (success: boolean, answer: string) =>
    logTest(ctx, { id, channel: 'mail', recipients: to, webhookId: null, success, answer });
  try {
    const said = await sendMail(ctx.outbound, { server, mail, signal: AbortSignal.timeout(TIMEOUT_MS) });
    await log(true, said);
    return {
      success: true,
      message: `The server accepted a mail to ${to.join(', ')}. It said: ${said}`.slice(0, 1_000),
    };
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    await log(false, error.message);
    return failed(error.message);
  }
}

async function ownAddress({ core }: Context, { ownerId, id }: Actor): Promise<string[]> {
  const accountId = ownerId ?? id;
  const account = accountId === null ? null : await core.identity.accounts.find(accountId);
  return account?.email ? [account.email] : [];
}
