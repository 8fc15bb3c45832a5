import { columns, type Migration } from '../../../kernel/db/migrate.ts';

export const createTagClaims: Migration = {
  name: 'patching/013_create_tag_claims',
  async up(knex) {
    await knex.schema.createTable('patching_tag_claims', (t) => {
      columns.string(t, 'tag', 64).notNullable().primary();
      columns.uuid(t, 'row_id').notNullable().index();
      columns.string(t, 'fqdn', 255).notNullable();
      columns.timestamp(t, 'at').notNullable();
    });
    await knex.schema.alterTable('patching_job_hosts', (t) => {
      columns.json(t, 'held_tags');
      columns.string(t, 'waits_for_tag', 64).index();
    });
  },
};
