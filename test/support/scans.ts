import type { Knex } from 'knex';
import type { Database } from '../../server/kernel/db/database.ts';

interface Asked {
  sql: string;
  bindings?: readonly Knex.RawBinding[];
}

interface Plan {
  sql: string;
  /** What SQLite says that it does, a line a step: `SCAN hosts_hosts`, `SEARCH kernel_audit USING COVERING INDEX …`. */
  steps: string[];
}

/**
 * Does `work`, and gives how SQLite answers its statements. Without statistics SQLite plans by the schema alone, so a
 * few rows show what it does with millions.
 */
export async function plansOf(
  db: Pick<Database, 'knex' | 'reader'>,
  work: () => Promise<unknown>,
): Promise<Plan[]> {
  const asked = new Map<string, Asked>();
  const note = (query: Asked): void => void asked.set(query.sql, query);
  const connections = new Set([db.knex, db.reader]);
  for (const knex of connections) knex.on('query', note);
  try {
    await work();
  } finally {
    for (const knex of connections) knex.removeListener('query', note);
  }
  const plans: Plan[] = [];
  for (const { sql, bindings = [] } of asked.values()) {
    if (!/^(select|update|delete|insert|with)/i.test(sql)) continue;
    const steps = await db.knex.raw<{ detail: string }[]>(`explain query plan ${sql}`, bindings);
    plans.push({ sql, steps: steps.map(({ detail }) => detail) });
  }
  if (plans.length === 0) throw new Error('nothing was asked of the database');
  return plans;
}

/** Those statements of `work` for which SQLite reads one of these tables, or an index of it, from end to end. */
export async function scansOf(
  db: Pick<Database, 'knex' | 'reader'>,
  tables: readonly string[],
  work: () => Promise<unknown>,
): Promise<string[]> {
  const isScan = (step: string): boolean => {
    const [verb, table = ''] = step.split(' ');
    return verb === 'SCAN' && tables.includes(table);
  };
  return (await plansOf(db, work)).filter(({ steps }) => steps.some(isScan)).map(({ sql }) => sql);
}
