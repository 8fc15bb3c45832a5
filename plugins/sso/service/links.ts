import { createHash } from 'node:crypto';
import { type Actor, AppError, type Context, newId, tables, type Tx } from '#sdk';
import type { Account, ChangedBy } from '#sdk/identity.ts';
import { LinkModel } from '../models.ts';

/** Who somebody is at a provider: a subject means nothing without its issuer. */
export interface Identity {
  issuer: string;
  subject: string;
}

export interface LinkedAccount {
  id: string;
  username: string;
}

const identityHash = ({ issuer, subject }: Identity): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');

/** The account id of an identity; the link's row is locked until the transaction ends. Null: it belongs to nobody. */
export async function linkedAccountId(tx: Tx, identity: Identity): Promise<string | null> {
  const link = await LinkModel.query(tx.knex)
    .findOne({ identity_hash: identityHash(identity) })
    .forUpdate();
  return link?.accountId ?? null;
}

/** The account of an identity as read outside of any transaction; null: it belongs to nobody. */
export async function accountOfIdentity(ctx: Context, identity: Identity): Promise<Account | null> {
  const link = await LinkModel.query(ctx.db.reader).findOne({ identity_hash: identityHash(identity) });
  return link ? ctx.core.identity.accounts.find(link.accountId) : null;
}

/** Locks the making of accounts, so that one transaction at a time looks for a free user name. */
export const lockNewcomers = (tx: Tx): Promise<void> => tables.lockByName(tx, 'sso.newcomers');

export async function isLinked(ctx: Context, accountId: string): Promise<boolean> {
  return (await LinkModel.query(ctx.db.reader).findOne({ account_id: accountId })) !== undefined;
}

/** Which of these accounts are linked. */
export async function linkedAmong(ctx: Context, accountIds: readonly string[]): Promise<Set<string>> {
  const links = await LinkModel.query(ctx.db.reader)
    .whereIn('account_id', [...accountIds])
    .select('account_id');
  return new Set(links.map(({ accountId }) => accountId));
}

export async function noteUse(ctx: Context, tx: Tx, identity: Identity): Promise<void> {
  await LinkModel.query(tx.knex)
    .where({ identity_hash: identityHash(identity) })
    .patch({ lastUsedAt: ctx.clock.now() });
}

/** Links an account, in place of an older link. Throws SSO_LINK_TAKEN. */
export async function link(
  ctx: Context,
  tx: Tx,
  { account, identity, by }: { account: LinkedAccount; identity: Identity; by: ChangedBy },
): Promise<void> {
  const ownerId = await linkedAccountId(tx, identity);
  if (ownerId === account.id) return noteUse(ctx, tx, identity);
  if (ownerId !== null) throw new AppError('SSO_LINK_TAKEN');
  const now = ctx.clock.now();
  await LinkModel.query(tx.knex).where({ account_id: account.id }).delete();
  await LinkModel.query(tx.knex).insert({
    id: newId(),
    identityHash: identityHash(identity),
    ...identity,
    accountId: account.id,
    createdAt: now,
    lastUsedAt: now,
  });
  ctx.audit.record(tx, {
    ...by,
    action: 'sso.linked',
    resource: { kind: 'user', id: account.id, name: account.username },
    after: { issuer: identity.issuer, subject: identity.subject },
  });
}

/**
 * Removes the link of an account; without one it does nothing. Throws SSO_LINK_NEEDED when the account has no password.
 */
export async function unlink(ctx: Context, actor: Actor, by: ChangedBy): Promise<void> {
  const account = actor.id === null ? null : await ctx.core.identity.accounts.find(actor.id);
  if (!account) throw new AppError('UNAUTHENTICATED');
  if (!account.hasPassword)
    throw new AppError('SSO_LINK_NEEDED', {
      message: 'The account has no password, so nobody could sign in with it any more.',
    });
  await ctx.tx(
    async (tx) => {
      const own = await LinkModel.query(tx.knex).findOne({ account_id: account.id }).forUpdate();
      if (!own) return;
      await LinkModel.query(tx.knex).deleteById(own.id);
      ctx.audit.record(tx, {
        ...by,
        action: 'sso.unlinked',
        resource: { kind: 'user', id: account.id, name: account.username },
        before: { issuer: own.issuer, subject: own.subject },
      });
    },
    { name: 'sso.unlink' },
  );
}
