import type { Knex } from 'knex';
import type { Standing } from '../domain/serviceLevel.ts';

/** Narrows a query over `exposure_patches` to the patches for which `standingOf` returns `standing`. */
export function standingIn(query: Knex.QueryBuilder, standing: Standing, now: Date): void {
  if (standing === 'excepted') return void query.where('excepted_until', '>', now);
  query.where((free) => free.whereNull('excepted_until').orWhere('excepted_until', '<=', now));
  if (standing === 'not_recorded') query.whereNull('due_at');
  else query.where('due_at', standing === 'late' ? '<' : '>=', now);
}
