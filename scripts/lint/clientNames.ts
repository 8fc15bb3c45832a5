/** What generated clients stumble over, and no rule for a single place can see. */

interface Document {
  paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Sections whose names become types in generated code. */
const TYPED = ['schemas', 'parameters', 'responses', 'requestBodies', 'headers'];
/** Names that a language, or every generator, has already. */
const TAKEN = ['Error', 'Exception', 'Object', 'Client', 'Configuration', 'Response', 'Request'];

/**
 * Names of components that mean two things in generated code: those that stand in two sections, that a language has
 * already, or that generators give to the answer or the parameters of an operation. Returns a sentence for each.
 */
export function nameClashes({ paths, components }: Document): string[] {
  const names = TYPED.flatMap((section) =>
    Object.keys(components[section] ?? {}).map((name) => ({ name, section })),
  );
  const operations = Object.values(paths).flatMap((item) => Object.values(item).map(operationIdOf));
  const ofOperations = operations.flatMap((id) => [`${id}Response`, `${id}Params`].map(lower));
  return names.flatMap(({ name, section }) => {
    const other = names.find((one) => lower(one.name) === lower(name) && one.section < section);
    if (other) return [`${name} stands in ${other.section} and in ${section}`];
    if (section !== 'schemas') return [];
    if (TAKEN.includes(name)) return [`${name} is a name that languages have`];
    return ofOperations.includes(lower(name))
      ? [`${name} is what generators call a part of an operation`]
      : [];
  });
}

const lower = (name: string): string => name.toLowerCase();

const operationIdOf = (operation: unknown): string =>
  (operation as { operationId?: string } | null)?.operationId ?? '';

/**
 * Lists of two or more words that are written twice, each with its places: they belong into one component. The orders
 * of a list are its own.
 */
export function repeatedLists(document: object): string[] {
  const places = new Map<string, string[]>();
  const look = (node: unknown, place: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { enum: words } = node as { enum?: unknown };
    if (Array.isArray(words) && words.length > 1 && !words.some(isDescending)) {
      const key = JSON.stringify(words);
      places.set(key, [...(places.get(key) ?? []), place]);
    }
    for (const [key, one] of Object.entries(node)) if (!DATA.has(key)) look(one, `${place}/${key}`);
  };
  look(document, '');
  return [...places].flatMap(([words, at]) => (at.length > 1 ? [`${words}: ${at.join(', ')}`] : []));
}

const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'enum', 'default', 'const']);

const isDescending = (word: unknown): boolean => String(word).startsWith('-');
