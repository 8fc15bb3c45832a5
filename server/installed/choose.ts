import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { ConfigError } from '../configValues.ts';
import type { Database } from '../kernel/db/database.ts';
import type { AnyFeature, FeatureWeb } from '../kernel/boot/feature.ts';
import { FEATURE_NAME } from '../kernel/boot/manifests.ts';
import * as shipped from '../plugins.ts';
import { loadInstalled, type InstalledPlugin, type Where } from './load.ts';

export interface Chosen {
  on: AnyFeature[];
  /** Switched off: of what is not shipped the name alone is known. */
  off: AnyFeature[];
  /** What the web UI shows of installed plugins that are on, by name. */
  web: ReadonlyMap<string, FeatureWeb>;
}

/** Names that an installed plugin cannot have. */
export const shippedNames: readonly string[] = [...shipped.core, ...shipped.plugins].map(({ name }) => name);

/** Loads the packages that ship, and those that the configuration names. Throws as {@link loadInstalled}. */
export const loadPackages = (where: Where, log: Logger): Promise<InstalledPlugin[]> =>
  loadInstalled({ ...where, plugins: [...shipped.packages, ...where.plugins] }, shippedNames, log);

/**
 * What is on, and the plugins that are switched off. A name in `disabled_plugins` that is no plugin is refused,
 * unless the database has been used by a plugin of that name: so one that was uninstalled can leave its tables.
 */
export async function chooseFeatures(
  { disabledPlugins }: Config,
  installed: readonly InstalledPlugin[],
  { db, log }: { db: Database; log: Logger },
): Promise<Chosen> {
  const isOff = ({ name }: { name: string }): boolean => disabledPlugins.includes(name);
  const known = [...shipped.plugins, ...installed].map(({ name }) => name);
  const gone = disabledPlugins.filter((name) => !known.includes(name));
  for (const name of gone) {
    if (!(await hasMigrations(db, name)))
      throw new ConfigError(`disabled_plugins: ${name} is no plugin; there are ${known.join(', ')}`);
    log.warn({ feature: name }, 'the plugin is switched off and not installed: its tables stay');
  }
  const goneOrOff = [...gone.map((name) => ({ name })), ...installed.filter(isOff)];
  return {
    on: [
      ...shipped.core,
      ...shipped.plugins.filter((plugin) => !isOff(plugin)),
      ...installed.flatMap(({ feature }) => feature ?? []),
    ],
    off: [...shipped.plugins.filter(isOff), ...goneOrOff.map(({ name }) => nameAlone(name))],
    web: new Map(installed.flatMap(({ name, web }) => (web ? [[name, web]] : []))),
  };
}

const nameAlone = (name: string): AnyFeature => ({ name, setup: () => ({ routes: {} }) });

async function hasMigrations({ knex }: Database, name: string): Promise<boolean> {
  if (!FEATURE_NAME.test(name) || !(await knex.schema.hasTable('kernel_migrations'))) return false;
  return (await knex('kernel_migrations').where('name', 'like', `${name}/%`).first('name')) !== undefined;
}
