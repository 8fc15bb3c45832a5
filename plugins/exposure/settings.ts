import { section, whole, type Context } from '../../server/plugin.ts';

const DAY_MS = 86_400_000;

/** How long what is over is kept, in days. */
export const exposureRetention = section('exposure_retention', {
  closed_days: whole(730, { min: 30, max: 3_650 }),
  exceptions_days: whole(90, { min: 1, max: 3_650 }),
});

/** From when on what was closed is kept, by the setting of this moment. */
export async function closedKeptSince(ctx: Pick<Context, 'db' | 'settings'>): Promise<Date> {
  const { closed_days: days } = await ctx.settings.get(exposureRetention);
  return new Date((await ctx.db.now()).getTime() - days * DAY_MS);
}
