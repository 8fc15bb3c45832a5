import { whereNamed } from '../db/keyset.ts';
import type { BaseModel } from '../db/model.ts';
import type { Actor } from '../security/actor.ts';
import type { HostScope } from '../security/hostScope.ts';

/** Kinds of the features that ship; those of an installed plugin begin with the plugin's name. */
const KINDS: ReadonlySet<string> = new Set([
  'host',
  'group',
  'package',
  'cve',
  'job',
  'policy',
  'window',
  'freeze',
  'health-check',
  'webhook',
  'user',
  'role',
  'service-account',
  'api-token',
]);
const FORM = /^[a-z][a-z0-9-]{0,63}$/;

/** Matches of one kind are counted up to this number. */
export const MOST_COUNTED = 100;

/** A kind of things that the search over everything finds (`searchEverything`). */
export interface SearchSource {
  kind: string;
  /** Whoever lacks this permission of the contract is not told of the kind. */
  permission: string;
  /**
   * Called at every pause in somebody's typing, so it looks things up by an index and never reads all rows of a big
   * table. The text is what a person typed, of any characters: never a pattern.
   */
  find(question: SearchQuestion, signal: AbortSignal): Promise<SearchAnswer>;
}

export interface SearchQuestion {
  /** Without blanks at its ends; not empty, at most 200 characters. */
  text: string;
  /** Number of items at most. */
  limit: number;
  actor: Actor;
  /** Hosts that the caller may see: the answer tells of no others. */
  scope: HostScope;
}

export interface SearchAnswer {
  /** The best first. */
  items: readonly SearchItem[];
  /** Number of all matches, counted up to `MOST_COUNTED`; a greater number means: more than that. */
  total: number;
}

export interface SearchItem {
  id: string;
  name: string;
  /** What tells it from others of the same name; may be empty. */
  about: string;
  /** Its page in the web UI. */
  pagePath: string;
}

/** Throws for kinds that another feature has, or may have. */
export function assertSearch(
  feature: string,
  own: readonly SearchSource[],
  others: readonly SearchSource[],
): void {
  for (const { kind } of own) {
    const isNamed = KINDS.has(kind) || kind === feature || kind.startsWith(`${feature}-`);
    if (!isNamed || !FORM.test(kind))
      throw new Error(`the kind ${kind} of its search does not begin with ${feature}-`);
    if ([...others, ...own].filter((one) => one.kind === kind).length > 1)
      throw new Error(`the kind ${kind} of its search is another feature's`);
  }
}

/**
 * Sorts names that equal the text first, then those that begin with it, then all others, whatever their case; equals
 * keep their order.
 */
export function bestFirst<T>(found: readonly T[], text: string, nameOf: (one: T) => string): T[] {
  const typed = text.toLowerCase();
  const rank = (one: T): number => {
    const name = nameOf(one).toLowerCase();
    return name === typed ? 0 : name.startsWith(typed) ? 1 : 2;
  };
  return [...found].sort((a, b) => rank(a) - rank(b));
}

/** More rows of one kind that hold a text than these are not read. */
const MOST_READ = 1_000;

/** Narrows a query to the rows whose column `name` holds the text, by name. */
type ByName = <M extends BaseModel>(
  query: Parameters<typeof whereNamed<M>>[0],
) => ReturnType<typeof whereNamed<M>>;

interface NamedThings<Row extends { id: string; name: string }> extends Pick<
  SearchSource,
  'kind' | 'permission'
> {
  /** The rows that the caller may see, their query narrowed by `byName`. */
  rows(question: SearchQuestion, byName: ByName): PromiseLike<readonly Row[]>;
  about(row: Row): string;
  pagePath(row: Row): string;
}

/** Things that people named, of which there are some thousands at most: all their names are compared at each call. */
export const namedThings = <Row extends { id: string; name: string }>({
  kind,
  permission,
  rows,
  about,
  pagePath,
}: NamedThings<Row>): SearchSource => ({
  kind,
  permission,
  async find(question) {
    const { text, limit } = question;
    const found = await rows(question, (query) => whereNamed(query, text, MOST_READ));
    const items = bestFirst(found, text, ({ name }) => name).slice(0, limit);
    return {
      items: items.map((row) => ({
        id: row.id,
        name: row.name,
        about: about(row),
        pagePath: pagePath(row),
      })),
      total: found.length,
    };
  },
});
