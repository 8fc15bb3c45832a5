import { randomInt } from 'node:crypto';
import { actors, AppError, type Context, type Tx } from '#sdk';
import type { Account, Client } from '#sdk/identity.ts';
import { hasFactor } from '../domain/policy.ts';
import { newRecoveryCode, RECOVERY_CODES, recoveryHasher } from '../domain/recoveryCode.ts';
import { RecoveryCodeModel } from '../models.ts';
import { lockFactors } from './factors.ts';
import type { Person } from './person.ts';
import { countTry } from './tries.ts';

const hasherOf = ({ secrets }: Pick<Context, 'secrets'>) =>
  recoveryHasher(secrets.derive('mfa:recovery-codes'));

/** Makes ten new codes in place of all that are left. They are returned, and stored only as hashes. */
export async function makeRecoveryCodes(
  ctx: Pick<Context, 'audit' | 'secrets'>,
  tx: Tx,
  { account, by }: Pick<Person, 'account' | 'by'>,
): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newRecoveryCode((below) => randomInt(below)));
  const hash = hasherOf(ctx);
  await RecoveryCodeModel.query(tx.knex).where('user_id', account.id).delete();
  for (const code of codes)
    await RecoveryCodeModel.query(tx.knex).insert({ userId: account.id, hash: hash(account.id, code) });
  ctx.audit.record(tx, {
    ...by,
    action: 'mfa.recovery_codes_made',
    resource: { kind: 'user', id: account.id, name: account.username },
    after: { codes: RECOVERY_CODES },
  });
  return [...codes];
}

/** Throws MFA_NOT_ENABLED when there is no factor that the codes could stand in for. */
export function renewRecoveryCodes(ctx: Context, person: Person): Promise<string[]> {
  return ctx.tx(
    async (tx) => {
      if (!hasFactor(await lockFactors(tx, person.account.id))) throw new AppError('MFA_NOT_ENABLED');
      return makeRecoveryCodes(ctx, tx, person);
    },
    { name: 'renew recovery codes' },
  );
}

/** Uses a code up; of several calls at once, one succeeds. Throws RATE_LIMITED. */
export async function useRecoveryCode(
  ctx: Context,
  account: Account,
  { typed, client }: { typed: string; client: Client },
): Promise<boolean> {
  await countTry(ctx, account.id, client.address);
  const { id, username: name, role } = account;
  const hash = hasherOf(ctx)(id, typed);
  return ctx.tx(
    async (tx) => {
      const used = await RecoveryCodeModel.query(tx.knex).where({ user_id: id, hash }).delete();
      if (used !== 1) return false;
      const left = await RecoveryCodeModel.query(tx.knex).where('user_id', id).resultSize();
      ctx.audit.record(tx, {
        actor: { kind: 'user', id, name, role, ...actors.withoutSession },
        address: client.address,
        action: 'mfa.recovery_code_used',
        resource: { kind: 'user', id, name },
        after: { codes_left: left },
      });
      return true;
    },
    { name: 'use recovery code' },
  );
}
