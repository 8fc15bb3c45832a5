import { AppError, type Context, newId, type Tx } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import type { DataSetKind, Feed } from '../api.ts';
import { DataSetModel } from '../models.ts';
import { makeAllDue } from './due.ts';
import { readDataSet, type DataSetContent, type Feeds } from './feeds.ts';
import { SCORED } from './scores.ts';
import { takeTurn } from './standings.ts';

/** Longer than any import: Node ends a request after five minutes, and writing takes seconds. */
const CLAIM_MS = 15 * 60_000;
/** A file dated further ahead comes from a wrong clock, and would keep out all right ones after it. */
const AHEAD_MS = 2 * 86_400_000;
/** Blocks of one transaction, of some 15 kB each. */
const BLOCKS = 20;

export interface Asked {
  kind: DataSetKind;
  older: boolean;
  /** When the file was published, where it does not tell that itself; null: now. */
  publishedAt: Date | null;
  by: ActedBy;
  feeds: Feeds;
}

/**
 * Reads the file to its end, stages what it says, and makes it count in one short transaction. An earlier failure
 * changes nothing. Throws PLUGIN_DISABLED, DATA_SET_INVALID, DATA_SET_OLDER, DATA_SET_BUSY, PAYLOAD_TOO_LARGE.
 */
export async function importDataSet(
  ctx: Context,
  body: AsyncIterable<Buffer>,
  asked: Asked,
): Promise<DataSetModel> {
  const feed = asked.feeds.require(asked.kind);
  const claimId = newId();
  const before = await claim(ctx, asked.kind, claimId);
  try {
    const read = await readDataSet(feed, body);
    const content = { ...read, sourceDate: read.sourceDate ?? asked.publishedAt ?? ctx.clock.now() };
    requireNewer(content, { before, asked, now: ctx.clock.now() });
    await stage(ctx, claimId, content);
    return await ctx.tx((tx) => flip(ctx, tx, { content, claimId, asked, before, feed }), {
      name: 'exposure.importDataSet',
    });
  } catch (error) {
    await DataSetModel.query(ctx.db.knex).where({ claim_id: claimId }).patch({ claimId: null });
    throw error;
  } finally {
    await deleteOrphans(ctx).catch((error: unknown) =>
      ctx.log.warn({ error }, 'rows of an earlier data set stay until the next clean-up'),
    );
  }
}

/** Lets one import of a kind run at a time, over all managers. The claim of a manager that died expires. */
async function claim(ctx: Context, kind: DataSetKind, claimId: string): Promise<DataSetModel> {
  const now = await ctx.db.now();
  return ctx.tx(
    async ({ knex }) => {
      const row = await DataSetModel.query(knex).findById(kind).forUpdate();
      if (!row) throw new Error(`no row for the data set ${kind}`);
      if (isClaimed(row, now)) throw new AppError('DATA_SET_BUSY');
      const claimedUntil = new Date(now.getTime() + CLAIM_MS);
      await DataSetModel.query(knex).findById(kind).patch({ claimId, claimedUntil });
      return row;
    },
    { name: 'exposure.claimDataSet' },
  );
}

/** `now` is the time of the database, whose clock all managers share. */
export const isClaimed = (
  { claimId, claimedUntil }: Pick<DataSetModel, 'claimId' | 'claimedUntil'>,
  now: Date,
): boolean => claimId !== null && claimedUntil !== null && claimedUntil > now;

interface Dated extends DataSetContent {
  sourceDate: Date;
}

function requireNewer(
  { sourceDate, rows }: Dated,
  { before, asked, now }: { before: DataSetModel; asked: Asked; now: Date },
): void {
  const day = sourceDate.toISOString().slice(0, 10);
  if (sourceDate.getTime() > now.getTime() + AHEAD_MS)
    throw new AppError('DATA_SET_INVALID', {
      message: `The file is dated ${day}, which is in the future: check the file and the manager's clock. Nothing was changed.`,
    });
  if (asked.older) return;
  if (before.sourceDate && sourceDate < before.sourceDate)
    throw new AppError('DATA_SET_OLDER', {
      message: `The file is of ${day}, the present one of ${before.sourceDate.toISOString().slice(0, 10)}. ?older=true takes it.`,
    });
  if (before.rowCount && rows < before.rowCount / 2)
    throw new AppError('DATA_SET_OLDER', {
      message: `The file has ${rows === 1 ? '1 row' : `${rows} rows`}, the present one ${before.rowCount}: is it complete? ?older=true takes it.`,
    });
}

async function stage(ctx: Context, importId: string, { blocks }: DataSetContent): Promise<void> {
  let rows: object[] = [];
  const write = async (): Promise<void> => {
    const some = rows;
    rows = [];
    await ctx.tx(({ knex }) => knex('exposure_data_blocks').insert(some), {
      name: 'exposure.stageDataSet',
      durable: false,
    });
  };
  for (const [block, entries] of blocks)
    if (rows.push({ import_id: importId, block, entries }) === BLOCKS) await write();
  if (rows.length > 0) await write();
}

interface Flip {
  content: Dated;
  feed: Feed;
  claimId: string;
  asked: Asked;
  before: DataSetModel;
}

async function flip(
  ctx: Context,
  tx: Tx,
  { content, claimId, asked: { kind, by }, before, feed: { tells } }: Flip,
): Promise<DataSetModel> {
  const { knex } = tx;
  // The take-in of hosts writes new CVEs from the present data sets while it holds this lock.
  await takeTurn(tx);
  const { sha256, version, sourceDate, rows, affected } = content;
  const set = {
    importId: claimId,
    version,
    sourceDate,
    sha256,
    rowCount: rows,
    affected,
    importedAt: ctx.clock.now(),
    importedById: by.actor.ownerId ?? (by.actor.kind === 'user' ? by.actor.id : null),
    importedByName: by.actor.name,
    scoredAfter: tells.includes('cves') ? '' : SCORED,
    claimId: null,
    claimedUntil: null,
  };
  const taken = await DataSetModel.query(knex).where({ kind, claim_id: claimId }).patch(set);
  if (taken === 0) throw new AppError('DATA_SET_BUSY');
  // Taking hosts in anew applies what the file says of their CVEs.
  if (tells.includes('packages')) await makeAllDue(tx);
  await ctx.audit.record(tx, {
    ...by,
    action: 'exposure_data_set.imported',
    resource: { kind: 'exposure_data_set', id: kind, name: kind },
    before: before.importId ? factsOf(before) : null,
    after: factsOf(set),
  });
  return DataSetModel.fromJson({ kind, ...set }, { skipValidation: true });
}

const factsOf = ({
  version,
  sourceDate,
  sha256,
  rowCount,
}: Pick<DataSetModel, 'version' | 'sourceDate' | 'sha256' | 'rowCount'>): object => ({
  version,
  sha256,
  rows: rowCount,
  sourceDate: sourceDate?.toISOString() ?? null,
});

/** Deletes, in turns, blocks that no data set and no import under way refers to. Running again is harmless. */
export async function deleteOrphans(ctx: Context): Promise<void> {
  while ((await ctx.tx(deleteSome, { name: 'exposure.deleteDataBlocks', durable: false })) === BLOCKS);
}

async function deleteSome({ knex }: Tx): Promise<number> {
  const sets = await DataSetModel.query(knex);
  const used = sets.flatMap(({ importId, claimId }) => [importId, claimId].filter((id) => id !== null));
  const some = (await knex('exposure_data_blocks')
    .whereNotIn('import_id', used)
    .orderBy(['import_id', 'block'])
    .limit(BLOCKS)
    .select('import_id', 'block')) as { import_id: string; block: string }[];
  const [first] = some;
  if (!first) return 0;
  const own = some.filter((row) => row.import_id === first.import_id).map(({ block }) => block);
  await knex('exposure_data_blocks').where('import_id', first.import_id).whereIn('block', own).delete();
  return some.length;
}

/** Ends claims whose time is over: their managers died. */
export async function endOldClaims(ctx: Context): Promise<void> {
  const now = await ctx.db.now();
  await DataSetModel.query(ctx.db.knex)
    .where('claimed_until', '<', now)
    .patch({ claimId: null, claimedUntil: null });
}
