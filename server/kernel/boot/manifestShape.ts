import type { AnyFeature, Feature, FeatureSetup } from './feature.ts';

type Test = (value: unknown) => boolean;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isText = (value: unknown): boolean => typeof value === 'string';
const isFunction = (value: unknown): boolean => typeof value === 'function';
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const isSection = (value: unknown): boolean =>
  isObject(value) && isText(value.name) && isObject(value.fields);
const isMigration = (value: unknown): boolean =>
  isObject(value) &&
  isText(value.name) &&
  ['compatible', 'stop'].includes(String(value.kind)) &&
  isFunction(value.up);
const isError = (value: unknown): boolean =>
  isObject(value) &&
  Number.isInteger(value.status) &&
  typeof value.retryable === 'boolean' &&
  isText(value.message);

const isCommand = (value: unknown): boolean =>
  isObject(value) && isText(value.name) && isText(value.summary) && isFunction(value.run);

const MANIFEST = {
  name: isText,
  requires: listOf(isText),
  settings: listOf(isSection),
  errors: (value) => isObject(value) && Object.values(value).every(isError),
  migrations: listOf(isMigration),
  commands: listOf(isCommand),
  gate: () => false,
  setup: isFunction,
} as const satisfies Record<keyof Feature, Test>;

/**
 * Checks a manifest against its type, for plugins that no compiler has seen. Throws for an entry of an unknown name or
 * of another type, which would otherwise be ignored.
 */
export function assertManifestShape(manifest: unknown): asserts manifest is AnyFeature {
  if (!isObject(manifest)) throw new Error('the manifest is no object');
  for (const key of ['name', 'setup']) {
    if (!(key in manifest)) throw new Error(`the manifest has no ${key}`);
  }
  for (const [key, value] of Object.entries(manifest)) {
    if (!Object.hasOwn(MANIFEST, key)) throw new Error(`the manifest has an unknown entry ${key}`);
    if (value !== undefined && !MANIFEST[key as keyof Feature](value))
      throw new Error(`the manifest's ${key} is of another kind than it should be`);
  }
}

const SETUP = {
  routes: isObject,
  jobs: isObject,
  hooks: isObject,
  events: isObject,
  steps: isObject,
  started: isFunction,
  stop: isFunction,
  service: () => true,
} as const satisfies Record<keyof FeatureSetup<string> | 'service', Test>;

/** The same of what its set-up returns. */
export function assertSetupShape(setup: unknown): void {
  if (!isObject(setup) || !('routes' in setup)) throw new Error('its set-up returns no routes');
  for (const [key, value] of Object.entries(setup)) {
    if (!Object.hasOwn(SETUP, key)) throw new Error(`its set-up returns an unknown entry ${key}`);
    if (value !== undefined && !SETUP[key as keyof typeof SETUP](value))
      throw new Error(`the ${key} of its set-up is of another kind than it should be`);
  }
}
