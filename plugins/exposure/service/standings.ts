import type { Knex } from 'knex';
import { type Context, type standings, tables, type Tx } from '#sdk';
import type { HostIds } from '#sdk/hosts.ts';
import { fromTs } from '#sdk/thread.ts';
import { bySeverity, RANKED, rankOf } from '../domain/rank.ts';

/** How the pending security patches of some hosts stand towards their service levels. */
export interface Standings {
  /** Hosts with at least one. */
  hosts: number;
  patches: number;
  unnamed: number;
  notRecorded: number;
  late: Totals;
  lateOf: Readonly<Record<standings.LackSeverity, Totals>>;
}

export interface Totals {
  hosts: number;
  patches: number;
}

type Row = Record<string, number | string | null>;

/** `holds_until` of a row that no later time changes. */
const FOR_EVER = new Date('9999-12-31T00:00:00Z');
/** Hosts that are counted in one transaction. */
const HOSTS = 100;
const LATE = RANKED.map((severity) => `late_${severity}`);
const COUNTED = ['patches', 'unnamed', 'not_recorded', ...LATE];
const ALL_LATE = LATE.join(' + ');

/**
 * The standings of the hosts in scope: from the stored row of each host and, where that does not hold now, from the
 * host's patches. One statement, so that no host is counted twice or not at all.
 */
export async function standingsOf(knex: Knex, inScope: HostIds | null, now: Date): Promise<Standings> {
  const scoped = (query: Knex.QueryBuilder): void =>
    void (inScope && query.whereIn('host_id', inScope(knex)));
  const holding = knex('exposure_standings')
    .where('holds_until', '>=', now)
    .where('counted_at', '<=', now)
    .modify(scoped)
    .select(COUNTED);
  const over = knex('exposure_standings')
    .where((some) => some.where('holds_until', '<', now).orWhere('counted_at', '>', now))
    .select('host_id');
  const looked = counting(knex).whereIn('host_id', over).modify(scoped);
  const lateHosts = (what: string, as: string): Knex.Raw =>
    knex.raw(`sum(case when ${what} > 0 then 1 else 0 end) as ??`, [as]);
  const row = (await knex
    .from(holding.unionAll(looked.select(counts(knex, now))).as('counted'))
    .where('patches', '>', 0)
    .count({ hosts: '*' })
    .sum(Object.fromEntries(COUNTED.map((name) => [name, name])))
    .select(lateHosts(ALL_LATE, 'hosts_late'), ...LATE.map((name) => lateHosts(name, `hosts_${name}`)))
    .first()) as Row | undefined;
  return standingsIn(row ?? {});
}

function standingsIn(row: Row): Standings {
  const of = (name: string): number => Number(row[name] ?? 0);
  return {
    hosts: of('hosts'),
    patches: of('patches'),
    unnamed: of('unnamed'),
    notRecorded: of('not_recorded'),
    late: { hosts: of('hosts_late'), patches: LATE.reduce((sum, name) => sum + of(name), 0) },
    lateOf: bySeverity((severity) => ({
      hosts: of(`hosts_late_${severity}`),
      patches: of(`late_${severity}`),
    })),
  };
}

/** How many patches and hosts a query over `exposure_patches` finds, by looking at all of them. */
export async function countedIn(query: Knex.QueryBuilder): Promise<Totals> {
  const row = (await query.count({ patches: '*' }).countDistinct({ hosts: 'host_id' }).first()) as
    | Row
    | undefined;
  return { patches: Number(row?.['patches'] ?? 0), hosts: Number(row?.['hosts'] ?? 0) };
}

/** The open patches, host by host. */
const counting = (knex: Knex): Knex.QueryBuilder =>
  knex('exposure_patches').where('open', 1).groupBy('host_id');

/** Counts of patches by standing, as `standingIn` judges them. */
function counts(knex: Knex, now: Date): Knex.Raw[] {
  const free = '(excepted_until is null or excepted_until <= ?)';
  const sum = (when: string, bindings: Knex.RawBinding[], as: string): Knex.Raw =>
    knex.raw(`sum(case when ${when} then 1 else 0 end) as ??`, [...bindings, as]);
  return [
    knex.raw('count(*) as patches'),
    sum('cves = 0', [], 'unnamed'),
    sum(`due_at is null and ${free}`, [now], 'not_recorded'),
    ...RANKED.map((severity) =>
      sum(`due_at < ? and severity_rank = ? and ${free}`, [now, rankOf(severity), now], `late_${severity}`),
    ),
  ];
}

/**
 * Counts these hosts anew, after their patches changed and in the same transaction, which must hold the lock of the
 * take-in: the count must see what all others have written.
 */
export async function countStandings({ knex }: Tx, hostIds: readonly string[], now: Date): Promise<void> {
  if (hostIds.length === 0) return;
  const rows = (await counting(knex)
    .whereIn('host_id', [...hostIds])
    .select(
      'host_id',
      ...counts(knex, now),
      knex.raw('min(case when due_at >= ? then due_at end) as next_due_at', [now]),
      knex.raw('min(case when excepted_until > ? then excepted_until end) as next_end_at', [now]),
    )) as Row[];
  await knex('exposure_standings')
    .whereIn('host_id', [...hostIds])
    .delete();
  if (rows.length === 0) return;
  await knex('exposure_standings').insert(
    rows.map(({ next_due_at: due, next_end_at: end, ...row }) => ({
      ...row,
      counted_at: now,
      holds_until: earliest(fromTs(due), fromTs(end)),
    })),
  );
}

/**
 * The time until which a count holds. A patch is late after its due time; an exception is over at its end, so 1 ms
 * less.
 */
function earliest(due: Date | null, end: Date | null): Date {
  const endMs = end ? end.getTime() - 1 : FOR_EVER.getTime();
  return new Date(Math.min(due?.getTime() ?? FOR_EVER.getTime(), endMs));
}

/** Counts anew some hosts whose rows hold no longer. Resolves with how many there were; 0: all rows hold. */
export async function renewStandings(ctx: Context): Promise<number> {
  const isOver = (knex: Knex): Knex.QueryBuilder =>
    knex('exposure_standings').where('holds_until', '<', ctx.clock.now()).limit(HOSTS).select('host_id');
  // Usually there are none; then nothing waits for the lock.
  if ((await isOver(ctx.db.reader).limit(1)).length === 0) return 0;
  return ctx.tx(
    async (tx) => {
      await takeTurn(tx);
      const rows = (await isOver(tx.knex)) as { host_id: string }[];
      const hostIds = rows.map(({ host_id: id }) => id);
      await countStandings(tx, hostIds, ctx.clock.now());
      return hostIds.length;
    },
    { name: 'exposure.renewStandings', durable: false },
  );
}

/**
 * Takes the lock for writing or counting patches, until the transaction ends. It must be the transaction's first lock.
 */
export const takeTurn = (tx: Tx): Promise<void> => tables.lockByName(tx, 'exposure.takeIn');
