import type { Migration } from '../../../kernel/db/migrate.ts';

/** Those that end soon are counted every few seconds: without it by a walk through all rows, each with its certificate. */
export const indexEnds: Migration = {
  name: 'agents/011_index_ends',
  async up(knex) {
    await knex.schema.alterTable('agents_certificates', (t) => {
      t.index(['status', 'not_after'], 'agents_certificates_by_end');
    });
  },
};
