import type { Context, Tx } from '../../../server/plugin.ts';
import { newId } from '../../../server/plugin.ts';
import { changesBetween } from '../domain/difference.ts';
import { deflated, sha256, unpack, type Entry, type PackedList } from '../domain/list.ts';
import type { HostRow, ListRow, SegmentRow } from '../models.ts';
import type { Reading } from './collect.ts';
import { DAY_MS, dueAgain, jittered, nextRevision, retryMs } from './schedule.ts';

/** As many segments as are kept in all: what a fleet of 10,000 hosts needs, many times over. */
export const MOST_SEGMENTS = 100_000;
const POSTPONED_MS = 60_000;
const FREE = { lease_owner: null, lease_until: null };
const CHUNK = 500;

type Listed = Extract<Reading, { kind: 'list' }>;

/** Stores what was read and frees the leases; who has lost its lease, or whose host is gone, changes nothing. */
export async function recordReadings(ctx: Context, readings: readonly Reading[]): Promise<void> {
  const nowMs = (await ctx.db.now()).getTime();
  await ctx.tx(
    async (tx) => {
      const batch = { ctx, tx, nowMs, diffs: new Map<string, number | null>() };
      // The lock of the revision first, so that all transactions take their locks in one order.
      const listed = readings.filter((reading) => reading.kind === 'list');
      if (listed.length > 0) {
        const revision = await nextRevision(tx);
        for (const reading of listed) await storeListed({ ...batch, revision }, reading);
      }
      const unchanged = readings.filter(({ kind }) => kind === 'unchanged').map(({ host }) => host.hostId);
      for (const ids of chunked(unchanged)) await hostsOf(batch, ids).update(confirmed(batch));
      for (const reading of readings) {
        if (reading.kind === 'postponed')
          await hostsOf(batch, [reading.host.hostId]).update({
            next_at: dueAgain(tx.knex, nowMs + jittered(POSTPONED_MS)),
            ...FREE,
          });
        if (reading.kind === 'failed') await storeFailure(batch, reading.host, reading.problem);
      }
    },
    { durable: false, name: 'packages.record' },
  );
}

interface Batch {
  ctx: Context;
  tx: Tx;
  nowMs: number;
  /** Of this transaction: id of what has changed, by the two lists; null: nothing that counts. */
  diffs: Map<string, number | null>;
}

const hostsOf = ({ ctx, tx }: Batch, ids: readonly string[]) =>
  tx.knex('packages_hosts').whereIn('host_id', ids).where({ live: 1, lease_owner: ctx.instanceId });

const confirmed = ({ ctx, tx, nowMs }: Batch) => ({
  next_at: dueAgain(tx.knex, nowMs + jittered(DAY_MS)),
  ...FREE,
  ...{ collected_at: ctx.clock.now(), problem: null, problem_since: null, failures: 0, lane: 0 },
});

async function storeFailure(batch: Batch, host: { hostId: string; failures: number }, problem: string) {
  const { ctx, tx, nowMs } = batch;
  await hostsOf(batch, [host.hostId]).update({
    next_at: dueAgain(tx.knex, nowMs + jittered(retryMs(host.failures))),
    ...FREE,
    ...{ problem, failures: host.failures + 1, lane: 1 },
    problem_since: tx.knex.raw('coalesce(problem_since, ?)', [ctx.clock.now()]),
  });
}

async function storeListed(batch: Batch & { revision: number }, { host, list, etag }: Listed): Promise<void> {
  const row = (await hostsOf(batch, [host.hostId]).first('list_id', 'known_since')) as
    Pick<HostRow, 'list_id' | 'known_since'> | undefined;
  if (!row) return;
  const listId = await idOfList(batch, list);
  if (listId === null) return storeFailure(batch, host, 'STORE_FULL');
  const before = row.list_id === null ? null : Number(row.list_id);
  const now = batch.ctx.clock.now();
  const isNew = before !== listId;
  await hostsOf(batch, [host.hostId]).update({
    ...confirmed(batch),
    etag,
    ...(isNew ? { list_id: listId, revision: batch.revision, changed_at: now } : {}),
    ...(row.known_since === null ? { known_since: now } : {}),
  });
  if (before === null || !isNew) return;
  const diffId = await idOfDiff(batch, before, listId);
  if (diffId !== null)
    await batch.tx
      .knex('packages_changes')
      .insert({ id: newId(), host_id: host.hostId, at: now, diff_id: diffId });
}

/** Null: the store is full. */
async function idOfList(
  { tx }: Batch,
  { hash, order, entries, segments }: PackedList,
): Promise<number | null> {
  const known = await idOf(tx, 'packages_lists', hash);
  if (known !== null) return known;
  const ids = new Map<string, number>();
  for (const hashes of chunked(segments.map((segment) => segment.hash)))
    for (const row of (await tx.knex('packages_segments').whereIn('hash', hashes).select('id', 'hash')) as {
      id: number;
      hash: string;
    }[])
      ids.set(row.hash, Number(row.id));
  const missing = segments.filter((segment) => !ids.has(segment.hash));
  if (missing.length > 0 && (await countSegments(tx)) + missing.length > MOST_SEGMENTS) return null;
  for (const { hash: own, text } of missing) {
    if (ids.has(own)) continue;
    await tx.knex('packages_segments').insert({ hash: own, body: deflated(text) });
    ids.set(own, (await idOf(tx, 'packages_segments', own)) ?? 0);
  }
  await tx.knex('packages_lists').insert({
    ...{ hash, version_order: order, entries },
    segments: JSON.stringify(segments.map((segment) => ids.get(segment.hash))),
  });
  return idOf(tx, 'packages_lists', hash);
}

async function countSegments(tx: Tx): Promise<number> {
  const row = (await tx.knex('packages_segments').count({ total: '*' }).first()) as
    { total: number } | undefined;
  return Number(row?.total ?? 0);
}

async function idOf(tx: Tx, table: string, hash: string): Promise<number | null> {
  const row = (await tx.knex(table).where('hash', hash).first('id')) as { id: number } | undefined;
  return row ? Number(row.id) : null;
}

/** What changed between two lists, held once however many hosts went the same way. Null: nothing that was installed. */
async function idOfDiff(batch: Batch, before: number, after: number): Promise<number | null> {
  const key = `${before} ${after}`;
  const known = batch.diffs.get(key);
  if (known !== undefined) return known;
  const { tx } = batch;
  const [from, to] = [await segmentsOf(tx, before), await segmentsOf(tx, after)];
  // What both share has not changed.
  const gone = await entriesOf(
    tx,
    from.filter((id) => !to.includes(id)),
  );
  const come = await entriesOf(
    tx,
    to.filter((id) => !from.includes(id)),
  );
  const changes = changesBetween(gone, come);
  const id = changes.length === 0 ? null : await storeDiff(tx, JSON.stringify(changes));
  batch.diffs.set(key, id);
  return id;
}

async function storeDiff(tx: Tx, text: string): Promise<number | null> {
  const hash = sha256(text);
  const known = await idOf(tx, 'packages_diffs', hash);
  if (known !== null) return known;
  await tx.knex('packages_diffs').insert({ hash, body: deflated(text) });
  return idOf(tx, 'packages_diffs', hash);
}

async function segmentsOf(tx: Tx, listId: number): Promise<number[]> {
  const row = (await tx.knex('packages_lists').where('id', listId).first('segments')) as
    Pick<ListRow, 'segments'> | undefined;
  return row ? (JSON.parse(row.segments) as number[]) : [];
}

async function entriesOf(tx: Tx, ids: readonly number[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const chunk of chunked(ids)) {
    const rows = (await tx
      .knex('packages_segments')
      .whereIn('id', chunk)
      .select('id', 'body')) as SegmentRow[];
    const bodies = new Map(rows.map(({ id, body }) => [Number(id), body]));
    for (const id of chunk) {
      const body = bodies.get(id);
      if (body) entries.push(...unpack(body));
    }
  }
  return entries;
}

function* chunked<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += CHUNK) yield all.slice(start, start + CHUNK);
}
