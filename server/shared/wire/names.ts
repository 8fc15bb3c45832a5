/** snake_case on the wire, camelCase in TypeScript: the one place where names are mapped. */

type SnakeKey<S extends string> = S extends `${infer Head}${infer Tail}`
  ? Tail extends Uncapitalize<Tail>
    ? `${Lowercase<Head>}${SnakeKey<Tail>}`
    : `${Lowercase<Head>}_${SnakeKey<Tail>}`
  : S;

type CamelKey<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelKey<Tail>>}`
  : S;

/** The wire form of T: snake_case keys, Dates as RFC 3339 text. */
export type Wire<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [K in keyof T as K extends string ? SnakeKey<K> : K]: Wire<T[K]> }
      : T;

/** The TypeScript form of wire data: camelCase keys. Times stay text; parse them where they are used. */
export type Camel<T> = T extends readonly (infer Item)[]
  ? Camel<Item>[]
  : T extends object
    ? { [K in keyof T as K extends string ? CamelKey<K> : K]: Camel<T[K]> }
    : T;

const MAX_NAMES = 5_000;

/** Names repeat, so each is converted once (up to a bound: keys may also be data). */
function remembered(rename: (key: string) => string): (key: string) => string {
  const names = new Map<string, string>();
  return (key) => {
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = rename(key);
    if (names.size < MAX_NAMES) names.set(key, name);
    return name;
  };
}

const snake = remembered((key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
const camel = remembered((key) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()));

function mapKeys(value: unknown, rename: (key: string) => string): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => mapKeys(item, rename));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [rename(key), mapKeys(item, rename)]));
}

/**
 * Converts names at every depth. Free maps (whose keys are data, not names) must be set on the result by the caller
 * instead.
 */
export function toWire<T>(value: T): Wire<T> {
  return mapKeys(value, snake) as Wire<T>;
}

/** Converts names at every depth; see toWire for free maps. */
export function fromWire<T>(value: T): Camel<T> {
  return mapKeys(value, camel) as Camel<T>;
}
