import { api, must } from './api.ts';
import { ApiError } from './apiError.ts';
import { ifMatch } from './edits.ts';
import { placeNow, tellLate } from './lateFailure.ts';
import type { Schemas } from './schema.ts';
import { session } from './session.ts';

type Wire = Schemas['Preferences'];
type Change = Readonly<Record<string, string | null>>;

/** The manager, as far as preferences go; tests put another in its place. */
export interface PreferencesPort {
  read(): Promise<Wire>;
  /** Throws PRECONDITION_FAILED where the version is another by now. */
  write(values: Change, version: number): Promise<Wire>;
  /** What was set could not be saved. */
  failed(error: unknown): void;
}

const port: PreferencesPort = {
  read: () => must(api.GET('/api/v1/users/me/preferences')),
  write: (values, version) =>
    must(
      api.PUT('/api/v1/users/me/preferences', {
        body: { values },
        headers: ifMatch(version),
        // A page that is left right after a click still saves it.
        keepalive: true,
      }),
    ),
  failed: (error) => tellLate(placeNow(), error),
};

/**
 * What a person has chosen for the pages, kept by the manager with the account: texts by name. Without a session, or
 * until they are read, there are none, and what is set lasts until the reload. Fires `change`.
 */
export class Preferences extends EventTarget {
  readonly #port: PreferencesPort;
  #values: Readonly<Record<string, string>> = {};
  #version = 0;
  /** Set here, and not saved yet. */
  #unsaved: Change = {};
  #userId: string | null = null;
  #work: Promise<void> = Promise.resolve();

  constructor(own: PreferencesPort = port) {
    super();
    this.#port = own;
  }

  /** Follows who is signed in: nobody gets the choices of the user before. */
  follow(userId: string | null): void {
    if (userId === this.#userId) return;
    this.#userId = userId;
    this.#values = {};
    this.#unsaved = {};
    this.#version = 0;
    this.#changed();
    if (userId !== null) void this.#inTurn(async () => this.#took(await this.#port.read(), userId));
  }

  get(name: string): string | null {
    const own = this.#unsaved[name];
    return own === undefined ? (this.#values[name] ?? null) : own;
  }

  /** The names of what there is that begin so. */
  names(prefix: string): string[] {
    const all = new Set([...Object.keys(this.#values), ...Object.keys(this.#unsaved)]);
    return [...all].filter((name) => name.startsWith(prefix) && this.get(name) !== null).sort();
  }

  /** Holds at once here, and is saved, with what else is set until its turn comes; null removes it. */
  set(name: string, value: string | null): void {
    this.#unsaved = { ...this.#unsaved, [name]: value };
    this.#changed();
    if (this.#userId !== null) void this.save();
  }

  /** Whether the manager has all that was set here. */
  get areSaved(): boolean {
    return Object.keys(this.#unsaved).length === 0;
  }

  /** Saves what is not saved yet. Never rejects: a failure is told by the shell, and the next change tries again. */
  save(): Promise<void> {
    const userId = this.#userId;
    return this.#inTurn(
      async () => {
        const values = this.#unsaved;
        if (userId === null || userId !== this.#userId || Object.keys(values).length === 0) return;
        const saved = await this.#write(values);
        const rest = Object.entries(this.#unsaved).filter(([name, value]) => values[name] !== value);
        this.#unsaved = Object.fromEntries(rest);
        this.#took(saved, userId);
      },
      (error) => this.#port.failed(error),
    );
  }

  /** Another tab may have changed others of them: only what was set here is set again. */
  async #write(values: Change): Promise<Wire> {
    try {
      return await this.#port.write(values, this.#version);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'PRECONDITION_FAILED') throw error;
      return this.#port.write(values, (await this.#port.read()).edit_version);
    }
  }

  #took({ values, edit_version: version }: Wire, userId: string): void {
    if (userId !== this.#userId) return;
    this.#values = values;
    this.#version = version;
    this.#changed();
  }

  #inTurn(work: () => Promise<void>, failed: (error: unknown) => void = () => undefined): Promise<void> {
    this.#work = this.#work.then(work).catch(failed);
    return this.#work;
  }

  #changed(): void {
    this.dispatchEvent(new Event('change'));
  }
}

export const preferences = new Preferences();
session.addEventListener('change', () => preferences.follow(session.user?.id ?? null));
preferences.follow(session.user?.id ?? null);
