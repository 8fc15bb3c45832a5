import type { AnyFeature, Context, Core } from './feature.ts';

/** The features that a manifest names in `requires`: whether each must be on, by its name. */
export const requiredBy = ({ requires = [] }: Pick<AnyFeature, 'requires'>): ReadonlyMap<string, boolean> =>
  new Map(requires.map((wanted) => [wanted.replace(/\?$/, ''), !wanted.endsWith('?')]));

/**
 * What one feature sees of the services of others: those that its manifest names, and no more. Asking for another
 * one throws, and names both. `services` holds those of all features that were set up, by feature name; they are
 * looked up at each use.
 */
export function serviceViews(
  feature: AnyFeature,
  isOn: { has(name: string): boolean },
  services: object,
): Pick<Context, 'core' | 'use' | 'useIfOn'> {
  const { name: asker } = feature;
  const wanted = requiredBy(feature);
  const serviceOf = (name: string): unknown => (services as Readonly<Record<string, unknown>>)[name];

  function ifOn(name: string): unknown {
    if (!wanted.has(name))
      throw new Error(
        `${asker} asks for the service of ${name}, which its manifest does not name in requires`,
      );
    if (!wanted.get(name) && !isOn.has(name)) return null;
    const service = serviceOf(name);
    if (service === undefined) throw new Error(`${asker} asks for a service of ${name}, which offers none`);
    return service;
  }

  function required(name: string): unknown {
    if (wanted.get(name) === false)
      throw new Error(
        `${asker} asks for ${name} as if it were always on: its manifest requires ${name}?, so useIfOn() gives it`,
      );
    return ifOn(name);
  }

  return {
    core: new Proxy({} as Core, {
      get: (_target, name) => (typeof name === 'string' ? required(name) : null),
    }),
    use: required as Context['use'],
    useIfOn: ifOn as Context['useIfOn'],
  };
}
