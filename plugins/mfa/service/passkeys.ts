import { AppError, type Context, type Tx } from '#sdk';
import { hasFactor } from '../domain/policy.ts';
import { PasskeyModel, RecoveryCodeModel } from '../models.ts';
import { lockFactors } from './factors.ts';
import type { Person } from './person.ts';
import { assertMayBeWithout } from './policy.ts';

/** Oldest first. */
export const listPasskeys = async (ctx: Context, { account }: Person): Promise<PasskeyModel[]> =>
  PasskeyModel.query(ctx.db.reader).where('user_id', account.id).orderBy(['created_at', 'id']);

/** Throws WEBAUTHN_CREDENTIAL_NOT_FOUND, also for one of another person. */
export const readPasskey = async (ctx: Context, { account }: Person, id: string): Promise<PasskeyModel> =>
  found(await PasskeyModel.query(ctx.db.reader).findOne({ id, user_id: account.id }));

/** Throws WEBAUTHN_CREDENTIAL_NOT_FOUND. */
export function renamePasskey(
  ctx: Context,
  { account, by }: Person,
  { id, keyName }: { id: string; keyName: string },
): Promise<PasskeyModel> {
  return ctx.tx(
    async (tx) => {
      const row = await ownPasskey(tx, account.id, id);
      if (row.keyName === keyName) return row;
      await PasskeyModel.query(tx.knex).findById(id).patch({ keyName });
      ctx.audit.record(tx, {
        ...by,
        action: 'mfa.passkey_renamed',
        resource: { kind: 'user', id: account.id, name: account.username },
        before: { id, key_name: row.keyName },
        after: { id, key_name: keyName },
      });
      return PasskeyModel.query(tx.knex).findById(id).throwIfNotFound();
    },
    { name: 'rename passkey' },
  );
}

/**
 * Deleting the last factor also deletes the recovery codes. Throws WEBAUTHN_CREDENTIAL_NOT_FOUND, MFA_FACTOR_REQUIRED.
 */
export async function deletePasskey(ctx: Context, { account, by }: Person, id: string): Promise<void> {
  await ctx.tx(
    async (tx) => {
      const factors = await lockFactors(tx, account.id);
      const row = await ownPasskey(tx, account.id, id);
      const isLast = !hasFactor({ ...factors, passkeys: factors.passkeys - 1 });
      if (isLast) {
        await assertMayBeWithout(ctx, tx, account);
        await RecoveryCodeModel.query(tx.knex).where('user_id', account.id).delete();
      }
      await PasskeyModel.query(tx.knex).deleteById(id);
      ctx.audit.record(tx, {
        ...by,
        action: 'mfa.passkey_removed',
        resource: { kind: 'user', id: account.id, name: account.username },
        before: { id, key_name: row.keyName },
      });
    },
    { name: 'remove passkey' },
  );
}

const ownPasskey = async (tx: Tx, userId: string, id: string): Promise<PasskeyModel> =>
  found(await PasskeyModel.query(tx.knex).findOne({ id, user_id: userId }).forUpdate());

function found(row: PasskeyModel | undefined): PasskeyModel {
  if (!row) throw new AppError('WEBAUTHN_CREDENTIAL_NOT_FOUND');
  return row;
}
