import type { AnyFeature, Context, Core } from './feature.ts';

/**
 * What one feature sees of the services of others: those that its manifest names, and no more. Asking for another
 * one throws, and names both. `services` holds those of all features that were set up, by feature name; they are
 * looked up at each use.
 */
export function serviceViews(
  { name: asker, requires = [], optional = [] }: AnyFeature,
  isOn: { has(name: string): boolean },
  services: object,
): Pick<Context, 'core' | 'use' | 'useIfOn'> {
  const serviceOf = (name: string): unknown => (services as Readonly<Record<string, unknown>>)[name];

  function required(name: string): unknown {
    if (optional.includes(name))
      throw new Error(
        `${asker} asks for ${name} as if it were always on: it is optional, so useIfOn() gives it`,
      );
    if (!requires.includes(name)) throw undeclared(asker, name);
    const service = serviceOf(name);
    if (service === undefined) throw new Error(`${asker} asks for a service of ${name}, which offers none`);
    return service;
  }

  function ifOn(name: string): unknown {
    if (requires.includes(name)) return required(name);
    if (!optional.includes(name)) throw undeclared(asker, name);
    if (!isOn.has(name)) return null;
    const service = serviceOf(name);
    if (service === undefined) throw new Error(`${asker} asks for a service of ${name}, which offers none`);
    return service;
  }

  return {
    core: new Proxy({} as Core, {
      get: (_target, name) => (typeof name === 'string' ? required(name) : null),
    }),
    use: required as Context['use'],
    useIfOn: ifOn as Context['useIfOn'],
  };
}

function undeclared(asker: string, name: string): Error {
  return new Error(
    `${asker} asks for the service of ${name}, but its manifest names it neither in requires nor in optional`,
  );
}
