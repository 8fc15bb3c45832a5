import { definePlugin } from '../../server/plugin.ts';
import { auditRoutes } from './routes.ts';

/** What people see of the audit log, which is written whether this is on or off. */
export const auditPlugin = definePlugin({
  name: 'audit',
  setup: (ctx) => ({ routes: auditRoutes(ctx) }),
});
