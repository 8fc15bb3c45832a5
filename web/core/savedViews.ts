import { preferences, type Preferences } from './preferences.ts';

/** A view of a page that somebody gave a name: its filters and order, as they stand in the address. */
export interface SavedView {
  name: string;
  /** `severity=critical&sort=-age`, in the order of the names. */
  query: string;
  /** Whether the side bar has it, below its page. */
  isPinned: boolean;
}

const LONGEST_NAME = 60;
/** All views of a page are one preference, which holds so many characters. */
const MOST_CHARS = 4_000;
const PREFIX = 'views';

type Store = Pick<Preferences, 'get' | 'set' | 'addEventListener'>;

/**
 * The named views of one page, kept with the account, so that they are there in every browser. Fires `change`, also when
 * they were read late, as long as somebody follows (`follow`). `passing` are names in the address that are temporary and
 * belong to no view.
 */
export class SavedViews extends EventTarget {
  readonly #page: string;
  readonly #passing: ReadonlySet<string>;
  readonly #store: Store;

  /** `page` is its path: `/hosts`. */
  constructor(
    page: string,
    { passing = [], store = preferences }: { passing?: readonly string[]; store?: Store } = {},
  ) {
    super();
    this.#page = page;
    this.#passing = new Set(passing);
    this.#store = store;
  }

  /** The views, sorted by name. */
  get list(): readonly SavedView[] {
    return viewsOf(this.#store.get(this.#key)).sort((a, b) => a.name.localeCompare(b.name, 'en'));
  }

  /** The one that the address shows; null: it shows none of them. */
  current(query: URLSearchParams): SavedView | null {
    const text = this.queryOf(query);
    return this.list.find((view) => view.query === text) ?? null;
  }

  /** What a view of this address would have. */
  queryOf(query: URLSearchParams): string {
    const kept = [...query].filter(([name, value]) => value !== '' && !this.#passing.has(name));
    const sorted = new URLSearchParams(kept);
    sorted.sort();
    return String(sorted);
  }

  /** The address of the view. */
  href({ query }: Pick<SavedView, 'query'>): string {
    return query === '' ? this.#page : `${this.#page}?${query}`;
  }

  /**
   * Keeps what the address shows under this name; replaces a view of the same name. Returns why it was not kept: the
   * name is empty or too long, or there is no room beside the other views. Null: it was kept.
   */
  save(name: string, query: URLSearchParams): 'name' | 'full' | null {
    const wanted = name.trim().replace(/\s+/g, ' ');
    if (wanted === '' || wanted.length > LONGEST_NAME) return 'name';
    const isPinned = this.list.find((view) => view.name === wanted)?.isPinned ?? false;
    const others = this.list.filter((view) => view.name !== wanted);
    const view = { name: wanted, query: this.queryOf(query), isPinned };
    return this.#write([...others, view]) ? null : 'full';
  }

  pin(name: string, isPinned: boolean): void {
    this.#write(this.list.map((view) => (view.name === name ? { ...view, isPinned } : view)));
  }

  remove(name: string): void {
    this.#write(this.list.filter((view) => view.name !== name));
  }

  /** Also fires `change` when what is kept is read, or changed elsewhere on the page, until the signal is aborted. */
  follow(signal: AbortSignal): void {
    this.#store.addEventListener('change', () => this.dispatchEvent(new Event('change')), { signal });
  }

  get #key(): string {
    return [PREFIX, ...this.#page.split('/').filter(Boolean)].join('.');
  }

  #write(views: readonly SavedView[]): boolean {
    const text = JSON.stringify(
      views.map(({ name, query, isPinned }) => (isPinned ? [name, query, true] : [name, query])),
    );
    if (text.length > MOST_CHARS) return false;
    this.#store.set(this.#key, views.length === 0 ? null : text);
    this.dispatchEvent(new Event('change'));
    return true;
  }
}

function viewsOf(text: string | null): SavedView[] {
  try {
    const all: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(all) ? all.flatMap(viewOf) : [];
  } catch {
    return [];
  }
}

function viewOf(value: unknown): SavedView[] {
  if (!Array.isArray(value)) return [];
  const [name, query, isPinned] = value as unknown[];
  if (typeof name !== 'string' || typeof query !== 'string') return [];
  return [{ name, query, isPinned: isPinned === true }];
}
