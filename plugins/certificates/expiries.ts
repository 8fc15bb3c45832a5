import type { Context } from '#sdk';
import type { components } from '../../generated/manager.ts';
import type { Expiry } from './api.ts';
import { HOST_DAYS, judgeEndings, type Judged } from './domain/expiry.ts';

const DAY_MS = 86_400_000;
/** Entries on the front page: one authority never has more at once. */
const MOST_SHOWN = 10;

async function customEndings(ctx: Context): Promise<Judged[]> {
  const answers = await ctx.hooks.ask('certificates.endings', {});
  return answers.flatMap(({ answer }) =>
    answer.map((ending): Judged => ({
      ...ending,
      kind: 'custom',
      hostId: null,
      issuerEndsAt: null,
      isLeaving: false,
    })),
  );
}

/** What ends, and when: as CertificateAuthority.endings, with the operator's own certificates. */
export async function allEndings(ctx: Context, before: Date | null): Promise<Judged[]> {
  return [...(await ctx.core.agents.ca.endings(before)), ...(await customEndings(ctx))];
}

/** See CertificatesPluginService.expiries. */
export async function readExpiries(ctx: Context): Promise<Expiry[]> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() + HOST_DAYS * DAY_MS);
  return judgeEndings(await allEndings(ctx, before), now);
}

/** The endings that the front page names one by one; it only counts certificates that the authority issued. */
export async function namedExpiries(ctx: Context): Promise<components['schemas']['FleetExpiry'][]> {
  const endings = (await ctx.core.agents.ca.endings(null)).filter(
    ({ kind }) => kind === 'root' || kind === 'revocation_list',
  );
  const judged = judgeEndings([...endings, ...(await customEndings(ctx))], ctx.clock.now());
  return judged.slice(0, MOST_SHOWN).map(({ kind, name, endsAt, daysLeft, todo }) => ({
    kind: kind as 'root' | 'revocation_list' | 'custom',
    name: name.slice(0, 253),
    ends_at: endsAt.toISOString(),
    days_left: daysLeft,
    todo: todo.slice(0, 1_000),
  }));
}
