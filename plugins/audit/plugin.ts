import { definePlugin } from '#sdk';
import { auditRoutes } from './routes.ts';

/** What people see of the audit log, which is written even if this plugin is off. */
export const auditPlugin = definePlugin({
  name: 'audit',
  setup: (ctx) => ({ routes: auditRoutes(ctx) }),
});
