import type { Clock } from '../clock.ts';
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

export function createRateLimits(tx: RunTx, clock: Clock): RateLimits {
  return {
    hit(rawKey, { max, windowSecs }) {
      const key = rawKey.slice(0, 255);
      return tx(
        async ({ knex }) => {
          const now = clock.now();
          const endsAt = new Date(now.getTime() + windowSecs * 1_000);
          await knex('kernel_rate_limits').where('window_ends_at', '<=', now).delete();
          await knex('kernel_rate_limits')
            .insert({ key, window_ends_at: endsAt, count: 0 })
            .onConflict('key')
            .ignore();
          await knex('kernel_rate_limits').where({ key }).increment('count', 1);
          const row = await knex<Row>('kernel_rate_limits').where({ key }).first();
          if (!row || row.count <= max) return null;
          return Math.max(1, Math.ceil((new Date(row.window_ends_at).getTime() - now.getTime()) / 1_000));
        },
        { durable: false, name: 'rate limit' },
      );
    },
  };
}
