import { columns, type Migration } from '../../../server/plugin.ts';

export const createApprovals: Migration = {
  name: 'approvals/001_create_approvals',
  async up(knex) {
    await knex.schema.createTable('approvals_rules', (t) => {
      columns.id(t);
      columns.string(t, 'name', 100).notNullable();
      columns.json(t, 'operations').notNullable();
      columns.json(t, 'group_ids').notNullable();
      columns.boolean(t, 'enabled').notNullable();
      columns.integer(t, 'edit_version').notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'updated_at').notNullable();
    });
    await knex.schema.createTable('approvals_rule_changes', (t) => {
      columns.id(t);
      columns.uuid(t, 'rule_id').notNullable().unique();
      columns.ascii(t, 'kind', 10).notNullable();
      columns.json(t, 'draft').notNullable();
      columns.uuid(t, 'proposed_by_id');
      columns.string(t, 'proposed_by_name', 255).notNullable();
      columns.timestamp(t, 'proposed_at').notNullable();
    });
  },
};
