import { CLOCKS_DIFFER_MS, type Context } from '../../../server/plugin.ts';
import { nextStart } from '../domain/starts.ts';
import { ScheduleModel } from '../models.ts';

/**
 * Brings schedules back whose next start, or the lease of whose run, was written by a clock that was ahead and has been
 * set back since: no report would be made until it has come there again. `leaseMs`: how long a manager has a run.
 */
export async function mendStarts(ctx: Context, leaseMs: number): Promise<void> {
  for (const seen of await ScheduleModel.query(ctx.db.reader).where('enabled', 1)) {
    try {
      await mend(ctx, seen, leaseMs);
    } catch (error) {
      ctx.log.warn({ error, scheduleId: seen.id }, 'the next start of a schedule could not be looked at');
    }
  }
}

async function mend(ctx: Context, seen: ScheduleModel, leaseMs: number): Promise<void> {
  const now = await ctx.db.now();
  const next = nextStart(seen, now);
  const latest = new Date(now.getTime() + leaseMs + CLOCKS_DIFFER_MS);
  const isAhead = next !== null && (seen.nextStartAt === null || next < seen.nextStartAt);
  const isHeld = seen.runState === 'making' && seen.runDueAt !== null && seen.runDueAt > latest;
  if (!isAhead && !isHeld) return;
  const set = { ...(isAhead ? { nextStartAt: next } : {}), ...(isHeld ? { runDueAt: now } : {}) };
  await ctx.tx(
    async ({ knex }) => {
      const row = await ScheduleModel.query(knex).findById(seen.id).forUpdate();
      const isSame = row?.editVersion === seen.editVersion && row.runState === seen.runState;
      if (isSame) await ScheduleModel.query(knex).findById(seen.id).patch(set);
    },
    { name: 'reports.mendStarts' },
  );
}
