import type { Context, Tx } from '#sdk';
import type { RotatedToken } from '../api.ts';
import type { TokenContent } from '../domain/contents.ts';
import { readMail } from '../settings.ts';
import { publish } from './publish.ts';

/**
 * Mails to whoever made a token that it has given itself another secret: once a day for each token, for one in a
 * stranger's hands could else send a mail with each call. Nobody is told while mail is off, or without an address.
 */
export async function tellOfRotation(ctx: Context, tx: Tx, token: RotatedToken): Promise<void> {
  if (!(await readMail(ctx)).isOn) return;
  const maker = await ctx.core.identity.accounts.find(token.makerId);
  if (!maker || maker.disabled || maker.email === null) return;
  const { id, name, owner, address, at, previousUntil } = token;
  const content: TokenContent = {
    fact: 'api_token.rotated',
    token: name,
    owner,
    address,
    at: at.toISOString(),
    previousUntil: previousUntil.toISOString(),
  };
  const recipients = [{ channel: 'mail' as const, address: maker.email }];
  const factKey = `rotation ${id} ${at.toISOString().slice(0, 10)}`;
  const editions = [{ content, groupIds: null, recipients }];
  await publish(ctx, tx, { factKey, jobId: null, jobSeq: null, at, editions });
}
