import type { Context } from '#server/kernel/boot/feature.ts';
import { batchedCalls } from '#server/kernel/batchedCalls.ts';
import { livingManagers } from '#server/kernel/boot/managers.ts';
import { bySystem } from '../ca/issue.ts';
import { LinkModel } from '../models.ts';

export interface HeldLink {
  hostId: string;
  number: number;
}

/** The rows of links, which all managers see. */
export interface LinkRows {
  /** What this manager held when it was killed is over. */
  forget(): Promise<void>;
  /** The same for managers that have died and did not come back. */
  forgetDead(): Promise<void>;
  /** Records a new link that this manager holds; answers its number. Throws HOST_NOT_FOUND. */
  open(hostId: string): Promise<number>;
  /** These links are over; a row that a newer link has taken stays. */
  lose(links: readonly HeldLink[]): Promise<void>;
  /** Hosts among these links that have a newer one, here or at another manager. */
  takenOver(links: readonly HeldLink[]): Promise<string[]>;
  /** Where the manager that holds the host's link is reached, `host:port`; null: none does, or it is this one. */
  holder(hostId: string): Promise<string | null>;
  /**
   * How many links each manager holds that lives and is not drained, by instance id; empty where this one is alone, or
   * drained.
   */
  shares(): Promise<Map<string, number>>;
  /** How many of these hosts have a link at another manager. */
  countElsewhere(hostIds: readonly string[]): Promise<number>;
  /** Since when links of these hosts hold, by host id; those without a link, or whose manager has died, are left out. */
  connectedSince(hostIds: readonly string[]): Promise<Map<string, Date>>;
  /** Agents of these hosts have been heard of. */
  seen(hostIds: readonly string[]): Promise<void>;
}

const CHUNK = 500;
/** A fleet that comes back comes in a stream; a commit for each link took a fourth of the time. */
const GATHER_MS = 50;

export function createLinkRows(ctx: Context): LinkRows {
  const { hosts } = ctx.core;
  const manager = ctx.instanceId;

  /** Of agents that dial in the same moment, as after a restart, one transaction writes many. */
  const opened = batchedCalls(
    async (hostIds: readonly string[]) => {
      const numbers = new Map<string, number>();
      // Sorted, as all who lock rows of several hosts do.
      const ids = [...hostIds].sort();
      // A power cut ends the links too, so a number that it takes back is nobody's; what goes to the audit log must stay.
      const durable = (await hosts.endpoints({ hostIds: ids })).some(
        ({ connection }) => connection !== 'dial',
      );
      await ctx.tx(
        async (tx) => {
          const rows = await LinkModel.query(tx.knex).whereIn('host_id', ids).forUpdate();
          const known = new Map(rows.map((row) => [row.hostId, Number(row.number)]));
          const now = ctx.clock.now();
          const live = await hosts.endpoints({ hostIds: ids, tx });
          for (const { hostId, connection } of live) {
            const number = (known.get(hostId) ?? 0) + 1;
            const row = { hostId, number, manager, openedAt: now, lostAt: null };
            await LinkModel.query(tx.knex).insert(row).onConflict('host_id').merge();
            if (connection !== 'dial') await hosts.setConnection(tx, hostId, 'dial', bySystem);
            numbers.set(hostId, number);
          }
          await hosts.noteSeen(tx, [...numbers.keys()], now);
          await hosts.holdPolls(tx, [...numbers.keys()], manager);
        },
        { durable, name: 'agents.openLinks' },
      );
      return numbers;
    },
    { waitMs: GATHER_MS },
  );

  async function forgetOf(whose: string): Promise<void> {
    await ctx.tx(
      async (tx) => {
        const rows = await LinkModel.query(tx.knex)
          .select('host_id')
          .where('manager', whose)
          .whereNull('lost_at')
          .forUpdate();
        if (rows.length === 0) return;
        await LinkModel.query(tx.knex)
          .where('manager', whose)
          .whereNull('lost_at')
          .patch({ lostAt: ctx.clock.now() });
        await hosts.releasePolls(
          tx,
          rows.map(({ hostId }) => hostId),
          whose,
        );
      },
      { name: 'agents.forgetLinks' },
    );
  }

  const holders = batchedCalls(async (hostIds: readonly string[]) => {
    const rows = await LinkModel.query(ctx.db.reader)
      .select('host_id', 'manager')
      .whereIn('host_id', [...hostIds])
      .whereNull('lost_at')
      .whereNot('manager', manager);
    const managers = await livingManagers(ctx.db);
    return new Map(rows.map((row) => [row.hostId, managers.get(row.manager)?.address ?? null]));
  });

  return {
    forget: () => forgetOf(manager),
    async forgetDead() {
      if (ctx.db.dialect === 'sqlite') return;
      const alive = [manager, ...(await livingManagers(ctx.db)).keys()];
      const dead = await LinkModel.query(ctx.db.reader)
        .distinct('manager')
        .whereNull('lost_at')
        .whereNotIn('manager', alive);
      for (const row of dead) await forgetOf(row.manager);
    },
    async holder(hostId) {
      // Nobody else has this database.
      return ctx.db.dialect === 'sqlite' ? null : ((await holders(hostId)) ?? null);
    },
    async open(hostId) {
      const number = await opened(hostId);
      if (number === undefined) throw new Error('this host is not in the fleet');
      return number;
    },
    async lose(links) {
      if (links.length === 0) return;
      const now = ctx.clock.now();
      await ctx.tx(
        async (tx) => {
          const gone: string[] = [];
          for (const { hostId, number } of links) {
            const row = { host_id: hostId, manager, number };
            if ((await LinkModel.query(tx.knex).where(row).patch({ lostAt: now })) > 0) gone.push(hostId);
          }
          await hosts.noteSeen(tx, gone, now);
          await hosts.releasePolls(tx, gone, manager);
        },
        { durable: false, name: 'agents.loseLinks' },
      );
    },
    async takenOver(links) {
      // Nobody else has this database.
      if (ctx.db.dialect === 'sqlite') return [];
      const found: string[] = [];
      for (let start = 0; start < links.length; start += CHUNK) {
        const some = links.slice(start, start + CHUNK);
        const rows = await LinkModel.query(ctx.db.reader)
          .select('host_id', 'number')
          .whereIn(
            'host_id',
            some.map(({ hostId }) => hostId),
          );
        const newest = new Map(rows.map((row) => [row.hostId, Number(row.number)]));
        for (const { hostId, number } of some)
          if ((newest.get(hostId) ?? number) > number) found.push(hostId);
      }
      return found;
    },
    async shares() {
      const managers = [...(await livingManagers(ctx.db))].filter(([, { isDrained }]) => !isDrained);
      if (managers.length < 2 || !managers.some(([id]) => id === manager)) return new Map();
      const rows = await LinkModel.query(ctx.db.reader)
        .select('manager')
        .whereNull('lost_at')
        .groupBy('manager')
        .count({ links: '*' })
        .castTo<{ manager: string; links: number }[]>();
      const held = new Map(rows.map(({ manager: id, links }) => [id, Number(links)]));
      return new Map(managers.map(([id]) => [id, held.get(id) ?? 0]));
    },
    async countElsewhere(hostIds) {
      let count = 0;
      for (let start = 0; start < hostIds.length; start += CHUNK)
        count += await LinkModel.query(ctx.db.reader)
          .whereIn('host_id', hostIds.slice(start, start + CHUNK))
          .whereNull('lost_at')
          .whereNot('manager', manager)
          .resultSize();
      return count;
    },
    async connectedSince(hostIds) {
      const rows = await LinkModel.query(ctx.db.reader)
        .select('host_id', 'manager', 'opened_at')
        .whereIn('host_id', [...hostIds])
        .whereNull('lost_at');
      if (rows.length === 0) return new Map();
      const alive = new Set([manager, ...(await livingManagers(ctx.db)).keys()]);
      return new Map(rows.filter((row) => alive.has(row.manager)).map((row) => [row.hostId, row.openedAt]));
    },
    async seen(hostIds) {
      if (hostIds.length === 0) return;
      const now = ctx.clock.now();
      await ctx.tx((tx) => hosts.noteSeen(tx, hostIds, now), { durable: false, name: 'agents.linksSeen' });
    },
  };
}
