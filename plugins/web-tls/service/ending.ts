import type { Context } from '#sdk';
import type { CustomEnding } from '../../certificates/api.ts';
import { strategySection } from '../settings.ts';
import type { Presenter } from './presenter.ts';

/** When the operator’s own certificate ends, if this manager shows it to people. */
export async function presentedEnding(ctx: Context, { pair }: Presenter): Promise<CustomEnding[]> {
  const { value } = await ctx.settings.get(strategySection);
  if (value !== 'custom' || pair === null) return [];
  const { subject, fingerprint, names, notBefore, notAfter } = pair.facts;
  return [{ subject: fingerprint, name: names[0] ?? subject, startsAt: notBefore, endsAt: notAfter }];
}
