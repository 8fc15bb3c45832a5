import type { Migration } from '../../../server/plugin.ts';

export const addOverrideRound: Migration = {
  name: 'health-checks/003_add_override_round',
  async up(knex) {
    await knex.schema.alterTable('health_checks_overrides', (t) => {
      t.integer('round').notNullable().defaultTo(1);
    });
  },
};
