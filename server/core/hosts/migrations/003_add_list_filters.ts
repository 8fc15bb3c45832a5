import type { Knex } from 'knex';
import { columns, type Migration } from '../../../kernel/db/migrate.ts';

const CHUNK = 200;
const RANKS = ['low', 'moderate', 'important', 'critical'];

/** Columns that filter the host list, each with an index that finds few matches among many hosts quickly. */
export const addListFilters: Migration = {
  name: 'hosts/007_add_list_filters',
  async up(knex) {
    await knex.schema.alterTable('hosts_hosts', (t) => {
      columns.integer(t, 'severity_rank');
      columns.integer(t, 'problems_total');
      t.index(['live', 'severity_rank', 'id'], 'hosts_by_severity_rank');
      t.index(['live', 'problems_total', 'id'], 'hosts_by_problems_total');
      t.index(['live', 'maintenance_mode', 'id'], 'hosts_by_maintenance_mode');
    });
  },
};

/**
 * Computed from the stored data: an agent whose list and health are unchanged does not send them again. If it is
 * interrupted it starts again and gives the same result.
 */
export const fillListFilters: Migration = {
  name: 'hosts/008_fill_list_filters',
  async up(knex) {
    await inChunks(knex, { table: 'hosts_details', column: 'problems' }, (problems) => ({
      problems_total: problems.length,
    }));
    await inChunks(knex, { table: 'hosts_patches', column: 'patches' }, (patches) => ({
      severity_rank: rankOf(patches as readonly { security?: boolean; severity?: string | null }[]),
    }));
  },
};

async function inChunks(
  knex: Knex,
  { table, column }: { table: string; column: string },
  figures: (list: readonly unknown[]) => Record<string, number | null>,
): Promise<void> {
  for (let after = ''; ;) {
    const rows = (await knex(table)
      .where('host_id', '>', after)
      .orderBy('host_id')
      .limit(CHUNK)
      .select('host_id', `${column} as list`)) as { host_id: string; list: string | null }[];
    for (const { host_id: id, list } of rows)
      if (list !== null)
        await knex('hosts_hosts')
          .where('id', id)
          .update(figures(JSON.parse(list) as unknown[]));
    const last = rows.at(-1);
    if (!last) return;
    after = last.host_id;
  }
}

function rankOf(patches: readonly { security?: boolean; severity?: string | null }[]): number | null {
  const ranks = patches.map(({ security, severity }) => (security ? RANKS.indexOf(severity ?? '') + 1 : 0));
  return ranks.reduce((worst, rank) => Math.max(worst, rank), 0) || null;
}
