import { columns } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** What is to be sent to the outside, until it has arrived. */
export const outboxMigrations: readonly Migration[] = [
  {
    name: 'kernel/010_create_outbox',
    async up(knex) {
      await knex.schema.createTable('kernel_outbox', (t) => {
        // Made of topic and key, so that the same message has the same id whoever writes it, and when.
        columns.id(t);
        columns.ascii(t, 'topic', 100).notNullable();
        columns.string(t, 'message_key', 255).notNullable();
        columns.text(t, 'payload').notNullable();
        columns.timestamp(t, 'created_at').notNullable();
        // When it was to be sent at the earliest.
        columns.timestamp(t, 'wanted_at').notNullable();
        // When somebody may take it; while somebody has it, the end of that lease. By the database's clock.
        columns.timestamp(t, 'due_at').notNullable();
        // Deliveries that were begun.
        columns.integer(t, 'attempts').notNullable();
        // Of the delivery under way; null while it waits.
        columns.uuid(t, 'lease_id');
        columns.text(t, 'last_error');
        // Set when it was given up; null: it waits or is on its way.
        columns.timestamp(t, 'dead_at');
        t.index(['topic', 'dead_at', 'due_at'], 'kernel_outbox_due');
        t.index(['dead_at', 'wanted_at'], 'kernel_outbox_oldest');
      });
    },
  },
];
