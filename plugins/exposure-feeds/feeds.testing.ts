/** The plugin as the manager loads it, and its readers with the entries that the exposure makes of theirs. */
import * as kit from '../../sdk/index.ts';
import type { AffectedCounts, Entries, FileFacts } from '../exposure/api.ts';
import { GatheredEntries } from '../exposure/domain/entries.ts';
import makePlugin from './plugin.ts';
import type { FileReader } from './reader.ts';

export const feedsPlugin = makePlugin(kit);

export interface ReadText extends Pick<FileFacts, 'version' | 'sourceDate'> {
  rows: number;
  affected: AffectedCounts | null;
  /** The entries of each block. */
  said: ReadonlyMap<string, unknown>;
}

/** Reads a whole file in pieces of so many characters. */
export function readText(
  create: (into: Entries, tools: typeof kit) => FileReader,
  text: string,
  size = 1_000_000,
): ReadText {
  const into = new GatheredEntries();
  const reader = create(into, kit);
  for (let at = 0; at < text.length; at += size) reader.take(text.slice(at, at + size));
  const facts = reader.end();
  const written = [...into.written(['cves', 'packages'])];
  return {
    version: facts.version,
    sourceDate: facts.sourceDate,
    rows: into.rows,
    affected: into.affectedCounts(facts),
    said: new Map(written.map(([block, entries]) => [block, JSON.parse(entries) as unknown])),
  };
}
