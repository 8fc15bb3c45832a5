import type { Migration } from '../../../kernel/db/migrate.ts';

/** Certificates that end soon are counted every few seconds, which without the index reads every row. */
export const indexEnds: Migration = {
  name: 'agents/011_index_ends',
  async up(knex) {
    await knex.schema.alterTable('agents_certificates', (t) => {
      t.index(['status', 'not_after'], 'agents_certificates_by_end');
    });
  },
};
