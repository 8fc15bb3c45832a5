import { columns, type Migration } from '#sdk';

export const addWebhookFormat: Migration = {
  name: 'notifications/002_add_webhook_format',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.alterTable('notifications_webhooks', (t) => {
      columns.ascii(t, 'format', 20).notNullable().defaultTo('fleetmend');
    });
  },
};
