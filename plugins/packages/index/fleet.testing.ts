/** An index over a database of its own, for the suites of the index. */
import type { Knex } from 'knex';
import { pino } from 'pino';
import { openDatabase } from '#server/kernel/db/open.ts';
import { deflated, entriesOf, pack, type Entry, type VersionOrder } from '../domain/list.ts';
import { createTables } from '../migrations/001_create_tables.ts';
import { FleetIndex } from './fleetIndex.ts';

/** Random numbers that are the same each time. */
export function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Far from any clock of a test: no list is read from an agent. */
const NEVER_MS = Date.UTC(2100, 0);

/** Functions that give hosts of this database their lists. */
export function listsIn(knex: Knex) {
  const next = async (): Promise<number> => {
    const state = (await knex('packages_state').first('revision')) as { revision: number };
    return Number(state.revision) + 1;
  };
  const idOf = async (table: string, hash: string, row: object): Promise<number> => {
    const known = (await knex(table).where('hash', hash).first('id')) as { id: number } | undefined;
    return known?.id ?? ((await knex(table).insert({ hash, ...row })) as [number])[0];
  };
  return {
    async tell(hostId: string, entries: readonly Entry[], by: VersionOrder = 'debian'): Promise<void> {
      const { hash, order, entries: count, segments } = pack(entries, by);
      const ids: number[] = [];
      for (const { hash: own, text } of segments)
        ids.push(await idOf('packages_segments', own, { body: deflated(text) }));
      const list = { version_order: order, entries: count, segments: JSON.stringify(ids) };
      const revision = await next();
      const row = { live: 1, list_id: await idOf('packages_lists', hash, list), revision };
      const rest = { failures: 0, lane: 0, next_at: NEVER_MS };
      await knex('packages_hosts')
        .insert({ host_id: hostId, ...row, ...rest })
        .onConflict('host_id')
        .merge();
      await knex('packages_state').update({ revision });
    },
    /** Changes the rows as the deletion of the host does. */
    async forget(hostId: string): Promise<void> {
      const revision = await next();
      const gone = { live: 0, list_id: null, revision };
      await knex('packages_hosts').where('host_id', hostId).update(gone);
      await knex('packages_state').update({ revision });
    },
  };
}

/** An index over a database of its own, with functions that give a host its list. */
export async function fleetOf() {
  const db = await openDatabase({ file: ':memory:', log: pino({ level: 'silent' }) });
  await createTables.up(db.knex, 'sqlite');
  const parts = { db, clock: { now: () => new Date() } } as ConstructorParameters<typeof FleetIndex>[0];
  return { db, index: new FleetIndex(parts), ...listsIn(db.knex) };
}

interface Listed {
  name: string;
  arch: string;
  version: string;
  held?: boolean;
  available_version?: string;
  source?: { name: string; version: string };
}

export const listed = (packages: readonly Listed[]): Entry[] =>
  entriesOf(
    packages.map((one) => ({ held: false, ...one, origin: null, section: '', installed_size_bytes: 0 })),
  );
