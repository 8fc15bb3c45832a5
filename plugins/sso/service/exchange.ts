import { AppError, type Context } from '#sdk';
import type { Account, Client, OpenedSession } from '#sdk/identity.ts';
import { CodeModel } from '../models.ts';
import { hashOf } from './browser.ts';
import { recordFailure } from './failures.ts';

/** How long a code lives once a second factor was asked for. */
const FACTOR_LIFE_MS = 5 * 60_000;
/** How many second factors may be tried with one code; how many of one account, says who judges them. */
const MAX_TRIES = 5;
/** For a sign-in whose time the provider does not say: it never counts as fresh, so a new proof is asked for. */
const LONG_AGO = new Date(0);
/** Failures for the audit log: a wrong second factor, and an account that may not sign in. The rest is no failure. */
const RECORDED: readonly string[] = ['INVALID_CREDENTIALS', 'ACCOUNT_DISABLED', 'PASSWORD_CHANGE_REQUIRED'];

export interface Exchange {
  code: string;
  binding: string | null;
  totpCode: string | null;
  recoveryCode: string | null;
  client: Client;
}

/**
 * Opens the session of a finished sign-in. Unless the provider said that two factors were proved, the sign-in counts as
 * the first, and `identity.secondFactor` is asked as after a password: an account that has a factor must give it
 * (MFA_REQUIRED, then the same code again with it), and one that must set up a factor gets a session limited to that.
 * Of several exchanges of one code, on any managers, one opens a session. Throws SSO_CODE_INVALID, MFA_REQUIRED,
 * INVALID_CREDENTIALS, RATE_LIMITED, and what `sessions.open` throws.
 */
export async function exchangeCode(ctx: Context, given: Exchange): Promise<OpenedSession> {
  const row = await findCode(ctx, given);
  const account = await ctx.core.identity.accounts.find(row.accountId);
  if (!account) throw new AppError('SSO_CODE_INVALID');
  try {
    return await openSession(ctx, { account, row, given });
  } catch (error) {
    const code = error instanceof AppError ? error.code : '';
    if (RECORDED.includes(code)) await recordFailure(ctx, { account, address: given.client.address, code });
    throw error;
  }
}

interface Opening {
  account: Account;
  row: CodeModel;
  given: Exchange;
}

async function openSession(ctx: Context, { account, row, given }: Opening): Promise<OpenedSession> {
  if (account.disabled) throw new AppError('ACCOUNT_DISABLED');
  const { restriction, isProved } = row.hasTwoFactors
    ? NOTHING_DUE
    : await askFactor(ctx, { account, row, given });
  const authenticatedAt = isProved ? ctx.clock.now() : (row.provedAt ?? LONG_AGO);
  return ctx.tx(
    async (tx) => {
      const used = await CodeModel.query(tx.knex)
        .where({ id: row.id })
        .where('expires_at', '>', ctx.clock.now())
        .delete();
      if (used !== 1) throw new AppError('SSO_CODE_INVALID');
      const { client } = given;
      const opening = { accountId: account.id, client, method: 'sso', authenticatedAt, restriction };
      return ctx.core.identity.sessions.open(tx, opening);
    },
    { name: 'sso.exchange' },
  );
}

async function findCode(ctx: Context, { code, binding }: Exchange): Promise<CodeModel> {
  const row = await CodeModel.query(ctx.db.reader)
    .where({ code_hash: hashOf(code), browser_hash: hashOf(binding ?? '') })
    .where('expires_at', '>', ctx.clock.now())
    .first();
  if (!row) throw new AppError('SSO_CODE_INVALID');
  return row;
}

/** What the session is limited to, and whether the person has just proved a second factor. */
interface Factor {
  restriction: string | null;
  isProved: boolean;
}

const NOTHING_DUE: Factor = { restriction: null, isProved: false };

async function askFactor(ctx: Context, { account, row, given }: Opening): Promise<Factor> {
  const { totpCode: code, recoveryCode, client } = given;
  if (code !== null || recoveryCode !== null) await countTry(ctx, row);
  try {
    return await ctx.core.identity.secondFactor.judge({ account, client, code, recoveryCode });
  } catch (error) {
    // The person must now get a code of the second factor from elsewhere.
    if (error instanceof AppError && error.code === 'MFA_REQUIRED') await keepLonger(ctx, row);
    throw error;
  }
}

/** Counts the try before the factor is judged, so that guesses sent at once are counted too. */
async function countTry(ctx: Context, { id }: CodeModel): Promise<void> {
  const counted = await ctx.tx(
    async ({ knex }) =>
      knex(CodeModel.tableName).where({ id }).where('tries', '<', MAX_TRIES).increment('tries', 1),
    { name: 'sso.countTry' },
  );
  if (counted !== 1) throw new AppError('SSO_CODE_INVALID');
}

async function keepLonger(ctx: Context, { id, createdAt }: CodeModel): Promise<void> {
  const expiresAt = new Date(createdAt.getTime() + FACTOR_LIFE_MS);
  await ctx.tx(async ({ knex }) => CodeModel.query(knex).findById(id).patch({ expiresAt }), {
    name: 'sso.keepCode',
  });
}
