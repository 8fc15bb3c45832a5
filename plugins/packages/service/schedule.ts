import { type Context, leased, type Tx } from '#sdk';

/** A host whose list this manager is to read now. */
export interface Claimed {
  hostId: string;
  listId: number | null;
  etag: string | null;
  failures: number;
}

export const DAY_MS = 86_400_000;
/** How soon a host that failed is asked again; twice as long after each failure, a day at most. */
const RETRY_MS = 300_000;
/** Delay of the first reading, so that the hosts of a fleet that is being enrolled are not asked all at once. */
const FIRST_MS = 15_000;
/**
 * How many readings a second are scheduled for a fleet that has no lists yet, or whose due times a clock had put off: all
 * at once, they occupy a processor for minutes.
 */
const FIRST_PER_SEC = 10;
/** Hosts of one transaction. */
const CHUNK = 500;

/** Between 90 and 110 % of `ms`, so that hosts which were read together do not stay together. */
export const jittered = (ms: number, random = Math.random()): number => Math.round(ms * (0.9 + 0.2 * random));

export const retryMs = (failures: number): number => Math.min(DAY_MS, RETRY_MS * 2 ** Math.min(failures, 12));

export const READINGS: leased.Table = {
  table: 'packages_hosts',
  id: 'host_id',
  due: 'next_at',
  lane: 'lane',
  owner: 'lease_owner',
  until: 'lease_until',
  live: { live: 1 },
  movesDue: true,
};

/** What frees the lease of a host. */
export const FREED = leased.freed(READINGS);

export function claimReadings(
  ctx: Context,
  { lane, limit, leaseMs }: { lane: number; limit: number; leaseMs: number },
): Promise<Claimed[]> {
  return leased.claimDue(ctx, READINGS, { owner: ctx.instanceId, lane, limit, leaseMs }, async (tx, held) => {
    const rows = (await tx
      .knex('packages_hosts')
      .whereIn('host_id', held.ids)
      .where(held.lease)
      .select('host_id', 'list_id', 'etag', 'failures')) as ClaimRow[];
    return rows.map(({ host_id: hostId, list_id: listId, etag, failures }) => ({
      hostId,
      listId: listId === null ? null : Number(listId),
      etag,
      failures,
    }));
  });
}

interface ClaimRow {
  host_id: string;
  list_id: number | null;
  etag: string | null;
  failures: number;
}

export const giveBackReadings = (ctx: Context): Promise<void> =>
  leased.giveBack(ctx, READINGS, ctx.instanceId);

/** No host is due later than in a day, by chance a tenth longer. */
export async function readingWaits({ db }: Context, leaseMs: number): Promise<leased.Wait[]> {
  const { n: hosts } = (await db.reader('packages_hosts').where('live', 1).count({ n: '*' }).first()) as {
    n: number;
  };
  const overMs = Math.ceil((Number(hosts) + 1) / FIRST_PER_SEC) * 1_000;
  const sql = db.dialect === 'sqlite' ? 'abs(random() % ?)' : 'floor(rand() * ?)';
  const of = { table: 'packages_hosts', kind: 'ms' } as const;
  return [
    { ...of, column: 'next_at', longest: 1.1 * DAY_MS, place: { sql, bindings: [overMs] } },
    { ...of, column: 'lease_until', longest: leaseMs },
  ];
}

/** Makes these hosts due, `inMs` from now; those that are due sooner stay so. */
export async function readSoon(ctx: Context, hostIds: readonly string[], inMs: number): Promise<void> {
  const at = (await ctx.db.now()).getTime() + inMs;
  for (let start = 0; start < hostIds.length; start += CHUNK)
    await ctx.tx(
      async (tx) =>
        void (await tx
          .knex('packages_hosts')
          .whereIn('host_id', hostIds.slice(start, start + CHUNK))
          .where('live', 1)
          .where((later) => void later.whereNull('next_at').orWhere('next_at', '>', at))
          .update({ next_at: at })),
      { durable: false, name: 'packages.readSoon' },
    );
}

/** Adopts the live hosts that this plugin does not know yet, also those enrolled while it was off. */
export async function adoptHosts(ctx: Context): Promise<void> {
  const live = await ctx.core.hosts.endpoints();
  const rows = (await ctx.db.reader('packages_hosts').select('host_id')) as { host_id: string }[];
  const known = new Set(rows.map(({ host_id: id }) => id));
  const missing = live.filter(({ hostId }) => !known.has(hostId)).map(({ hostId }) => hostId);
  const startMs = (await ctx.db.now()).getTime();
  for (let start = 0; start < missing.length; start += CHUNK)
    await adopt(ctx, missing.slice(start, start + CHUNK), startMs + (start / FIRST_PER_SEC) * 1_000);
}

/**
 * Schedules the first reading of those of these hosts that are live and not known yet, one after the other. `fromMs`:
 * when the first of them could be read, in milliseconds of Unix time; by default now.
 */
export async function adopt(ctx: Context, hostIds: readonly string[], fromMs?: number): Promise<void> {
  const startMs = fromMs ?? (await ctx.db.now()).getTime();
  await ctx.tx(
    async (tx) => {
      for (const [index, hostId] of hostIds.entries()) {
        // The row of the host is locked, so that it is not deleted between the look and the insert.
        if (!(await ctx.core.hosts.getIn(tx, hostId))) continue;
        const next = startMs + jittered(FIRST_MS) + (index / FIRST_PER_SEC) * 1_000;
        const row = { host_id: hostId, live: 1, revision: 0, failures: 0, lane: 0, next_at: next };
        await tx.knex('packages_hosts').insert(row).onConflict('host_id').ignore();
      }
    },
    { durable: false, name: 'packages.adopt' },
  );
}

/**
 * Raises the revision and locks its row until the end of the transaction: transactions that change lists run one after
 * another, so that revisions are committed in their order, and nothing is dropped that another is about to refer to.
 */
export async function nextRevision(tx: Tx): Promise<number> {
  await tx.knex('packages_state').where('id', 1).increment('revision', 1);
  const row = (await tx.knex('packages_state').where('id', 1).first('revision')) as { revision: number };
  return Number(row.revision);
}

/**
 * For the transaction that deletes the host: its history goes at once, its row stays for a day to tell the other
 * managers.
 */
export async function forgetHost(tx: Tx, hostId: string): Promise<void> {
  const revision = await nextRevision(tx);
  await tx.knex('packages_changes').where('host_id', hostId).delete();
  await tx
    .knex('packages_hosts')
    .where('host_id', hostId)
    .update({
      live: 0,
      revision,
      list_id: null,
      etag: null,
      next_at: null,
      ...FREED,
    });
}
