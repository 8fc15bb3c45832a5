import { definePlugin } from '#sdk';
import { createTables } from './migrations/001_create_tables.ts';
import { viewRoutes } from './routes.ts';
import { forgetOwner } from './views.ts';

/** Views of pages that people share by name: filters and order, without what they find. */
export const savedViewsPlugin = definePlugin({
  name: 'saved-views',
  requires: ['identity'],
  migrations: [createTables],
  errors: {
    SAVED_VIEW_NOT_FOUND: { status: 404, retryable: false, message: 'There is no such shared view.' },
    SAVED_VIEW_LIMIT_REACHED: {
      status: 409,
      retryable: false,
      message: 'The limit of shared views is reached; delete some that nobody uses.',
    },
  },
  setup: (ctx) => ({
    routes: viewRoutes(ctx),
    steps: { 'identity.accountRemoved': (tx, { account }) => forgetOwner(tx, account.id) },
  }),
});
