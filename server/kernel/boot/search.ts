import type { Actor } from '../security/actor.ts';
import type { HostScope } from '../security/hostScope.ts';

/** Kinds of what ships; those of an installed plugin begin with the plugin's name. */
const KINDS: ReadonlySet<string> = new Set(['host', 'group', 'package', 'cve', 'job', 'policy', 'user']);
const FORM = /^[a-z][a-z0-9-]{0,63}$/;

/** More of a kind than this are not counted. */
export const MOST_COUNTED = 100;

/** A kind of things that the search over everything finds (`searchEverything`). */
export interface SearchSource {
  kind: string;
  /** Whoever lacks this permission of the contract is not told of the kind. */
  permission: string;
  /**
   * Asked at every pause of somebody's typing, so by an index and never by a walk over all rows of a big table. The text
   * is what a person typed, of any characters: never a pattern.
   */
  find(question: SearchQuestion, signal: AbortSignal): Promise<SearchAnswer>;
}

export interface SearchQuestion {
  /** Without blanks at its ends; not empty, at most 200 characters. */
  text: string;
  /** So many items at most. */
  limit: number;
  actor: Actor;
  /** What is said of hosts is said of these alone. */
  scope: HostScope;
}

export interface SearchAnswer {
  /** The best first. */
  items: readonly SearchItem[];
  /** All that there are, as far as `MOST_COUNTED`; more means: and more. */
  total: number;
}

export interface SearchItem {
  id: string;
  name: string;
  /** What tells it from others of the name; may be empty. */
  about: string;
  /** Its page in the web UI. */
  pagePath: string;
}

/** Throws for kinds that another feature has, or may have. */
export function assertSearch(
  feature: string,
  own: readonly SearchSource[] = [],
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

/** Those whose name is the text before those that begin with it, and these before all others; of equals the order stays. */
export function bestFirst<T>(found: readonly T[], text: string, nameOf: (one: T) => string): T[] {
  const typed = text.toLowerCase();
  const rank = (one: T): number => {
    const name = nameOf(one).toLowerCase();
    return name === typed ? 0 : name.startsWith(typed) ? 1 : 2;
  };
  return [...found].sort((a, b) => rank(a) - rank(b));
}
