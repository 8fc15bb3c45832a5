import type { Knex } from 'knex';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import type { PollingSettings, PollKind } from '../api.ts';
import { COLUMN, RETRY_MS } from './pollTimes.ts';

const KINDS: readonly PollKind[] = ['health', 'patches', 'info'];

const INTERVAL = {
  health: 'healthPollIntervalSecs',
  patches: 'patchPollIntervalSecs',
  info: 'systemInfoPollIntervalSecs',
} as const satisfies Record<PollKind, string>;

interface Expression {
  sql: string;
  bindings: number[];
}

/**
 * Moves the due times of all hosts when intervals change, in the transaction that changes them, so that the new
 * intervals apply at once. This alone polls no host: each host moves to its place (`poll_spread`) within the new
 * interval, as if the fleet had been polled at it for long. A shorter interval brings hosts forward to at most one
 * interval from now, a longer one delays them by at most the difference. A host that is due stays due.
 */
export async function moveDueTimes(
  ctx: Context,
  tx: Tx,
  { before, after }: { before: PollingSettings; after: PollingSettings },
): Promise<void> {
  if (KINDS.every((kind) => before[INTERVAL[kind]] === after[INTERVAL[kind]])) return;
  const nowMs = (await ctx.db.now(tx.knex)).getTime();
  const least = ctx.db.dialect === 'sqlite' ? 'min' : 'least';
  const moved = (kind: PollKind): Expression =>
    movedTime(kind, { least, nowMs, fromSecs: before[INTERVAL[kind]], toSecs: after[INTERVAL[kind]] });
  const [health, patches, info] = [moved('health'), moved('patches'), moved('info')];
  // A host that did not answer is not asked for anything before its next health poll.
  const next = {
    sql: `case when next_poll_at <= ? then next_poll_at when poll_lane = 0 then ${least}(${health.sql}, ${patches.sql}, ${info.sql}) else ${health.sql} end`,
    bindings: [nowMs, ...health.bindings, ...patches.bindings, ...info.bindings, ...health.bindings],
  };
  const raw = ({ sql, bindings }: Expression): Knex.Raw => tx.knex.raw(sql, bindings);
  // MariaDB assigns from left to right, and the first expression reads the columns that the others set.
  await tx
    .knex('hosts_hosts')
    .whereNotNull('next_poll_at')
    .update({
      next_poll_at: raw(next),
      next_health_at: raw(health),
      next_patches_at: raw(patches),
      next_info_at: raw(info),
    });
}

interface Move {
  least: string;
  nowMs: number;
  fromSecs: number;
  toSecs: number;
}

/** `poll_spread` is 0 to 1,000: its product with an interval in seconds is a part of the interval, in milliseconds. */
function movedTime(kind: PollKind, { least, nowMs, fromSecs, toSecs }: Move): Expression {
  const due = { sql: `coalesce(${COLUMN[kind]}, ?)`, bindings: [nowMs] };
  if (toSecs === fromSecs) return due;
  if (toSecs < fromSecs)
    return { sql: `${least}(${due.sql}, ? + poll_spread * ?)`, bindings: [nowMs, nowMs, toSecs] };
  // An earlier due time may be a retry, which does not depend on the interval.
  const soonMs = nowMs + (kind === 'health' ? 0 : RETRY_MS);
  return {
    sql: `case when ${COLUMN[kind]} > ? then ${COLUMN[kind]} + poll_spread * ? else ${due.sql} end`,
    bindings: [soonMs, toSecs - fromSecs, nowMs],
  };
}
