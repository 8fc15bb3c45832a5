import { columns, type Migration } from '../../../kernel/db/migrate.ts';

export const addCreatedByOwner: Migration = {
  name: 'patching/015_add_created_by_owner',
  async up(knex) {
    await knex.schema.alterTable('patching_jobs', (t) => {
      columns.uuid(t, 'created_by_owner_id');
    });
  },
};
