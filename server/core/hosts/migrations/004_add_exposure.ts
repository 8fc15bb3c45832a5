import type { Knex } from 'knex';
import { columns, type Migration } from '../../../kernel/db/migrate.ts';

/** Rows in memory at once: a list can be long. */
const BATCH = 100;

interface StoredPatch {
  name: string;
  arch: string;
  security: boolean;
}

/**
 * Since when security patches have been pending. For patches that are pending now this was not recorded: they get
 * `null`, not the present time. The index holds all columns that the fleet figures need.
 */
export const addExposure: Migration = {
  name: 'hosts/009_add_exposure',
  async up(knex) {
    await knex.schema.alterTable('hosts_hosts', (t) => {
      columns.timestamp(t, 'security_since');
      t.dropIndex([], 'hosts_figures');
    });
    await knex.schema.alterTable('hosts_hosts', (t) => {
      t.index(
        [
          'live',
          'health_status',
          'patches_security',
          'patches_total',
          'reboot_required',
          'patches_polled_at',
          'severity_rank',
          'security_since',
        ],
        'hosts_figures',
      );
    });
    await knex.schema.alterTable('hosts_patches', (t) => {
      columns.json(t, 'first_seen');
    });
    await eachRow(knex, 'hosts_patches', 'patches', async (hostId, patches: StoredPatch[]) => {
      const pending = patches.filter(({ security }) => security);
      const firstSeen = Object.fromEntries(pending.map(({ name, arch }) => [`${name}:${arch}`, null]));
      await knex('hosts_patches')
        .where('host_id', hostId)
        .update({ first_seen: JSON.stringify(firstSeen) });
    });
  },
};

/** Problems of hosts by code, so that they can be counted and searched. Only hosts with problems have rows. */
export const createHostsProblems: Migration = {
  name: 'hosts/010_create_problems',
  async up(knex) {
    await knex.schema.createTable('hosts_problems', (t) => {
      columns.ascii(t, 'code', 64).notNullable();
      columns.uuid(t, 'host_id').notNullable();
      t.primary(['code', 'host_id']);
      t.index(['host_id']);
    });
    const live = (hostId: string) => knex('hosts_hosts').where({ id: hostId, live: 1 }).first('id');
    await eachRow(knex, 'hosts_details', 'problems', async (hostId, problems: { code: string }[]) => {
      const codes = [...new Set(problems.map(({ code }) => code))].filter((code) => code !== 'MORE');
      if (codes.length === 0 || !(await live(hostId))) return;
      await knex('hosts_problems').insert(codes.map((code) => ({ code, host_id: hostId })));
    });
  },
};

/** Calls `call` for each row with a value in the JSON column. */
async function eachRow<T>(
  knex: Knex,
  table: string,
  column: string,
  call: (hostId: string, value: T) => Promise<void>,
): Promise<void> {
  for (let after = ''; ;) {
    const rows = (await knex(table)
      .select('host_id', column)
      .where('host_id', '>', after)
      .orderBy('host_id')
      .limit(BATCH)) as Record<string, string | null>[];
    for (const row of rows) {
      const [hostId, text] = [row['host_id'] ?? '', row[column]];
      if (typeof text === 'string') await call(hostId, JSON.parse(text) as T);
    }
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.['host_id'] ?? '';
  }
}
