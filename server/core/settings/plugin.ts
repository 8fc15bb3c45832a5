import type { Feature } from '../../kernel/boot/feature.ts';
import { settingsPart } from './configuration.ts';
import { settingsRoutes } from './routes.ts';

/**
 * The settings of all features, read by one call and changed by one. It cannot be switched off: the core has settings
 * too. The kernel stores them; each section belongs to the feature whose manifest names it.
 */
export const settingsFeature: Feature<'settings'> = {
  name: 'settings',
  setup(ctx) {
    ctx.configuration.add(settingsPart(ctx));
    return { routes: settingsRoutes(ctx) };
  },
};
