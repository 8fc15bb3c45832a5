import { api, must } from './api.ts';
import { ifMatch, startOnce } from './edits.ts';
import { features } from './features.ts';
import { preferences, type Preferences } from './preferences.ts';
import type { Schemas } from './schema.ts';
import { session } from './session.ts';

type Wire = Schemas['SavedView'];
type Draft = Schemas['CreateSavedViewRequest'];

/** A view that somebody shares, as its reader has it. */
export interface SharedView extends Wire {
  /** Whether the reader's side bar has it, below its page. */
  isPinned: boolean;
}

/** The manager, as far as shared views go; tests put another in its place. */
export interface SharedViewsPort {
  read(): Promise<readonly Wire[]>;
  create(draft: Draft): Promise<Wire>;
  update(view: Wire, query: string): Promise<Wire>;
  delete(view: Wire): Promise<unknown>;
}

const at = ({ id, edit_version: version }: Wire) => ({
  params: { path: { view_id: id } },
  headers: ifMatch(version),
});

const port: SharedViewsPort = {
  read: async () => {
    await features.ready();
    if (!features.serves('listSavedViews')) return [];
    const { views } = await must(api.GET('/api/v1/saved-views'));
    return views;
  },
  create: (body) =>
    startOnce(['/api/v1/saved-views', body], (headers) =>
      must(api.POST('/api/v1/saved-views', { body, headers })),
    ),
  update: (view, query) => must(api.PUT('/api/v1/saved-views/{view_id}', { ...at(view), body: { query } })),
  delete: (view) => must(api.DELETE('/api/v1/saved-views/{view_id}', at(view))),
};

/** The page that has views. */
export const VIEWS_PAGE = '/hosts';

/** Ids of the shared views in the side bar; a preference, since each reader has his own. */
const PINS = 'pins';
/** More would not fit into a preference, nor into a side bar. */
const MOST_PINS = 30;

/**
 * The views that people share, of all pages. They are read when somebody asks for them, and after each change. Fires
 * `change`, also when what its reader has pinned changes.
 */
export class SharedViews extends EventTarget {
  /** Why they could not be read; null: they were. */
  error: unknown = null;
  readonly #port: SharedViewsPort;
  readonly #store: Preferences;
  #views: readonly Wire[] | null = null;
  #reading: Promise<void> | null = null;

  constructor(own: SharedViewsPort = port, store: Preferences = preferences) {
    super();
    this.#port = own;
    this.#store = store;
    store.addEventListener('change', () => {
      if (this.#pins.length > 0 && this.#views === null) void this.read();
      this.#changed();
    });
  }

  /** Those of a page, by name; none until they are read. */
  of(page: string): SharedView[] {
    const pins = new Set(this.#pins);
    return (this.#views ?? [])
      .filter((view) => view.page === page)
      .map((view) => ({ ...view, isPinned: pins.has(view.id) }));
  }

  /** Whether some that the reader has pinned could not be read, so that nobody knows what they are. */
  get arePinsMissing(): boolean {
    return this.#views === null && this.error !== null && this.#pins.length > 0;
  }

  /** Reads them; who asks meanwhile waits for the same answer. Never rejects: `error` says what went wrong. */
  read(): Promise<void> {
    this.#reading ??= this.#read().finally(() => (this.#reading = null));
    return this.#reading;
  }

  async #read(): Promise<void> {
    try {
      this.#views = await this.#port.read();
      this.error = null;
    } catch (error) {
      this.error = error;
    }
    this.#changed();
  }

  /** Rejects with what the manager answered, as `update` and `delete`. */
  create = (draft: Draft): Promise<Wire> => this.#write(this.#port.create(draft));

  update = (view: SharedView, query: string): Promise<unknown> => this.#write(this.#port.update(view, query));

  delete = (view: SharedView): Promise<unknown> => this.#write(this.#port.delete(view));

  /** What is gone, or would be one too many, falls out of the side bar. */
  pin(id: string, isPinned: boolean): void {
    const known = new Set(this.#views?.map((view) => view.id));
    const others = this.#pins.filter((pin) => pin !== id && known.has(pin));
    const pins = isPinned ? [...others, id].slice(-MOST_PINS) : others;
    this.#store.set(PINS, pins.length === 0 ? null : JSON.stringify(pins));
  }

  /** Somebody else signed in, or nobody is. */
  forget(): void {
    this.#views = null;
    this.error = null;
    this.#changed();
  }

  async #write<T>(work: Promise<T>): Promise<T> {
    const answer = await work;
    // What is under way may have been answered before the change.
    await this.#reading;
    await this.read();
    return answer;
  }

  get #pins(): string[] {
    try {
      const pins: unknown = JSON.parse(this.#store.get(PINS) ?? '[]');
      return Array.isArray(pins) ? pins.filter((pin) => typeof pin === 'string') : [];
    } catch {
      return [];
    }
  }

  #changed(): void {
    this.dispatchEvent(new Event('change'));
  }
}

export const sharedViews = new SharedViews();
let userId = session.user?.id ?? null;
session.addEventListener('change', () => {
  const now = session.user?.id ?? null;
  if (now !== userId) sharedViews.forget();
  userId = now;
});
