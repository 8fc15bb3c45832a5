import { columns, type Migration } from '../../../server/plugin.ts';

/** Rows of one statement. */
const CHUNK = 200;

/**
 * How many pending security patches a host has and how they stand towards their service levels; kept with the patches,
 * in their transaction. A row holds from `counted_at` to `holds_until`, when the next patch becomes late or an
 * exception ends.
 */
export const createStandings: Migration = {
  name: 'exposure/007_create_standings',
  async up(knex) {
    await knex.schema.createTable('exposure_standings', (t) => {
      columns.uuid(t, 'host_id').notNullable().primary();
      columns.timestamp(t, 'counted_at').notNullable();
      columns.timestamp(t, 'holds_until').notNullable().index('exposure_standings_by_end');
      for (const name of ['patches', 'unnamed', 'not_recorded']) columns.integer(t, name).notNullable();
      for (const severity of ['unrated', 'low', 'moderate', 'important', 'critical'])
        columns.integer(t, `late_${severity}`).notNullable();
    });
    // These rows do not hold, so the loop that takes hosts in counts them; until then questions count the patches.
    const none = { patches: 0, unnamed: 0, not_recorded: 0 };
    const late = { late_unrated: 0, late_low: 0, late_moderate: 0, late_important: 0, late_critical: 0 };
    const over = { counted_at: new Date(0), holds_until: new Date(0) };
    const hosts = (await knex('exposure_patches').where('open', 1).distinct('host_id')) as {
      host_id: string;
    }[];
    for (let at = 0; at < hosts.length; at += CHUNK)
      await knex('exposure_standings').insert(
        hosts.slice(at, at + CHUNK).map(({ host_id: id }) => ({ host_id: id, ...over, ...none, ...late })),
      );
  },
};
