import { type Context, paging, tables } from '#sdk';
import { ChangeModel } from '../models.ts';
import { checkRetention } from '../settings.ts';

export interface HistoryPage {
  changes: ChangeModel[];
  total: number;
  nextCursor: string | null;
}

/** The changes of a check's status. */
export async function listChanges(
  { db }: Context,
  { checkId, ...query }: paging.Query & { checkId: string },
): Promise<HistoryPage> {
  const found = ChangeModel.query(db.reader).where('check_id', checkId);
  const { rows: changes, ...page } = await paging.page(found, query);
  return { changes, ...page };
}

const DAY_MS = 86_400_000;
/** The most changes kept of one check: one that changes all day would fill the table before its rows are old. */
const MOST_OF_CHECK = 1_000;
const BATCH = 500;

/** Deletes old changes, and of each check all but the latest thousand. Runs daily. */
export async function cleanUpChanges(ctx: Pick<Context, 'db' | 'tx' | 'settings'>): Promise<void> {
  const { changes_days: days } = await ctx.settings.get(checkRetention);
  const before = new Date((await ctx.db.now()).getTime() - days * DAY_MS);
  await inBatches(ctx, () =>
    ChangeModel.query(ctx.db.reader).select('id').where('at', '<', before).limit(BATCH),
  );
  const { tableName: table } = ChangeModel;
  for (const checkId of await tables.excessOf(ctx.db.reader, {
    table,
    column: 'check_id',
    most: MOST_OF_CHECK,
  }))
    await inBatches(ctx, () =>
      ChangeModel.query(ctx.db.reader)
        .select('id')
        .where('check_id', checkId)
        .orderBy([
          { column: 'at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .offset(MOST_OF_CHECK)
        .limit(BATCH),
    );
}

async function inBatches(
  { tx: runTx }: Pick<Context, 'tx'>,
  next: () => PromiseLike<ChangeModel[]>,
): Promise<void> {
  for (;;) {
    const ids = (await next()).map(({ id }) => id);
    if (ids.length > 0)
      await runTx(async (tx) => void (await ChangeModel.query(tx.knex).whereIn('id', ids).delete()), {
        durable: false,
        name: 'health-checks.cleanUp',
      });
    if (ids.length < BATCH) return;
  }
}
