import { columns, type Migration } from '../../../server/plugin.ts';

export const createAttachments: Migration = {
  name: 'notifications/003_create_attachments',
  async up(knex) {
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
