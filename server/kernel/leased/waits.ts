import type { Logger } from 'pino';
import { CLOCKS_DIFFER_MS, type Clock } from '../clock.ts';
import { ts, type Database } from '../db/database.ts';
import type { RunTx } from '../db/tx.ts';
import { every } from '../every.ts';

interface Sql {
  sql: string;
  bindings: readonly number[];
}

/**
 * A column of times that the machine gives: when a row is looked at next, or until when a manager has it. By the database's
 * clock. Times that a person gave, or that follow from a rule that a person wrote, are none.
 */
export type Wait = { table: string; column: string } & (
  | {
      /** The column holds milliseconds. */
      kind: 'ms';
      /** Milliseconds that no row waits longer than, or SQL of them by what the row itself says. */
      longest: number | Sql;
      /** Milliseconds from now at which a row comes that waits too long, so that they do not come all at once. */
      place?: Sql;
    }
  | { kind: 'timestamp'; longest: number }
);

/** The waits of a feature; those that follow from settings are asked for each time. */
export type Waits = () => readonly Wait[] | Promise<readonly Wait[]>;

interface Parts {
  db: Pick<Database, 'now' | 'reader'>;
  tx: RunTx;
  clock: Clock;
  log: Logger;
}

/** How often the database's clock is looked at. */
const LOOK_MS = 30_000;
/** Less is of no importance to due times. */
const LEAST_MS = 5_000;
const FAILED = 'what a clock ahead had put off could not be looked at';

/**
 * The one place that mends a clock that was set back. What it wrote while it was ahead lies further ahead than any wait, and
 * nobody would work on these rows until it has come there again. So half a minute after the start, and whenever the
 * database's clock was set back, times that lie too far ahead are brought back. Every manager does it, for each of them may
 * have been the one that was off; after a failure it is done again.
 */
export function mendWaits(parts: Parts, declared: readonly Waits[]): { stop(): void } {
  let lastMs = Infinity;
  return every(parts, { ms: LOOK_MS, failed: FAILED }, async () => {
    const nowMs = (await parts.db.now()).getTime();
    if (nowMs < lastMs - LEAST_MS) await pullBackAll(parts, declared);
    lastMs = nowMs;
  });
}

/** One feature's failure keeps none of the others back. */
async function pullBackAll(parts: Parts, declared: readonly Waits[]): Promise<void> {
  const failures: unknown[] = [];
  for (const waits of declared)
    try {
      for (const wait of await waits()) await pullBack(parts, wait);
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw new AggregateError(failures, FAILED);
}

async function pullBack({ db, tx, log }: Parts, wait: Wait): Promise<void> {
  const { table, column } = wait;
  const nowMs = (await db.now()).getTime();
  const { latest, to } = limitsOf(wait, nowMs);
  const ahead = [`${column} > ${latest.sql}`, latest.bindings] as const;
  if (
    !(await db
      .reader(table)
      .whereRaw(...ahead)
      .first(column))
  )
    return;
  const rows = await tx(
    ({ knex }) =>
      knex(table)
        .whereRaw(...ahead)
        .update({ [column]: knex.raw(to.sql, to.bindings) }),
    { durable: false, name: `${table}.pullBack` },
  );
  const text = 'times were too far in the future, because a clock had been ahead; they were corrected';
  log.warn({ table, column, rows }, text);
}

/** SQL of the latest time that a row may have, and of the one that it gets instead. */
function limitsOf(wait: Wait, nowMs: number) {
  const latestMs = nowMs + CLOCKS_DIFFER_MS;
  if (wait.kind === 'timestamp')
    return {
      latest: { sql: '?', bindings: [ts(latestMs + wait.longest)] },
      to: { sql: '?', bindings: [ts(nowMs)] },
    };
  const { longest, place = { sql: '0', bindings: [] } } = wait;
  const most = typeof longest === 'number' ? { sql: '?', bindings: [longest] } : longest;
  return {
    latest: { sql: `? + ${most.sql}`, bindings: [latestMs, ...most.bindings] },
    to: { sql: `? + ${place.sql}`, bindings: [nowMs, ...place.bindings] },
  };
}
