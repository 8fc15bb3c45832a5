import type { Tx } from '../../db/tx.ts';
import { every } from '../../every.ts';
import type { SettingsParts } from './parts.ts';
import { headVersion, readRows, type Rows } from './rows.ts';
import type { SettingsSection } from './section.ts';
import { parseStored, readStored, type Values } from './stored.ts';

/** How often one of several managers asks whether another has changed anything: a statement that reads one row. */
const ASK_EVERY_MS = 1_000;
/** Values that were compared with the database longer ago than this are compared again before they are given out. */
const FRESH_MS = 1_500;

export interface SettingsCache {
  values(section: SettingsSection): Promise<Values>;
  valuesIn(tx: Tx, section: SettingsSection): Promise<Values>;
  /** For use after a change by this manager: reads the stored settings, and tells what has changed. */
  reload(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/**
 * The settings as this manager knows them. On MariaDB it asks for the one version over all sections once a second, and
 * reads the sections when that has changed. On SQLite there is no other manager, so it asks only when a value is wanted
 * that has not been compared for a while: a subcommand may have changed it.
 */
export function createCache(parts: SettingsParts): SettingsCache {
  const { db, events } = parts;
  const reader = createReader(parts);
  let known: Rows | null = null;
  let comparedAtMs = Number.NEGATIVE_INFINITY;
  let comparing: Promise<Rows> | null = null;
  let asking: { stop(): void } | null = null;

  /** Never replaces newer rows by older ones: a slow answer may come after a fast one that was asked for later. */
  function adopt(rows: Rows, askedAtMs: number): Rows {
    const former = known;
    if (former && rows.version < former.version) return former;
    comparedAtMs = Math.max(comparedAtMs, askedAtMs);
    known = rows;
    if (former && former.version !== rows.version) tellChanges(former, rows);
    return rows;
  }

  function tellChanges(former: Rows, rows: Rows): void {
    for (const { name } of parts.sections) {
      if (former.byName.get(name)?.version === rows.byName.get(name)?.version) continue;
      events.emitNow('settings.changed', { section: name });
    }
  }

  async function compare(): Promise<Rows> {
    const askedAtMs = performance.now();
    const isSame = known !== null && (await headVersion(db.reader)) === known.version;
    return adopt(isSame && known ? known : await readRows(db.reader), askedAtMs);
  }

  /** Callers that come while it runs wait for the same answer. */
  const compareOnce = (): Promise<Rows> => (comparing ??= compare().finally(() => (comparing = null)));

  const fresh = async (): Promise<Rows> =>
    known && performance.now() - comparedAtMs < FRESH_MS ? known : compareOnce();

  return {
    values: async (section) => reader.committed(section, await fresh()),
    async valuesIn(tx, section) {
      const version = await headVersion(tx.knex, 'share');
      if (known?.version === version) return reader.committed(section, known);
      return reader.uncommitted(section, await readRows(tx.knex, 'share'));
    },
    async reload() {
      comparedAtMs = Number.NEGATIVE_INFINITY;
      const askedAtMs = performance.now();
      adopt(await readRows(db.reader), askedAtMs);
    },
    start() {
      if (db.dialect !== 'mariadb') return;
      // A failed round is only logged: the next may succeed; until then a read asks for itself, and fails to its own
      // caller.
      asking = every(
        parts,
        { ms: ASK_EVERY_MS, failed: 'changed settings could not be asked for' },
        async () => {
          await compareOnce();
        },
      );
    },
    async stop() {
      asking?.stop();
      await comparing?.catch(() => undefined);
    },
  };
}

/** Opens and judges stored values, and logs those that it cannot use. */
function createReader({ log, secrets }: SettingsParts) {
  const read = new Map<string, { version: number; values: Values }>();

  function uncommitted(section: SettingsSection, rows: Rows): Values {
    const { values, faults } = readStored(
      section,
      parseStored(rows.byName.get(section.name)?.value),
      secrets,
    );
    for (const fault of faults)
      log.warn({ section: section.name, ...fault }, 'a stored setting cannot be used; its default counts');
    return values;
  }

  return {
    /** Not cached: a transaction may see values that it rolls back in the end. */
    uncommitted,
    /** Reads each version of a section once, then keeps the values. */
    committed(section: SettingsSection, rows: Rows): Values {
      const version = rows.byName.get(section.name)?.version ?? 0;
      const hit = read.get(section.name);
      if (hit?.version === version) return hit.values;
      const values = uncommitted(section, rows);
      read.set(section.name, { version, values });
      return values;
    },
  };
}
