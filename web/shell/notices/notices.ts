import { browserStore, readJson, type TextStore } from '../../core/browserStore.ts';
import { managerTime } from '../../core/managerTime.ts';

/** Something that happened while the person was elsewhere. */
export interface Notice {
  /** `job:<id>` or `enrollment:<id>`; each is told once. */
  key: string;
  text: string;
  href: string;
  tone: 'ok' | 'warn' | 'bad' | 'info';
  /** RFC 3339. */
  at: string;
  isRead: boolean;
}

interface Stored {
  /** What ended before this time is no news. */
  since: string;
  items: Notice[];
}

const MOST = 50;

/**
 * The notices that one user got in this browser, and which of them they have read. Shared by all tabs: each call reads
 * what is stored. Fires `change`.
 */
export class Notices extends EventTarget {
  readonly #key: string;
  readonly #store: TextStore;
  readonly #now: () => Date;

  constructor(
    userId: string,
    { store = browserStore, now = managerTime }: { store?: TextStore; now?: () => Date } = {},
  ) {
    super();
    this.#key = `fleetmend.notices.${userId}`;
    this.#store = store;
    this.#now = now;
  }

  /**
   * The time after which things are news; the first time in a browser that is now, so that nobody is told of last year.
   */
  get since(): Date {
    return new Date(this.#read().since);
  }

  /** The newest first. */
  get items(): readonly Notice[] {
    return this.#read().items;
  }

  get unreadCount(): number {
    return this.items.filter(({ isRead }) => !isRead).length;
  }

  /** Adds what was not told yet. `isSeen`: the person looks at the thing itself, so the notice is read already. */
  add(
    news: readonly Omit<Notice, 'isRead'>[],
    isSeen: (notice: { href: string }) => boolean = () => false,
  ): void {
    const { since, items } = this.#read();
    const known = new Set(items.map(({ key }) => key));
    const fresh = news.filter(({ key }) => !known.has(key)).map((one) => ({ ...one, isRead: isSeen(one) }));
    if (fresh.length === 0) return;
    const all = [...fresh, ...items].sort((a, b) => b.at.localeCompare(a.at));
    // A dropped notice must not come again, so news now begins after it.
    const [kept, gone] = [all.slice(0, MOST), all.slice(MOST)];
    this.#write({ since: gone[0] && gone[0].at > since ? gone[0].at : since, items: kept });
  }

  /** Marks all as read, or those that lead to this address. */
  markRead(href?: string): void {
    const { since, items } = this.#read();
    const isMeant = (one: Notice): boolean => !one.isRead && (href === undefined || one.href === href);
    if (!items.some(isMeant)) return;
    this.#write({ since, items: items.map((one) => (isMeant(one) ? { ...one, isRead: true } : one)) });
  }

  /** Also fires `change` for what other tabs add and read, until the signal aborts. */
  follow(signal: AbortSignal): void {
    const told = ({ key }: StorageEvent): boolean =>
      key === this.#key && this.dispatchEvent(new Event('change'));
    addEventListener('storage', told, { signal });
  }

  #read(): Stored {
    const stored = readJson(this.#store, this.#key) as Partial<Stored> | null;
    if (
      typeof stored?.since === 'string' &&
      !Number.isNaN(Date.parse(stored.since)) &&
      Array.isArray(stored.items)
    )
      return { since: stored.since, items: stored.items.filter(isNotice) };
    const fresh: Stored = { since: this.#now().toISOString(), items: [] };
    this.#store.setItem(this.#key, JSON.stringify(fresh));
    return fresh;
  }

  #write(stored: Stored): void {
    this.#store.setItem(this.#key, JSON.stringify(stored));
    this.dispatchEvent(new Event('change'));
  }
}

/** Checks a stored notice. Its address must lead to a page of ours, whoever wrote it. */
function isNotice(value: unknown): value is Notice {
  if (typeof value !== 'object' || value === null) return false;
  const { key, text, href, at } = value as Partial<Notice>;
  return [key, text, href, at].every((one) => typeof one === 'string') && /^\/(?!\/)/.test(href ?? '');
}
