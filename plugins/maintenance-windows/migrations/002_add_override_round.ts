import type { Migration } from '../../../server/plugin.ts';

export const addOverrideRound: Migration = {
  name: 'maintenance-windows/002_add_override_round',
  async up(knex) {
    await knex.schema.alterTable('maintenance_windows_overrides', (t) => {
      t.integer('round').notNullable().defaultTo(1);
    });
  },
};
