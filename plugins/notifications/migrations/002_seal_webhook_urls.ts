import { columns, type Migration } from '../../../server/plugin.ts';

/** `url` holds from now on what may be shown. A migration has no key: rows of before are sealed at the next start. */
export const sealWebhookUrls: Migration = {
  name: 'notifications/002_seal_webhook_urls',
  async up(knex) {
    await knex.schema.alterTable('notifications_webhooks', (t) => {
      columns.text(t, 'sealed_url');
    });
  },
};
