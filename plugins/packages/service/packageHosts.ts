import { type HostScope, paging } from '#sdk';
import type { VersionOrder } from '../domain/list.ts';
import { hostsWith, type HostsWith, type PackageFilter } from '../index/packageHosts.ts';
import { compareIn } from '../index/rowsOfName.ts';
import { DEFAULT_LIMIT, lookAt, scopeWith, statesOf, type Reads } from './read.ts';

export type PackageHostSort = 'fqdn' | '-fqdn' | 'version' | '-version';

interface Asked extends PackageFilter, paging.Query {
  groupId?: string;
  sort: PackageHostSort;
}

/** A host, and what it is sorted by. */
interface Placed {
  id: string;
  value: string;
}

/**
 * Up to so many hosts are sorted by name here; more are so dense that a walk over all hosts by name soon fills a page.
 */
const FEW = 1_000;
const WALKED = 1_000;

export async function listPackageHosts(reads: Reads, asked: Asked, scope: HostScope) {
  const { groupId, cursor = null, limit = DEFAULT_LIMIT, sort, ...filter } = asked;
  if (cursor !== null) paging.readCursor(cursor, { sort });
  const { inView, coverage } = await lookAt(reads, await scopeWith(reads.ctx, scope, groupId));
  const found = hostsWith(reads.index, inView, filter);
  const isByName = sort.endsWith('fqdn');
  const page = { cursor, sort, most: limit + 1 };
  const placed = isByName ? await byName(reads, found, page) : byVersion(found, page);
  const ids = placed.slice(0, limit).map(({ id }) => id);
  const last = placed.length > limit ? placed[limit - 1] : undefined;
  const hosts = new Map((await reads.ctx.core.hosts.getMany(ids)).map((host) => [host.id, host]));
  const states = await statesOf(reads.ctx, ids);
  return {
    // A host that was deleted since is left out.
    hosts: ids.flatMap((hostId) => {
      const host = hosts.get(hostId);
      const state = states.get(hostId) ?? { hostId, row: null };
      return host ? [{ host, packages: found.packagesAt(placeIn(found.hostIds, hostId)), state }] : [];
    }),
    total: found.hostIds.length,
    notComparable: found.notComparable,
    coverage,
    nextCursor: last ? paging.writeCursor({ sort }, last.value, last.id) : null,
  };
}

/** The index of an id that is among these sorted ids. */
function placeIn(hostIds: readonly string[], hostId: string): number {
  let [low, high] = [0, hostIds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hostIds[middle] ?? '') < hostId) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface PageOf {
  cursor: string | null;
  sort: PackageHostSort;
  most: number;
}

async function byName(
  { ctx, index }: Reads,
  { hostIds }: HostsWith,
  { cursor, sort, most }: PageOf,
): Promise<Placed[]> {
  const { hosts } = ctx.core;
  if (hostIds.length <= FEW) {
    const named = await hosts.byFqdn({
      sort: sort as 'fqdn',
      hostIds,
      cursor: cursor ?? undefined,
      limit: most,
    });
    return named.map(({ id, fqdn }) => ({ id, value: fqdn }));
  }
  const isWanted = new Set(hostIds);
  const page: Placed[] = [];
  // If the hosts are evenly spread, the first piece holds a page, with some to spare.
  const limit = Math.min(WALKED, Math.ceil((1.5 * most * index.hosts.size) / hostIds.length));
  for (let from = cursor ?? undefined; page.length < most;) {
    const walked = await hosts.byFqdn({ sort: sort as 'fqdn', cursor: from, limit });
    for (const { id, fqdn } of walked)
      if (isWanted.has(id) && page.length < most) page.push({ id, value: fqdn });
    const last = walked.at(-1);
    if (!last || walked.length < limit) break;
    from = paging.writeCursor({ sort }, last.fqdn, last.id);
  }
  return page;
}

/** A version with its order, and the ids of the hosts that have it. */
interface Bucket {
  order: VersionOrder;
  version: string;
  hostIds: string[];
}

function byVersion(found: HostsWith, { cursor, sort, most }: PageOf): Placed[] {
  const sign = sort === 'version' ? 1 : -1;
  const start = cursor === null ? null : paging.readCursor(cursor, { sort });
  const begin = start === null ? null : bucketOf(String(start.value));
  const page: Placed[] = [];
  for (const bucket of bucketsOf(found).sort((a, b) => sign * compareBuckets(a, b))) {
    const behind = begin === null ? 1 : sign * compareBuckets(bucket, begin);
    if (behind < 0) continue;
    for (const id of bucket.hostIds) {
      if (page.length === most) return page;
      if (behind > 0 || start === null || id > start.id) page.push({ id, value: keyOf(bucket) });
    }
  }
  return page;
}

const keyOf = ({ order, version }: Omit<Bucket, 'hostIds'>): string => `${order} ${version}`;

/** Reads a key of `keyOf`. Callers may send any text; the page then begins anywhere. */
function bucketOf(key: string): Omit<Bucket, 'hostIds'> {
  const [order = '', version = ''] = key.split(' ');
  return { order: order === 'debian' || order === 'rpm' ? order : 'none', version };
}

function bucketsOf({ hostIds, packagesAt, orderAt }: HostsWith): Bucket[] {
  const buckets = new Map<string, Bucket>();
  /** By the array of matching packages, which equal hosts share. */
  const known = new Map<object, Bucket>();
  for (const [place, id] of hostIds.entries()) {
    const packages = packagesAt(place);
    let bucket = known.get(packages);
    if (!bucket) {
      const order = orderAt(place);
      const compare = compareIn(order) ?? ((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      const version = packages
        .map((entry) => entry.version)
        .reduce((newest, one) => (compare(one, newest) > 0 ? one : newest));
      const key = keyOf({ order, version });
      bucket = buckets.get(key) ?? { order, version, hostIds: [] };
      buckets.set(key, bucket);
      known.set(packages, bucket);
    }
    bucket.hostIds.push(id);
  }
  return [...buckets.values()];
}

/** Versions that are written in two ways may be equal; their text then decides. */
function compareBuckets(a: Omit<Bucket, 'hostIds'>, b: Omit<Bucket, 'hostIds'>): number {
  const text = (x: string, y: string): number => (x < y ? -1 : x > y ? 1 : 0);
  return (
    text(a.order, b.order) || (compareIn(a.order)?.(a.version, b.version) ?? 0) || text(a.version, b.version)
  );
}
