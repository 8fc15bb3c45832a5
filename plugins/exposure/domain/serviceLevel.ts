import type { PatchModel } from '../models.ts';

/** How a pending patch stands towards the service level of its severity. */
export type Standing = 'late' | 'in_time' | 'not_recorded' | 'excepted';

/** The same in SQL is `standingIn`. */
export function standingOf(
  { dueAt, exceptedUntil }: Pick<PatchModel, 'dueAt' | 'exceptedUntil'>,
  now: Date,
): Standing {
  if (exceptedUntil && exceptedUntil > now) return 'excepted';
  if (!dueAt) return 'not_recorded';
  return dueAt < now ? 'late' : 'in_time';
}
