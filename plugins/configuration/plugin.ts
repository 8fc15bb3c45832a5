import { definePlugin } from '../../server/plugin.ts';
import { configurationErrors } from './errors.ts';
import { configurationRoutes } from './routes.ts';

/** What people configured, out to a file and in from one. Each feature gives its own part of it. */
export const configurationPlugin = definePlugin({
  name: 'configuration',
  errors: configurationErrors,
  setup: (ctx) => ({ routes: configurationRoutes(ctx) }),
});
