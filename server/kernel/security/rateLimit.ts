import { CLOCKS_DIFFER_MS, type Clock } from '../clock.ts';
import { columns, type Migration } from '../db/migrate.ts';
import type { RunTx } from '../db/tx.ts';

export interface Limit {
  /** Calls allowed in one window. */
  max: number;
  windowSecs: number;
}

export interface RateLimits {
  /**
   * Counts one call under `key` (in a transaction of its own, so that the count survives whatever the call
   * does) and says how many seconds to wait, or null when it may go on. Kept in the database: the limit
   * holds over all managers.
   */
  hit(key: string, limit: Limit): Promise<number | null>;
}

export const rateLimitMigrations: Migration[] = [
  {
    name: 'kernel/004_create_rate_limits',
    kind: 'compatible',
    async up(knex) {
      await knex.schema.createTable('kernel_rate_limits', (t) => {
        columns.string(t, 'key', 255).notNullable().primary();
        columns.timestamp(t, 'window_ends_at').notNullable().index();
        columns.integer(t, 'count').notNullable();
      });
    },
  },
];

interface Row {
  key: string;
  window_ends_at: Date | number;
  count: number;
}

/** No window ends later; one that does began before the clock was set back, and would last for as long as that was. */
const latestEnd = (now: Date, windowSecs: number): Date =>
  new Date(now.getTime() + windowSecs * 1_000 + CLOCKS_DIFFER_MS);

/** How many keys that are over their limit are remembered; for others the database is asked each time. */
const REFUSED_MAX = 20_000;

export function createRateLimits(tx: RunTx, clock: Clock): RateLimits {
  const refused = createRefused();

  function count(key: string, { max, windowSecs }: Limit): Promise<Date | null> {
    return tx(
      async ({ knex }) => {
        const now = clock.now();
        const endsAt = new Date(now.getTime() + windowSecs * 1_000);
        await knex('kernel_rate_limits').where('window_ends_at', '<=', now).delete();
        await knex('kernel_rate_limits')
          .where({ key })
          .where('window_ends_at', '>', latestEnd(now, windowSecs))
          .delete();
        await knex('kernel_rate_limits')
          .insert({ key, window_ends_at: endsAt, count: 0 })
          .onConflict('key')
          .ignore();
        await knex('kernel_rate_limits').where({ key }).increment('count', 1);
        const row = await knex<Row>('kernel_rate_limits').where({ key }).first();
        return !row || row.count <= max ? null : new Date(row.window_ends_at);
      },
      { durable: false, name: 'rate limit' },
    );
  }

  return {
    async hit(rawKey, limit) {
      const key = rawKey.slice(0, 255);
      const now = clock.now();
      const latest = latestEnd(now, limit.windowSecs);
      const endsAt = refused.endOf(key, { now, latest }) ?? (await count(key, limit));
      if (endsAt === null) return null;
      refused.note(key, endsAt, now);
      return Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1_000));
    },
  };
}

/**
 * Remembers which keys are over their limit, and until when: a window that is used up stays so, on every manager, until
 * it ends. A flood then costs one look-up in memory a call, and no transaction.
 */
function createRefused() {
  const ends = new Map<string, Date>();
  return {
    /** Null: not known here, so the database has to be asked. */
    endOf(key: string, { now, latest }: { now: Date; latest: Date }): Date | null {
      const end = ends.get(key);
      if (end === undefined) return null;
      if (end > now && end <= latest) return end;
      ends.delete(key);
      return null;
    },
    note(key: string, end: Date, now: Date): void {
      if (ends.size >= REFUSED_MAX) for (const [old, at] of ends) if (at <= now) ends.delete(old);
      if (ends.size < REFUSED_MAX) ends.set(key, end);
    },
  };
}
