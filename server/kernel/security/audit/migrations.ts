import { GENESIS_HASH } from './rows.ts';
import { columns, type Migration } from '../../db/migrate.ts';

/** The log, the end of its chain, how far each manager has signed it, and what it says of archived rows. */
export const auditMigrations: Migration[] = [
  {
    name: 'kernel/001_create_audit_log',
    kind: 'compatible',
    async up(knex) {
      await knex.schema.createTable('kernel_audit', (t) => {
        columns.bigint(t, 'row_id').notNullable().primary();
        columns.timestamp(t, 'at').notNullable().index();
        columns.ascii(t, 'actor_kind', 20).notNullable();
        columns.ascii(t, 'actor_id');
        columns.ascii(t, 'action', 100).notNullable();
        columns.ascii(t, 'resource_kind', 40).notNullable();
        columns.ascii(t, 'resource_id');
        columns.text(t, 'text').notNullable();
        columns.ascii(t, 'hash', 64).notNullable();
        // For the filters of the list, each in the order of the rows.
        for (const column of ['actor_id', 'actor_kind', 'action', 'resource_id'])
          t.index([column, 'row_id'], `kernel_audit_by_${column}`);
      });
      await knex.schema.createTable('kernel_audit_head', (t) => {
        columns.integer(t, 'id').notNullable().primary();
        columns.bigint(t, 'row_id').notNullable();
        columns.ascii(t, 'hash', 64).notNullable();
      });
      await knex('kernel_audit_head').insert({ id: 1, row_id: 0, hash: GENESIS_HASH });
      // Counts alone: the signatures lie in each manager's file, which must hold at least so many.
      await knex.schema.createTable('kernel_audit_checkpoints', (t) => {
        columns.ascii(t, 'manager_id').notNullable().primary();
        columns.bigint(t, 'row_count').notNullable();
        columns.timestamp(t, 'at').notNullable();
      });
      await knex.schema.createTable('kernel_audit_base', (t) => {
        columns.integer(t, 'id').notNullable().primary();
        columns.text(t, 'sealed').notNullable();
      });
      // There from the start, so that two archives at once lock each other out.
      await knex('kernel_audit_base').insert({ id: 1, sealed: '' });
    },
  },
];
