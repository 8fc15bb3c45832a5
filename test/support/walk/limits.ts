/** Fills tables to the most rows that a manager keeps, so that one more is refused. */
import type { Limit } from '../rows.ts';
import { operationNamed } from './contract.ts';
import { again } from './made.ts';
import { refuse } from './refusals.ts';
import type { World } from './world.ts';

/** Rows for each statement: databases limit the number of values. */
const AT_ONCE = 20;

/** Makes one row, copies it until there are as many as allowed, and asks for one more. */
export async function refuseBeyond(w: World, operationId: string, limit: Limit): Promise<void> {
  const { table, most, unlike = [], code, call = (_w, name) => again(w, operationId, { name }) } = limit;
  const { knex } = w.kit.ctx.db;
  const { id, ...rest } = await w.walker.must<{ id: string; token_id?: string }>(
    operationId,
    await call(w, 'the-last'),
  );
  const row = (await knex(table).where('id', id).first()) as Record<string, unknown> | undefined;
  if (!row) throw new Error(`${operationId} left no row ${id} in ${table}: ${JSON.stringify(rest)}`);
  const differing = [...('name_key' in row ? ['name_key'] : []), ...unlike];
  const copies = Array.from({ length: most }, (_, number) => {
    const text = String(number).padStart(12, '0');
    const others = differing.map((column) => [column, `copy-${text}`] as const);
    return { ...row, ...Object.fromEntries(others), id: `0190b7c4-0000-7000-9000-${text}` };
  });
  await knex.batchInsert(table, copies as never, AT_ONCE);
  const wanted = { status: 409, codes: [code], what: 'one more than there may be' };
  await refuse(w.walker, operationNamed(operationId), await call(w, 'one-more'), wanted);
  await knex(table).where('id', 'like', '0190b7c4-0000-7000-9000-%').delete();
}
