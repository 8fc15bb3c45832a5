import { definePlugin } from '#sdk';
import { configurationErrors } from './errors.ts';
import { configurationRoutes } from './routes.ts';

/** Exports what people configured to a file, and imports it. Each feature gives its own part. */
export const configurationPlugin = definePlugin({
  name: 'configuration',
  errors: configurationErrors,
  setup: (ctx) => ({ routes: configurationRoutes(ctx) }),
});
