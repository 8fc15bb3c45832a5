/** One value that an act changed: its path, and its text before and after; null: there was none. */
export interface Change {
  path: string;
  before: string | null;
  after: string | null;
}

type Facts = Readonly<Record<string, unknown>> | null;

/**
 * What differs between two states, value by value, in the order of their paths (`polling.health_poll_interval_secs`).
 */
export function differences(before: Facts, after: Facts): Change[] {
  const from = flat(before);
  const to = flat(after);
  const paths = [...new Set([...from.keys(), ...to.keys()])].sort();
  return paths
    .map((path) => ({ path, before: from.get(path) ?? null, after: to.get(path) ?? null }))
    .filter((change) => change.before !== change.after);
}

function flat(facts: Facts): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    const isFacts = typeof value === 'object' && value !== null && !Array.isArray(value);
    const entries = isFacts ? Object.entries(value) : [];
    if (entries.length === 0) return void found.set(path, textOf(value));
    for (const [key, inner] of entries) walk(inner, path === '' ? key : `${path}.${key}`);
  };
  for (const [key, value] of Object.entries(facts ?? {})) walk(value, key);
  return found;
}

function textOf(value: unknown): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(textOf).join(', ');
  return typeof value === 'object' ? 'none' : String(value);
}
