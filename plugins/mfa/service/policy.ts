import { type Actor, actors, AppError, type Context, type Tx } from '#sdk';
import type { Account } from '#sdk/identity.ts';
import { graceEnd, hasFactor, isRequired, SETUP_ONLY, type Factors, type Policy } from '../domain/policy.ts';
import { AccountModel } from '../models.ts';
import { mfaSection } from '../settings.ts';
import { factorsOf, lockFactors, withFactor } from './factors.ts';

async function owes(ctx: Context, policy: Policy, role: string, tx?: Tx): Promise<boolean> {
  if (actors.FIXED_ROLES.includes(role)) return isRequired(policy, role, null);
  const held = await ctx.core.identity.roles.permissionsOf(role, tx);
  const covering = actors.FIXED_ROLES.filter(
    (one) => actors.beyond(held, actors.permissionsIn(ctx.permissions, one)).length === 0,
  );
  return isRequired(policy, role, covering);
}

/**
 * Call it at each sign-in: it starts the grace period if that has not begun. Returns what the session must be limited
 * to; null: nothing.
 */
export async function restrictionAt(
  ctx: Context,
  account: Account,
  factors: Factors,
): Promise<string | null> {
  const policy = await ctx.settings.get(mfaSection);
  if (!(await owes(ctx, policy, account.role))) return null;
  const since = await beginGrace(ctx, account);
  return hasFactor(factors) || ctx.clock.now() < graceEnd(policy, since) ? null : SETUP_ONLY;
}

async function beginGrace(ctx: Context, { id, role }: Pick<Account, 'id' | 'role'>): Promise<Date> {
  const known = await AccountModel.query(ctx.db.reader).findById(id);
  if (known?.policySince) return known.policySince;
  const now = ctx.clock.now();
  return ctx.tx(
    async (tx) => {
      await lockFactors(tx, id);
      const account = await AccountModel.query(tx.knex).findById(id).throwIfNotFound();
      if (account.policySince) return account.policySince;
      await AccountModel.query(tx.knex).findById(id).patch({ policySince: now, policyRole: role });
      return now;
    },
    { name: 'begin grace' },
  );
}

/**
 * Call it at each call of a session that is not limited: the policy may be newer than the sign-in, or the grace period
 * over since. A session that lacks a factor is limited to the set-up from then on, on all managers and on open
 * connections too; returns whether it was. A call under the policy starts the grace period as a sign-in does. Only
 * sessions by password are judged: how many factors another way of signing in proved is known only at the sign-in.
 */
export async function holdOverdue(ctx: Context, { kind, id, role, sessionId }: Actor): Promise<boolean> {
  if (kind !== 'user' || id === null || role === null || sessionId === null) return false;
  const policy = await ctx.settings.get(mfaSection);
  if (!(await owes(ctx, policy, role)) || (await withFactor(ctx.db.reader, [id])).has(id)) return false;
  if (ctx.clock.now() < graceEnd(policy, await beginGrace(ctx, { id, role }))) return false;
  const { sessions } = ctx.core.identity;
  const session = (await sessions.list(id)).find((one) => one.id === sessionId);
  if (session?.method !== 'password') return false;
  await ctx.tx((tx) => sessions.change(tx, sessionId, { restriction: SETUP_ONLY }), {
    name: 'hold session to set-up',
  });
  return true;
}

export interface MfaStatus extends Factors {
  /** The role must have a factor. */
  required: boolean;
  /**
   * When the grace period ends, or has ended; null: there is a factor, none is required, or the period has not begun.
   */
  dueAt: Date | null;
}

export async function statusOf(ctx: Context, account: Account): Promise<MfaStatus> {
  const policy = await ctx.settings.get(mfaSection);
  const factors = await factorsOf(ctx.db.reader, account.id);
  const required = await owes(ctx, policy, account.role);
  const row = required && !hasFactor(factors) ? await sinceOf(ctx, account.id) : null;
  return { ...factors, required, dueAt: row && graceEnd(policy, row) };
}

const sinceOf = async (ctx: Context, userId: string): Promise<Date | null> =>
  (await AccountModel.query(ctx.db.reader).findById(userId))?.policySince ?? null;

/** Whether the account's grace period is over and it has no factor: then its tools may do nothing. */
export async function owesFactor(ctx: Context, { id, role }: Pick<Account, 'id' | 'role'>): Promise<boolean> {
  const policy = await ctx.settings.get(mfaSection);
  if (!(await owes(ctx, policy, role))) return false;
  const since = await sinceOf(ctx, id);
  if (since === null || ctx.clock.now() < graceEnd(policy, since)) return false;
  return !(await withFactor(ctx.db.reader, [id])).has(id);
}

/** Call it before the owner removes the last factor. Throws MFA_FACTOR_REQUIRED. */
export async function assertMayBeWithout(ctx: Context, tx: Tx, { role }: Account): Promise<void> {
  if (await owes(ctx, await ctx.settings.getIn(tx, mfaSection), role, tx))
    throw new AppError('MFA_FACTOR_REQUIRED');
}

/** Forgets the grace periods of these roles: a policy that is lifted and comes back gives them anew. */
export async function forgetGrace(tx: Tx, rolesLifted: readonly string[]): Promise<void> {
  await AccountModel.query(tx.knex)
    .whereIn('policy_role', [...rolesLifted])
    // What custom roles owe follows from the fixed ones.
    .orWhereNotIn('policy_role', [...actors.FIXED_ROLES])
    .patch({ policySince: null, policyRole: null });
}
