import type { Knex } from 'knex';
import type { Context } from '../../../kernel/boot/feature.ts';
import { pollingSection, pollingSettingsOf } from '../settings.ts';
import { COLUMN } from './pollTimes.ts';
import { CLOCKS_DIFFER_MS } from '../../../kernel/clock.ts';

/** No poll holds its host for longer. */
const LONGEST_LEASE_MS = 15 * 60_000;

/** See HostPolls.mendTimes. */
export async function mendPollTimes(ctx: Context): Promise<void> {
  const settings = pollingSettingsOf(await ctx.settings.get(pollingSection));
  const nowMs = (await ctx.db.now()).getTime();
  // A host that has not answered many times waits for twice the interval; all waits are spread by 10 %.
  const latestMs = nowMs + CLOCKS_DIFFER_MS + settings.healthPollIntervalSecs * 2_200;
  const ahead = await ctx.db
    .reader('hosts_hosts')
    .whereIn('poll_lane', [0, 1])
    .where('next_poll_at', '>', latestMs)
    .first('id');
  if (!ahead) return;
  const mended = (column: string, secs: number, longestMs: number): [sql: string, bindings: number[]] => [
    `case when ${column} > ? then ? + poll_spread * ? else ${column} end`,
    [nowMs + CLOCKS_DIFFER_MS + longestMs, nowMs, secs],
  ];
  const { healthPollIntervalSecs: health, patchPollIntervalSecs: patches } = settings;
  const { systemInfoPollIntervalSecs: info } = settings;
  await ctx.tx(
    async ({ knex }) => {
      const raw = ([sql, bindings]: [string, number[]]): Knex.Raw => knex.raw(sql, bindings);
      await knex('hosts_hosts')
        .whereNotNull('next_poll_at')
        .update({
          next_poll_at: raw(mended('next_poll_at', health, health * 2_200)),
          [COLUMN.health]: raw(mended(COLUMN.health, health, health * 2_200)),
          [COLUMN.patches]: raw(mended(COLUMN.patches, patches, patches * 1_100)),
          [COLUMN.info]: raw(mended(COLUMN.info, info, info * 1_100)),
          poll_lease_until: knex.raw('case when poll_lease_until > ? then ? else poll_lease_until end', [
            nowMs + LONGEST_LEASE_MS,
            nowMs,
          ]),
        });
    },
    { durable: false, name: 'hosts.mendPollTimes' },
  );
  ctx.log.warn(
    'due times of polls lay too far ahead, by a clock that was set back; they were brought forward',
  );
}
