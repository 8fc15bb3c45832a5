import type { Context } from '#server/kernel/boot/feature.ts';

/**
 * Due times in rows are by the database's clock, but a process can only wait by its own: the two functions below
 * translate, so that a manager whose clock is off wakes no work early or late.
 */
type Clocks = Pick<Context, 'db' | 'clock'>;

/** The time until `at`, in milliseconds; negative once it is past. */
export async function msUntil({ db }: Pick<Clocks, 'db'>, at: Date): Promise<number> {
  return at.getTime() - (await db.now()).getTime();
}

/** What the clock of this process will show at that time: for its scheduler. */
export async function shownHere({ db, clock }: Clocks, at: Date): Promise<Date> {
  const leftMs = await msUntil({ db }, at);
  return new Date(clock.now().getTime() + leftMs);
}
