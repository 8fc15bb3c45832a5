import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { fromTs, ts, type Database } from '../db/database.ts';
import { columns } from '../db/columns.ts';
import type { Migration } from '../db/migrate.ts';
import type { Clock } from '../clock.ts';
import { every } from '../every.ts';
import { backedUpAt } from '../backup/installation.ts';
import { managerRelease, managerVersion } from '../version.ts';

const table = 'kernel_managers';
const SAY_MS = 15_000;
/** Whoever was killed counts for so long. */
const ALIVE_MS = 60_000;
const FORGOTTEN_MS = 86_400_000;
/** A backup of MariaDB that is older is no way back: what was written since would be lost. */
const BACKUP_HOURS = 24;
const HOUR_MS = 3_600_000;

/** Who runs on this database: only managers that share one are asked about, so SQLite has no rows. */
export const managersMigrations: Migration[] = [
  {
    name: 'kernel/008_create_managers',
    kind: 'compatible',
    async up(knex) {
      await knex.schema.createTable(table, (t) => {
        // Its instance id.
        columns.ascii(t, 'id', 40).notNullable().primary();
        // The machine's name, for people.
        columns.string(t, 'host').notNullable();
        columns.ascii(t, 'version', 40).notNullable();
        // Written four times a minute, by the database's clock.
        columns.timestamp(t, 'seen_at').notNullable();
      });
    },
  },
  {
    name: 'kernel/009_add_manager_address',
    kind: 'compatible',
    async up(knex) {
      await knex.schema.alterTable(table, (t) => {
        // Where the other managers reach its listener, `host:port`; null: not known yet.
        columns.string(t, 'address', 300);
      });
    },
  },
  {
    name: 'kernel/010_add_manager_drained',
    kind: 'compatible',
    async up(knex) {
      await knex.schema.alterTable(table, (t) => {
        // Whether it was taken out of the load balancer, and gets no new connections.
        columns.boolean(t, 'drained').notNullable().defaultTo(0);
      });
    },
  },
];

export interface ManagerParts {
  db: Database;
  clock: Clock;
  log: Logger;
  instanceId: string;
}

/** Keeps this manager's row until `stop`, which removes it. Throws where it cannot be written. */
export async function sayAlive({
  db,
  clock,
  log,
  instanceId: id,
}: ManagerParts): Promise<{ stop(): Promise<void> }> {
  if (db.dialect === 'sqlite') return { stop: () => Promise.resolve() };
  const say = async (more: Announced = {}): Promise<void> => {
    const seen_at = await db.now();
    const row = { id, host: hostname().slice(0, 255), version: managerVersion(), seen_at, ...more };
    await db.knex(table).insert(row).onConflict('id').merge();
  };
  // One that was killed may have been drained.
  await say({ drained: false });
  await db
    .knex(table)
    .where('seen_at', '<', ts((await db.now()).getTime() - FORGOTTEN_MS))
    .delete();
  const saying = every({ clock, log }, { ms: SAY_MS, failed: 'the row of this manager is not kept' }, () =>
    say(),
  );
  return {
    async stop() {
      saying.stop();
      // A database that is away keeps nobody from ending; the row is over in a minute.
      await db
        .knex(table)
        .where({ id })
        .delete()
        .catch(() => undefined);
    },
  };
}

/** What a manager says of itself beside being alive. */
export interface Announced {
  /** Where the others reach its listener, `host:port`. */
  address?: string;
  /** Whether it was taken out of the load balancer. */
  drained?: boolean;
}

/** Tells the other managers what has become known of this one, or has changed. */
export async function announce(
  { db, instanceId: id }: Pick<ManagerParts, 'db' | 'instanceId'>,
  what: Announced,
): Promise<void> {
  if (db.dialect !== 'sqlite') await db.knex(table).where({ id }).update(what);
}

export interface LivingManager {
  /** Where it is reached, `host:port`; null: it has not told it yet. */
  address: string | null;
  isDrained: boolean;
  version: string;
}

/** The managers that share this database and live, by instance id. On SQLite there are no others. */
export async function livingManagers(db: Database): Promise<Map<string, LivingManager>> {
  if (db.dialect === 'sqlite') return new Map();
  const since = ts((await db.now()).getTime() - ALIVE_MS);
  const rows = (await db
    .knex(table)
    .where('seen_at', '>', since)
    .select('id', 'address', 'drained', 'version')) as {
    id: string;
    address: string | null;
    drained: number;
    version: string;
  }[];
  return new Map(
    rows.map(({ id, address, drained, version }) => [id, { address, isDrained: drained === 1, version }]),
  );
}

/**
 * Throws, with what to do, unless `stop` migrations may run: all other managers have been stopped, and on MariaDB there
 * is a way back.
 */
export async function assertMayStop(
  { db, instanceId, config }: Pick<ManagerParts, 'db' | 'instanceId'> & { config: Config },
  names: readonly string[],
): Promise<void> {
  if (db.dialect === 'sqlite') return;
  const begin = `version ${managerRelease()} changes the database in ways that older managers do not run on with (${names.slice(0, 3).join(', ')}), so nothing was changed:`;
  const others = await livingOthers(db, instanceId);
  if (others.length > 0)
    throw new Error(
      `${begin} stop all other managers first (${others.join(', ')}), then start this one. A manager that was killed counts for a minute.`,
    );
  if (config.migrateWithoutBackup === managerRelease()) return;
  const at = (await db.knex.schema.hasTable('kernel_installation')) ? await backedUpAt(db.knex) : null;
  const now = await db.now();
  if (at !== null && now.getTime() - at.getTime() < BACKUP_HOURS * HOUR_MS) return;
  const last = at === null ? 'never made one' : `made the last one at ${at.toISOString()}`;
  throw new Error(
    `${begin} the way back would be a backup of the last ${BACKUP_HOURS} hours, and "fleetmend backup" has ${last}. Make one with the version before, or, if you have a backup of another kind, set migrate_without_backup = "${managerRelease()}" in the configuration.`,
  );
}

async function livingOthers(db: Database, own: string): Promise<string[]> {
  if (!(await db.knex.schema.hasTable(table))) return [];
  const since = ts((await db.now()).getTime() - ALIVE_MS);
  const rows = (await db.knex(table).whereNot('id', own).where('seen_at', '>', since).orderBy('host')) as {
    host: string;
    version: string;
    seen_at: unknown;
  }[];
  return rows.map(
    ({ host, version, seen_at }) =>
      `${host} with version ${version}, seen at ${fromTs(seen_at)?.toISOString()}`,
  );
}
