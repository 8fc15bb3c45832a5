import { api, must } from './api.ts';
import type { OperationId, Schemas } from './schema.ts';

/** The form of a section of an installed plugin's settings. */
export type PluginSettings = NonNullable<Schemas['UiInfo']['settings']>[number];

/** The module of an installed plugin's pages. */
export type PluginModule = Schemas['UiInfo']['pages'][number];

const AGE_MS = 60_000;
/** No page waits longer than this for the answer. */
const LIMIT_MS = 5_000;

/**
 * What the manager serves, so that nothing is offered that would answer 404 `PLUGIN_DISABLED`. Until it is known, and
 * if it cannot be read (a manager of an earlier version), everything counts as served. Fires `change`.
 */
export class Features extends EventTarget {
  #operations: ReadonlySet<string> | null = null;
  #modules: readonly PluginModule[] = [];
  #settings: readonly PluginSettings[] = [];
  #notice: string | null = null;
  #readAtMs = -Infinity;
  #reading: Promise<void> | null = null;

  /** Modules of the pages that installed plugins bring. */
  get modules(): readonly PluginModule[] {
    return this.#modules;
  }

  /** Forms of the settings that installed plugins bring. */
  get settings(): readonly PluginSettings[] {
    return this.#settings;
  }

  /** What the configuration wants to stand above every page. */
  get notice(): string | null {
    return this.#notice;
  }

  serves(operation: OperationId): boolean {
    return this.#operations?.has(operation) ?? true;
  }

  /**
   * Resolves once the features are known. Known ones older than a minute are read again in the background. Never
   * rejects.
   */
  async ready(): Promise<void> {
    const isOld = performance.now() - this.#readAtMs > AGE_MS;
    if (isOld) this.#reading ??= this.#read().finally(() => (this.#reading = null));
    if (!this.#operations) await this.#reading;
  }

  async #read(): Promise<void> {
    try {
      const {
        operations,
        pages = [],
        settings = [],
        notice = null,
      } = await must(api.GET('/api/v1/ui', { signal: AbortSignal.timeout(LIMIT_MS) }));
      const before = this.#operations;
      this.#operations = new Set(operations);
      this.#readAtMs = performance.now();
      const isOtherwise = namesOf(pages) !== namesOf(this.#modules) || notice !== this.#notice;
      this.#modules = pages;
      this.#settings = settings;
      this.#notice = notice;
      const hasOther = before?.size !== operations.length || operations.some((name) => !before.has(name));
      const isOther = hasOther || isOtherwise;
      if (before && isOther) this.dispatchEvent(new Event('change'));
    } catch {
      // A call that is not served then fails by itself.
    }
  }
}

const namesOf = (modules: readonly PluginModule[]): string => modules.map(({ module }) => module).join(' ');

export const features = new Features();
