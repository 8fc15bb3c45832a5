/** An index over a database of its own, for the suites of the index. */
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

/** An index over a database of its own, with functions that give a host its list. */
export async function fleetOf() {
  const db = await openDatabase({ file: ':memory:', log: pino({ level: 'silent' }) });
  await createTables.up(db.knex, 'sqlite');
  let revision = 0;
  const idOf = async (table: string, hash: string, row: object): Promise<number> => {
    const known = (await db.knex(table).where('hash', hash).first('id')) as { id: number } | undefined;
    return known?.id ?? ((await db.knex(table).insert({ hash, ...row })) as [number])[0];
  };
  return {
    db,
    index: new FleetIndex({ db, clock: { now: () => new Date() } } as ConstructorParameters<
      typeof FleetIndex
    >[0]),
    async tell(hostId: string, entries: readonly Entry[], by: VersionOrder = 'debian'): Promise<void> {
      const { hash, order, entries: count, segments } = pack(entries, by);
      const ids: number[] = [];
      for (const { hash: own, text } of segments)
        ids.push(await idOf('packages_segments', own, { body: deflated(text) }));
      const list = { version_order: order, entries: count, segments: JSON.stringify(ids) };
      const row = { live: 1, list_id: await idOf('packages_lists', hash, list), revision: ++revision };
      const rest = { failures: 0, lane: 0, next_at: 0 };
      await db
        .knex('packages_hosts')
        .insert({ host_id: hostId, ...row, ...rest })
        .onConflict('host_id')
        .merge();
      await db.knex('packages_state').update({ revision });
    },
    /** Changes the rows as the deletion of the host does. */
    async forget(hostId: string): Promise<void> {
      const gone = { live: 0, list_id: null, revision: ++revision };
      await db.knex('packages_hosts').where('host_id', hostId).update(gone);
      await db.knex('packages_state').update({ revision });
    },
  };
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
