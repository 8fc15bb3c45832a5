import { search } from '#sdk';
import { namesInView } from '../index/search.ts';
import { hostsInView, type Reads } from './read.ts';

/** Finds installed packages by name. */
export const packageSearch = (reads: Reads): search.Source => ({
  kind: 'package',
  permission: 'hosts:read',
  async find({ text, limit, scope }) {
    const inView = await hostsInView(reads, scope);
    const names = namesInView(reads.index, inView, { text, most: search.MOST_COUNTED + 1 });
    return {
      items: search
        .bestFirst(names, text, (name) => name)
        .slice(0, limit)
        .map((name) => ({
          id: name,
          name,
          about: '',
          pagePath: `/packages/hosts?name=${encodeURIComponent(name)}`,
        })),
      total: names.length,
    };
  },
});
