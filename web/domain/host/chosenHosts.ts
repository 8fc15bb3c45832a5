/** The most ids in an address that people pass on; more are handed over beside it. */
const MOST_IN_ADDRESS = 25;
const STORED = 'fleetmend.chosenHosts';
/** How many choices are kept: a step back in the history still finds its own. */
const KEPT = 4;

interface Choice {
  key: string;
  hostIds: readonly string[];
}

interface Store {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
}

/** When the browser refuses to store, the choice lasts until a reload. */
let inMemory: readonly Choice[] = [];

/**
 * The address of a new job for these hosts: `?host=…` for a few; for many, `?hosts=key` of a list in this tab's
 * sessionStorage, so that a reload finds it. `options` are further parts of the query (`package`, `security`).
 */
export function newJobHref(
  hostIds: Iterable<string>,
  options: readonly (readonly [string, string])[] = [],
  store: Store = sessionStorage,
): string {
  const ids = [...new Set(hostIds)];
  const hosts: [string, string][] =
    ids.length > MOST_IN_ADDRESS ? [['hosts', keep(ids, store)]] : ids.map((id) => ['host', id]);
  return `/jobs/new?${new URLSearchParams([...hosts, ...options.map(([name, value]): [string, string] => [name, value])])}`;
}

/** The hosts that {@link newJobHref} handed over; null: the address names a choice that this tab does not know. */
export function chosenHosts(query: URLSearchParams, store: Store = sessionStorage): string[] | null {
  const key = query.get('hosts');
  if (key === null) return query.getAll('host');
  const found = [...inMemory, ...stored(store)].find((choice) => choice.key === key);
  return found ? [...found.hostIds] : null;
}

function keep(hostIds: readonly string[], store: Store): string {
  const known = stored(store);
  const same = known.find((choice) => choice.hostIds.join() === hostIds.join());
  if (same) return same.key;
  const key = crypto.getRandomValues(new Uint32Array(2)).join('-');
  inMemory = [{ key, hostIds }, ...known].slice(0, KEPT);
  for (let count = inMemory.length; count > 0; count -= 1)
    try {
      store.setItem(STORED, JSON.stringify(inMemory.slice(0, count)));
      break;
    } catch {
      // Storage is full: tries again with fewer of the older choices.
    }
  return key;
}

function stored(store: Store): Choice[] {
  try {
    const choices: unknown = JSON.parse(store.getItem(STORED) ?? '[]');
    return Array.isArray(choices) ? choices.filter(isChoice) : [];
  } catch {
    return [];
  }
}

function isChoice(value: unknown): value is Choice {
  const { key, hostIds } = (value ?? {}) as Partial<Record<keyof Choice, unknown>>;
  return (
    typeof key === 'string' &&
    Array.isArray(hostIds) &&
    hostIds.every((id: unknown) => typeof id === 'string')
  );
}
