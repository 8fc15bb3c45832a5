import { columns, type Migration } from '#sdk';

export const createTables: Migration = {
  name: 'notifications/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.createTable('notifications_webhooks', (t) => {
      columns.id(t);
      columns.string(t, 'name', 100).notNullable();
      columns.nameKey(t).notNullable();
      // What of the address may be shown.
      columns.text(t, 'url').notNullable();
      columns.text(t, 'sealed_url').notNullable();
      columns.text(t, 'sealed_secret').notNullable();
      columns.boolean(t, 'enabled').notNullable();
      columns.integer(t, 'edit_version').notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'updated_at').notNullable();
    });
    await knex.schema.createTable('notifications_rules', (t) => {
      columns.id(t);
      columns.string(t, 'name', 100).notNullable();
      columns.nameKey(t).notNullable();
      columns.boolean(t, 'enabled').notNullable();
      columns.text(t, 'facts').notNullable();
      columns.text(t, 'group_ids').notNullable();
      columns.text(t, 'recipients').notNullable();
      columns.text(t, 'webhook_ids').notNullable();
      columns.integer(t, 'edit_version').notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'updated_at').notNullable();
    });
    await knex.schema.createTable('notifications_messages', (t) => {
      // Made of the fact and of the groups that the message is limited to.
      columns.id(t);
      columns.ascii(t, 'fact', 32).notNullable();
      columns.uuid(t, 'job_id');
      columns.integer(t, 'job_seq');
      columns.timestamp(t, 'at').notNullable();
      columns.text(t, 'content').notNullable();
    });
    await knex.schema.createTable('notifications_deliveries', (t) => {
      // Made of the fact and of the recipient: nobody is told the same twice.
      columns.id(t);
      columns.uuid(t, 'message_id').notNullable().index('notifications_deliveries_by_message');
      columns.ascii(t, 'fact', 32).notNullable();
      columns.uuid(t, 'job_id').index('notifications_deliveries_by_job');
      columns.ascii(t, 'channel', 10).notNullable();
      columns.string(t, 'recipient', 254).notNullable();
      columns.uuid(t, 'webhook_id').index('notifications_deliveries_by_webhook');
      columns.ascii(t, 'state', 10).notNullable();
      columns.integer(t, 'tries').notNullable();
      columns.uuid(t, 'outbox_id');
      columns.text(t, 'last_answer');
      columns.timestamp(t, 'last_tried_at');
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'ended_at');
      t.index(['created_at', 'id'], 'notifications_deliveries_newest');
      t.index(['state', 'created_at'], 'notifications_deliveries_by_state');
    });
    await knex.schema.createTable('notifications_watches', (t) => {
      columns.id(t);
      columns.uuid(t, 'job_id').notNullable();
      columns.uuid(t, 'account_id').notNullable().index('notifications_watches_by_account');
      columns.timestamp(t, 'created_at').notNullable();
      t.unique(['job_id', 'account_id'], { indexName: 'notifications_watches_by_job' });
    });
    await knex.schema.createTable('notifications_reminders', (t) => {
      columns.timestamp(t, 'start_at').notNullable();
      columns.ascii(t, 'lead', 10).notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      t.primary(['start_at', 'lead']);
    });
    await knex.schema.createTable('notifications_expiries', (t) => {
      columns.ascii(t, 'subject', 100).notNullable();
      columns.integer(t, 'threshold').notNullable();
      columns.timestamp(t, 'ends_at').notNullable().index('notifications_expiries_by_end');
      columns.timestamp(t, 'created_at').notNullable();
      t.primary(['subject', 'threshold']);
    });
    await knex.schema.createTable('notifications_attachments', (t) => {
      columns.uuid(t, 'message_id').notNullable();
      // Database servers take only so much in one statement.
      columns.integer(t, 'part').notNullable();
      columns.string(t, 'file_name', 200).notNullable();
      columns.ascii(t, 'content_type', 100).notNullable();
      columns.blob(t, 'data').notNullable();
      columns.timestamp(t, 'created_at').notNullable().index('notifications_attachments_oldest');
      t.primary(['message_id', 'part']);
    });
  },
};
