import { columns } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Messages to the outside, kept until they have arrived. */
export const outboxMigrations: readonly Migration[] = [
  {
    name: 'kernel/005_create_outbox',
    kind: 'compatible',
    async up(knex) {
      await knex.schema.createTable('kernel_outbox', (t) => {
        // Made of topic and key, so that the same message has the same id whoever writes it, and when.
        columns.id(t);
        columns.ascii(t, 'topic', 100).notNullable();
        columns.string(t, 'message_key', 255).notNullable();
        columns.text(t, 'payload').notNullable();
        columns.timestamp(t, 'created_at').notNullable();
        // The earliest time at which to send it.
        columns.timestamp(t, 'wanted_at').notNullable();
        // When a manager may take it, by the database's clock; null: it was given up.
        columns.bigint(t, 'due_at');
        // Deliveries that were begun.
        columns.integer(t, 'attempts').notNullable();
        // The manager that delivers it, and until when it has it; null while the message waits.
        columns.ascii(t, 'owner');
        columns.bigint(t, 'lease_until');
        columns.text(t, 'last_error');
        // Set when it was given up; null: it waits or is on its way.
        columns.timestamp(t, 'dead_at');
        t.index(['topic', 'due_at'], 'kernel_outbox_due');
        t.index(['dead_at', 'wanted_at'], 'kernel_outbox_oldest');
      });
    },
  },
];
