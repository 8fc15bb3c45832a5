import { type Context, leased, newId, tables, type Tx, wire } from '#sdk';
import { changesBetween, MOST_CHANGES_A_DAY, type Change } from '../domain/difference.ts';
import { deflated, sha256, unpack, type Entry, type PackedList } from '../domain/list.ts';
import type { HostRow, ListRow, SegmentRow } from '../models.ts';
import type { Reading } from './collect.ts';
import type { Diff, SeenDiffs } from './seenDiffs.ts';
import { DAY_MS, FREED, jittered, nextRevision, READINGS, retryMs } from './schedule.ts';

/** The most segments that are kept: many times what a fleet of 10,000 hosts needs. */
export const MOST_SEGMENTS = 100_000;
const POSTPONED_MS = 60_000;
const CHUNK = 500;

type Listed = Extract<Reading, { kind: 'list' }>;

/**
 * Stores readings and frees their leases. A host whose lease is lost, or that is gone, is not changed. `seen`: recent
 * differences between two lists.
 */
export async function recordReadings(
  ctx: Context,
  readings: readonly Reading[],
  seen: SeenDiffs,
): Promise<void> {
  const nowMs = (await ctx.db.now()).getTime();
  await ctx.tx(
    async (tx) => {
      const batch = { ctx, tx, nowMs, seen, diffs: new Map<string, StoredDiff | null>() };
      // The lock of the revision first, so that all transactions take their locks in one order.
      const listed = readings.filter((reading) => reading.kind === 'list');
      if (listed.length > 0) await storeListed({ ...batch, revision: await nextRevision(tx) }, listed);
      const unchanged = readings.filter(({ kind }) => kind === 'unchanged').map(({ host }) => host.hostId);
      for (const ids of chunked(unchanged)) await hostsOf(batch, ids).update(confirmed(batch));
      for (const reading of readings) {
        if (reading.kind === 'postponed')
          await hostsOf(batch, [reading.host.hostId]).update({
            next_at: leased.dueAgain(tx.knex, READINGS, nowMs + jittered(POSTPONED_MS)),
            ...FREED,
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
  seen: SeenDiffs;
  /** The differences stored in this transaction, by the two lists; null: nothing installed has changed. */
  diffs: Map<string, StoredDiff | null>;
}

type StoredDiff = Diff & { id: number };

const hostsOf = ({ ctx, tx }: Batch, ids: readonly string[]) =>
  tx.knex('packages_hosts').whereIn('host_id', ids).where({ live: 1, lease_owner: ctx.instanceId });

const confirmed = ({ ctx, tx, nowMs }: Batch) => ({
  next_at: leased.dueAgain(tx.knex, READINGS, nowMs + jittered(DAY_MS)),
  ...FREED,
  collected_at: ctx.clock.now(),
  problem: null,
  problem_since: null,
  failures: 0,
  lane: 0,
});

async function storeFailure(batch: Batch, host: { hostId: string; failures: number }, problem: string) {
  const { ctx, tx, nowMs } = batch;
  await hostsOf(batch, [host.hostId]).update({
    next_at: leased.dueAgain(tx.knex, READINGS, nowMs + jittered(retryMs(host.failures))),
    ...FREED,
    problem,
    failures: host.failures + 1,
    lane: 1,
    problem_since: tx.knex.raw('coalesce(problem_since, ?)', [ctx.clock.now()]),
  });
}

/** After a job many hosts move from one list to another; one statement writes them. */
async function storeListed(batch: Batch & { revision: number }, listed: readonly Listed[]): Promise<void> {
  const rows = await rowsOf(batch, listed);
  const own = listed.filter(({ host }) => rows.has(host.hostId));
  const ids = await idsOfLists(batch, own);
  const moves: Move[] = [];
  for (const { host, list, etag } of own) {
    const row = rows.get(host.hostId);
    if (!row) continue;
    const to = ids.get(list.hash) ?? null;
    if (to === null) await storeFailure(batch, host, 'STORE_FULL');
    else
      moves.push({
        hostId: host.hostId,
        etag,
        to,
        from: row.list_id === null ? null : Number(row.list_id),
        isFirst: row.known_since === null,
      });
  }
  await storeMoves(batch, moves);
  await storeChanges(batch, moves);
}

/** A host's move from the list that it had to the one that it has. */
interface Move {
  hostId: string;
  etag: string | null;
  from: number | null;
  to: number;
  /** The host never had a list. */
  isFirst: boolean;
}

/** The rows of the hosts whose lease this manager still has. */
async function rowsOf(batch: Batch, listed: readonly Listed[]): Promise<Map<string, OwnRow>> {
  const rows = new Map<string, OwnRow>();
  for (const ids of chunked(listed.map(({ host }) => host.hostId)))
    for (const row of (await hostsOf(batch, ids).select('host_id', 'list_id', 'known_since')) as OwnRow[])
      rows.set(row.host_id, row);
  return rows;
}

type OwnRow = Pick<HostRow, 'host_id' | 'list_id' | 'known_since'>;

/** Ids of lists by hash; new lists are stored. Null: the store is full. */
async function idsOfLists(batch: Batch, listed: readonly Listed[]): Promise<Map<string, number | null>> {
  const lists = new Map(listed.map(({ list }) => [list.hash, list]));
  const ids = new Map<string, number | null>();
  for (const hashes of chunked([...lists.keys()]))
    for (const { id, hash } of (await batch.tx
      .knex('packages_lists')
      .whereIn('hash', hashes)
      .select('id', 'hash')) as { id: number; hash: string }[])
      ids.set(hash, Number(id));
  for (const [hash, list] of lists) if (!ids.has(hash)) ids.set(hash, await storeList(batch, list));
  return ids;
}

/**
 * Hosts with the same move become due at the same time; there are so many moves and batches that a day spreads them.
 */
async function storeMoves(batch: Batch & { revision: number }, moves: readonly Move[]): Promise<void> {
  const now = batch.ctx.clock.now();
  const ways = Map.groupBy(moves, ({ etag, from, to, isFirst }) =>
    JSON.stringify([etag, from === to, to, isFirst]),
  );
  for (const way of ways.values()) {
    const [{ etag, from, to, isFirst }] = way as [Move, ...Move[]];
    const changed = from === to ? {} : { list_id: to, revision: batch.revision, changed_at: now };
    for (const ids of chunked(way.map(({ hostId }) => hostId)))
      await hostsOf(batch, ids).update({
        ...confirmed(batch),
        etag,
        ...changed,
        ...(isFirst ? { known_since: now } : {}),
      });
  }
}

async function storeChanges(batch: Batch, moves: readonly Move[]): Promise<void> {
  const at = batch.ctx.clock.now();
  const moved = moves.flatMap(({ hostId, from, to }) =>
    from === null || from === to ? [] : [{ hostId, from, to }],
  );
  const hostIds = moved.map(({ hostId }) => hostId);
  const day = { table: 'packages_changes', hostIds, at: 'at', now: at, sum: 'entries' };
  const recorded = await tables.broughtInADay(batch.tx.knex, day);
  const rows: object[] = [];
  for (const { hostId, from, to } of moved) {
    const diff = await storedDiff(batch, from, to);
    if (!diff) continue;
    const { id, entries, leftOut } = await cutTo(
      batch,
      diff,
      MOST_CHANGES_A_DAY - (recorded.get(hostId) ?? 0),
    );
    rows.push({ id: newId(), host_id: hostId, at, diff_id: id, entries, left_out: leftOut });
  }
  for (const some of chunked(rows)) await batch.tx.knex('packages_changes').insert(some);
}

/** The first changes, as many as there is room for. */
async function cutTo({ tx }: Batch, diff: StoredDiff, room: number): Promise<StoredDiff> {
  if (diff.entries <= room) return diff;
  const kept = (JSON.parse(diff.text) as Change[]).slice(0, Math.max(0, room));
  const text = JSON.stringify(kept);
  const leftOut = diff.leftOut + diff.entries - kept.length;
  return { id: await storeDiff(tx, text), text, entries: kept.length, leftOut };
}

/** Null: the store is full. */
async function storeList(
  { tx }: Batch,
  { hash, order, entries, segments }: PackedList,
): Promise<number | null> {
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
    hash,
    version_order: order,
    entries,
    segments: JSON.stringify(segments.map((segment) => ids.get(segment.hash))),
  });
  return idOf(tx, 'packages_lists', hash);
}

async function countSegments(tx: Tx): Promise<number> {
  const row = (await tx.knex('packages_segments').count({ total: '*' }).first()) as
    | { total: number }
    | undefined;
  return Number(row?.total ?? 0);
}

async function idOf(tx: Tx, table: string, hash: string): Promise<number | null> {
  const row = (await tx.knex(table).where('hash', hash).first('id')) as { id: number } | undefined;
  return row ? Number(row.id) : null;
}

/** What changed between two lists, stored once for all hosts with that move. Null: nothing installed has changed. */
async function storedDiff(batch: Batch, before: number, after: number): Promise<StoredDiff | null> {
  const key = `${before} ${after}`;
  const known = batch.diffs.get(key);
  if (known !== undefined) return known;
  const diff = batch.seen.find(key) ?? (await diffOf(batch.tx, before, after));
  batch.seen.add(key, diff);
  const stored = diff.text === '' ? null : { ...diff, id: await storeDiff(batch.tx, diff.text) };
  batch.diffs.set(key, stored);
  return stored;
}

async function diffOf(tx: Tx, before: number, after: number): Promise<Diff> {
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
  if (changes.length === 0) return { text: '', entries: 0, leftOut: 0 };
  const { kept } = wire.fitting(changes, wire.AGENT_LIMITS.changes);
  return { text: JSON.stringify(kept), entries: kept.length, leftOut: changes.length - kept.length };
}

async function storeDiff(tx: Tx, text: string): Promise<number> {
  const hash = sha256(text);
  const known = await idOf(tx, 'packages_diffs', hash);
  if (known !== null) return known;
  await tx.knex('packages_diffs').insert({ hash, body: deflated(text) });
  return (await idOf(tx, 'packages_diffs', hash)) ?? 0;
}

async function segmentsOf(tx: Tx, listId: number): Promise<number[]> {
  const row = (await tx.knex('packages_lists').where('id', listId).first('segments')) as
    | Pick<ListRow, 'segments'>
    | undefined;
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
