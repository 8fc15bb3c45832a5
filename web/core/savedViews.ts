import { browserStore, readJson, type TextStore } from './browserStore.ts';

/** A view of a page that somebody gave a name: its filters and order, as they stand in the address. */
export interface SavedView {
  name: string;
  /** `severity=critical&sort=-age`, in the order of the names. */
  query: string;
}

const KEY = 'fleetmend.views';
const LONGEST_NAME = 60;
const LONGEST_QUERY = 4_000;
const MOST_VIEWS = 50;

/**
 * The named views of one page, kept in this browser. Fires `change`, also when another tab changed them, as long as
 * somebody follows (`follow`). `passing` are names in the address that are temporary and belong to no view.
 */
export class SavedViews extends EventTarget {
  readonly #page: string;
  readonly #passing: ReadonlySet<string>;
  readonly #store: TextStore;

  /** `page` is its path: `/hosts`. */
  constructor(
    page: string,
    { passing = [], store = browserStore }: { passing?: readonly string[]; store?: TextStore } = {},
  ) {
    super();
    this.#page = page;
    this.#passing = new Set(passing);
    this.#store = store;
  }

  /** The views, sorted by name. */
  get list(): readonly SavedView[] {
    return [...viewsOf(readJson(this.#store, KEY), this.#page)].sort((a, b) =>
      a.name.localeCompare(b.name, 'en'),
    );
  }

  /** The one that the address shows; null: it shows none of them. */
  current(query: URLSearchParams): SavedView | null {
    const text = this.#textOf(query);
    return this.list.find((view) => view.query === text) ?? null;
  }

  /** The address of the view. */
  href({ query }: SavedView): string {
    return query === '' ? this.#page : `${this.#page}?${query}`;
  }

  /**
   * Keeps what the address shows under this name; replaces a view of the same name. Returns why it was not kept: the
   * name is empty or too long, the view is too long, or there are too many views. Null: it was kept.
   */
  save(name: string, query: URLSearchParams): 'name' | 'too-long' | 'full' | null {
    const wanted = name.trim().replace(/\s+/g, ' ');
    const text = this.#textOf(query);
    if (wanted === '' || wanted.length > LONGEST_NAME) return 'name';
    if (text.length > LONGEST_QUERY) return 'too-long';
    const others = this.list.filter((view) => view.name !== wanted);
    if (others.length >= MOST_VIEWS) return 'full';
    this.#write([...others, { name: wanted, query: text }]);
    return null;
  }

  remove(name: string): void {
    this.#write(this.list.filter((view) => view.name !== name));
  }

  /** Also fires `change` for changes by other tabs, until the signal is aborted. */
  follow(signal: AbortSignal): void {
    const told = ({ key }: StorageEvent): boolean => key === KEY && this.dispatchEvent(new Event('change'));
    addEventListener('storage', told, { signal });
  }

  #write(views: readonly SavedView[]): void {
    const all = readJson(this.#store, KEY);
    const pages = typeof all === 'object' && all !== null && !Array.isArray(all) ? all : {};
    this.#store.setItem(KEY, JSON.stringify({ ...pages, [this.#page]: views }));
    this.dispatchEvent(new Event('change'));
  }

  #textOf(query: URLSearchParams): string {
    const kept = [...query].filter(([name, value]) => value !== '' && !this.#passing.has(name));
    const sorted = new URLSearchParams(kept);
    sorted.sort();
    return String(sorted);
  }
}

function viewsOf(all: unknown, page: string): SavedView[] {
  if (typeof all !== 'object' || all === null) return [];
  const views = (all as Record<string, unknown>)[page];
  return Array.isArray(views) ? views.filter(isView) : [];
}

function isView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null) return false;
  const { name, query } = value as Partial<SavedView>;
  return typeof name === 'string' && typeof query === 'string';
}
