import type { Context } from '#sdk';
import { CodeModel, FlowModel } from './models.ts';

const CLEAN_EVERY_MS = 5 * 60_000;

export function ssoJobs(ctx: Context) {
  return { 'sso.removeExpired': { everyMs: CLEAN_EVERY_MS, run: () => removeExpired(ctx) } };
}

/** Deletes expired flows and codes that were never finished. Mostly there is nothing, and nothing is written. */
export async function removeExpired(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const { reader } = ctx.db;
  const flow = await FlowModel.query(reader).where('expires_at', '<=', now).first();
  const code = await CodeModel.query(reader).where('expires_at', '<=', now).first();
  if (!flow && !code) return;
  await ctx.tx(
    async ({ knex }) => {
      await FlowModel.query(knex).where('expires_at', '<=', now).delete();
      await CodeModel.query(knex).where('expires_at', '<=', now).delete();
    },
    { name: 'sso.removeExpired', durable: false },
  );
}
