import type { Knex } from 'knex';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import type { Wait } from '#server/kernel/leased/waits.ts';
import type { PollingSettings, PollKind, PollResult } from '../api.ts';
import { pollingSection, pollingSettingsOf } from '../settings.ts';
import { chunked } from './queries.ts';

/** The column with the due time of each kind. */
export const COLUMN: Readonly<Record<PollKind, string>> = {
  health: 'next_health_at',
  patches: 'next_patches_at',
  info: 'next_info_at',
};

/** Jitter: each host has its fixed place (`poll_spread`, 0 to 1,000) in the ±10 % around the interval. */
const JITTER = 0.1;
const SPREAD = 1_000;
/** A kind that the agent could not answer (package manager busy, say) is asked for again after this time. */
export const RETRY_MS = 300_000;
/** After this many failures in a row a host is polled half as often. */
const MANY_FAILURES = 10;
/** An agent whose link broke is back by then: it tries again at least every 45 s, and notices silence after 75 s. */
const LINK_AWAY_MS = 150_000;
/** The time between the first polls of a new agent, which starts its listener just after it fetched its certificate. */
const FIRST_RETRY_MS = 3_000;

/** See HostsService.pollSoon; `onlyPolled`: hosts that are not polled yet are left out. */
export async function pollSoon(
  ctx: Context,
  tx: Tx,
  hostIds: readonly string[],
  {
    kinds = ['health', 'patches', 'info'],
    onlyPolled = false,
  }: { kinds?: readonly PollKind[]; onlyPolled?: boolean } = {},
): Promise<void> {
  const nowMs = (await ctx.db.now(tx.knex)).getTime();
  const due = Object.fromEntries(kinds.map((kind) => [COLUMN[kind], nowMs]));
  for (const ids of chunked(hostIds)) {
    const query = tx.knex('hosts_hosts').whereIn('id', ids).whereNotNull('live');
    if (onlyPolled) query.whereNotNull('next_poll_at');
    await query.update({ ...due, next_poll_at: nowMs });
  }
}

/** See HostsService.holdPolls. */
export async function holdPolls(
  ctx: Context,
  tx: Tx,
  hostIds: readonly string[],
  manager: string,
): Promise<void> {
  for (const ids of chunked(hostIds))
    await tx.knex('hosts_hosts').whereIn('id', ids).update({ poll_by: manager });
  await pollSoon(ctx, tx, hostIds, { kinds: ['health'] });
}

/** See HostsService.releasePolls. */
export async function releasePolls(
  ctx: Context,
  tx: Tx,
  hostIds: readonly string[],
  manager: string,
): Promise<void> {
  const dueMs = (await ctx.db.now(tx.knex)).getTime() + LINK_AWAY_MS;
  for (const ids of chunked([...hostIds].sort()))
    await tx
      .knex('hosts_hosts')
      .whereIn('id', ids)
      .where('poll_by', manager)
      .update({ poll_by: null, next_poll_at: dueMs, next_health_at: dueMs });
}

/** Which due times a result moves, and how far; results with the same key share one statement. */
export interface DueTimes {
  key: string;
  seen: boolean;
  /** Interval until the next poll of each kind, milliseconds; null: the due time stays. */
  intervalMs: Readonly<Record<PollKind, number | null>>;
}

/** Those of a host whose health is known to be the stored one. */
export const quietTimes = ({ healthPollIntervalSecs }: PollingSettings): DueTimes => ({
  key: 'quiet',
  seen: true,
  intervalMs: { health: healthPollIntervalSecs * 1_000, patches: null, info: null },
});

export function dueTimes(result: PollResult, settings: PollingSettings): DueTimes {
  const { polled, seen, host } = result;
  const patchesAnswered = result.patches !== undefined || result.patchesUnchanged !== undefined;
  const after = (asked: boolean, answered: boolean, secs: number): number | null =>
    asked ? (answered ? secs * 1_000 : Math.min(secs * 1_000, RETRY_MS)) : null;
  const intervalMs = {
    health: healthMs(seen, host, settings.healthPollIntervalSecs * 1_000),
    patches: after(polled.patches, patchesAnswered, settings.patchPollIntervalSecs),
    info: after(polled.info, result.info !== undefined, settings.systemInfoPollIntervalSecs),
  };
  return { key: `${seen}/${intervalMs.health}/${intervalMs.patches}/${intervalMs.info}`, seen, intervalMs };
}

function healthMs(seen: boolean, { failures, agentVersion }: PollResult['host'], intervalMs: number): number {
  if (seen) return intervalMs;
  if (failures >= MANY_FAILURES) return intervalMs * 2;
  return agentVersion === null ? Math.min(FIRST_RETRY_MS, intervalMs) : intervalMs;
}

/** The assignments that move due times; columns that do not move keep what others (pollSoon) have written. */
export function dueColumns(
  knex: Knex,
  dialect: Context['db']['dialect'],
  due: DueTimes,
  nowMs: number,
): Record<string, Knex.Raw | number> {
  const least = dialect === 'sqlite' ? 'min' : 'least';
  const next = (kind: PollKind): { sql: string; bindings: number[] } => {
    const intervalMs = due.intervalMs[kind];
    if (intervalMs === null) return { sql: `coalesce(${COLUMN[kind]}, ?)`, bindings: [nowMs] };
    const [first, step] = [
      nowMs + Math.round(intervalMs * (1 - JITTER)),
      Math.max(1, Math.round((intervalMs * 2 * JITTER) / SPREAD)),
    ];
    return { sql: '? + poll_spread * ?', bindings: [first, step] };
  };
  const [health, patches, info] = [next('health'), next('patches'), next('info')];
  const all = {
    sql: `${least}(${health.sql}, ${patches.sql}, ${info.sql})`,
    bindings: [...health.bindings, ...patches.bindings, ...info.bindings],
  };
  // A host that did not answer is not asked for anything before its next health poll.
  const whole = due.seen ? all : health;
  // MariaDB assigns from left to right, and the first expression reads the columns that the others set.
  return {
    next_poll_at: knex.raw(whole.sql, whole.bindings),
    next_health_at: knex.raw(health.sql, health.bindings),
    next_patches_at: knex.raw(patches.sql, patches.bindings),
    next_info_at: knex.raw(info.sql, info.bindings),
  };
}

/** Longer than any manager has a host. */
const LONGEST_LEASE_MS = 600_000;

/** The longest waits: a host that has not answered many times waits for twice the interval; all are spread by 10 %. */
export async function pollWaits({ settings }: Context): Promise<Wait[]> {
  const {
    healthPollIntervalSecs: health,
    patchPollIntervalSecs: patches,
    systemInfoPollIntervalSecs: info,
  } = pollingSettingsOf(await settings.get(pollingSection));
  const of = { table: 'hosts_hosts', kind: 'ms' } as const;
  const wait = (column: string, secs: number, longest: number): Wait => ({
    ...of,
    column,
    longest: secs * longest,
    place: { sql: 'poll_spread * ?', bindings: [secs] },
  });
  return [
    wait('next_poll_at', health, 2_200),
    wait(COLUMN.health, health, 2_200),
    wait(COLUMN.patches, patches, 1_100),
    wait(COLUMN.info, info, 1_100),
    { ...of, column: 'poll_lease_until', longest: LONGEST_LEASE_MS },
  ];
}
