import type { PluginModule } from '../../core/features.ts';
import type { Page } from '../../core/page.ts';
import { pages as own } from '../../core/pages.ts';
import { explain } from '../../core/errors.ts';
import { ApiError } from '../../core/apiError.ts';
import { loadCode } from '../../core/loadCode.ts';

const LIMIT_MS = 10_000;

/** A plugin whose module could not be used; the rest works without it. */
export interface BrokenPlugin {
  feature: string;
  why: string;
}

/**
 * The pages that installed plugins bring. Each module is loaded once; one that fails is noted by name and stops
 * nothing. Pages of a module that the manager no longer names, because the plugin is off, are gone.
 */
export class PluginPages {
  readonly #loaded = new Map<string, Promise<readonly Page[]>>();
  #pages: readonly Page[] = [];
  #broken: readonly BrokenPlugin[] = [];

  get pages(): readonly Page[] {
    return this.#pages;
  }

  get broken(): readonly BrokenPlugin[] {
    return this.#broken;
  }

  /** Loads new modules. Never rejects, and takes 10 s at the longest. */
  async follow(modules: readonly PluginModule[]): Promise<void> {
    const answers = await Promise.allSettled(modules.map((one) => this.#load(one)));
    this.#pages = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    this.#broken = answers.flatMap((answer, at) => {
      if (answer.status === 'fulfilled') return [];
      return [{ feature: modules[at]?.feature ?? '', why: textOf(answer.reason) }];
    });
  }

  #load(one: PluginModule): Promise<readonly Page[]> {
    const known = this.#loaded.get(one.module);
    if (known) return known;
    const loading = withinTime(pagesOf(one));
    this.#loaded.set(one.module, loading);
    // For the author of the plugin; the shell tells the reader.
    loading.catch((error: unknown) =>
      console.warn(`The pages of the plugin ${one.feature} could not be loaded:`, error),
    );
    return loading;
  }
}

async function pagesOf({ feature, module: address }: PluginModule): Promise<readonly Page[]> {
  if (!address.startsWith(`/plugins/${feature}/`)) throw new Error('its address is not of this plugin');
  const [{ kit }, { judgePages }, module] = await Promise.all([
    import('./kit.ts'),
    import('./judgePages.ts'),
    loadCode(() => import(/* @vite-ignore */ address) as Promise<{ default?: unknown }>),
  ]);
  if (typeof module.default !== 'function')
    throw new Error('it exports no function (kit) => ({ pages }) by default');
  const given: unknown = await (module.default as (tools: typeof kit) => unknown)(kit);
  return judgePages(given, feature, own);
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it was not loaded within ${LIMIT_MS / 1_000} s`)), LIMIT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function textOf(error: unknown): string {
  if (error instanceof ApiError) return explain(error).what;
  return (error instanceof Error ? error.message : String(error)).slice(0, 300);
}
