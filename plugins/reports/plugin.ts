import { definePlugin } from '../../server/plugin.ts';
import { reportErrors } from './errors.ts';
import { reportRoutes } from './routes.ts';

/** Evidence for others: how the fleet stands, what was changed, what is open, who did what, as CSV and PDF. */
export const reportsPlugin = definePlugin({
  name: 'reports',
  requires: ['hosts', 'patching'],
  optional: ['exposure'],
  errors: reportErrors,
  setup: (ctx) => ({ routes: reportRoutes(ctx) }),
});
