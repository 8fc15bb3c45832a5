import { columns, type Migration } from '../../../server/plugin.ts';
import { CountChanges } from '../domain/counts.ts';

/** Hosts whose patches are read at once. */
const HOSTS = 200;
/** Rows of one statement. */
const CHUNK = 200;

interface Row {
  host_id: string;
  name: string;
  severity_rank: number;
  due_at: Date | number | null;
}

/**
 * How many hosts lack a package, by severity and by the ten minutes in which it is due; kept with the patches, in their
 * transaction. `entry` joins all that a row counts by, so that one column finds it.
 */
export const createCounts: Migration = {
  name: 'exposure/004_create_counts',
  async up(knex) {
    await knex.schema.createTable('exposure_counts', (t) => {
      columns.string(t, 'entry', 300).notNullable().primary();
      columns.string(t, 'name', 256).notNullable();
      columns.integer(t, 'slot').notNullable();
      columns.integer(t, 'severity_rank').notNullable();
      columns.integer(t, 'hosts').notNullable();
      t.index(['name', 'slot', 'severity_rank', 'hosts'], 'exposure_counts_by_name');
    });
    await knex.schema.alterTable('exposure_patches', (t) => {
      t.index(['open', 'name', 'due_at'], 'exposure_patches_earliest');
    });
    const changes = new CountChanges();
    const hosts = (await knex('exposure_patches').where('open', 1).distinct('host_id')) as Row[];
    for (let at = 0; at < hosts.length; at += HOSTS) {
      const some = hosts.slice(at, at + HOSTS).map(({ host_id: id }) => id);
      const rows = (await knex('exposure_patches')
        .where('open', 1)
        .whereIn('host_id', some)
        .select('host_id', 'name', 'severity_rank', 'due_at')) as Row[];
      for (const own of Map.groupBy(rows, ({ host_id: id }) => id).values())
        changes.note(
          [],
          own.map((row) => ({
            ...{ name: row.name, severityRank: row.severity_rank },
            dueAt: row.due_at === null ? null : new Date(row.due_at),
          })),
        );
    }
    const counts = changes.list().map(({ entry, name, slot, severityRank, by }) => ({
      ...{ entry, name, slot, severity_rank: severityRank, hosts: by },
    }));
    for (let at = 0; at < counts.length; at += CHUNK)
      await knex('exposure_counts').insert(counts.slice(at, at + CHUNK));
  },
};
