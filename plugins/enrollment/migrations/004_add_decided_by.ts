import { columns, type Migration } from '../../../server/plugin.ts';

/** Who decided, for the history; null: nobody, or it was decided before this was recorded. */
export const addDecidedBy: Migration = {
  name: 'enrollment/004_add_decided_by',
  async up(knex) {
    await knex.schema.alterTable('enrollment_requests', (t) => {
      columns.ascii(t, 'decided_by_kind', 16);
      columns.string(t, 'decided_by_name', 255);
      t.index(['created_at', 'id'], 'enrollment_requests_by_time');
    });
  },
};
