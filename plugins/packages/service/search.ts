import { type HostScope, search } from '#sdk';
import { namesInView } from '../index/search.ts';
import { hostsInView, type Reads } from './read.ts';

export interface NamesQuestion {
  text: string;
  limit: number;
  scope: HostScope;
}

/** Names of installed packages with the text, the best first, and how many there are, counted up to `MOST_COUNTED`. */
export async function findNames(
  reads: Reads,
  { text, limit, scope }: NamesQuestion,
): Promise<{ names: string[]; total: number }> {
  const inView = await hostsInView(reads, scope);
  const names = namesInView(reads.index, inView, { text, most: search.MOST_COUNTED + 1 });
  return { names: search.bestFirst(names, text, (name) => name).slice(0, limit), total: names.length };
}

/** Finds installed packages by name. */
export const packageSearch = (
  ask: (asked: NamesQuestion, signal: AbortSignal) => ReturnType<typeof findNames>,
): search.Source => ({
  kind: 'package',
  permission: 'hosts:read',
  async find({ text, limit, scope }, signal) {
    const { names, total } = await ask({ text, limit, scope }, signal);
    return {
      items: names.map((name) => ({
        id: name,
        name,
        about: '',
        pagePath: `/packages/hosts?name=${encodeURIComponent(name)}`,
      })),
      total,
    };
  },
});
