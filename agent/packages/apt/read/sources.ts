import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { JobFailure } from '../../backend.ts';
import type { SourceRecord } from '../../shared/sources/records.ts';
import type { SourceResult } from '../../shared/sources/state.ts';
import { classify } from '../classify.ts';
import { lastErrors } from '../lastErrors.ts';
import { query } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

export const listsFolder = '/var/lib/apt/lists';

/** One Release file of the host's sources: it is signed, expires and fails as a whole. */
export interface AptSource {
  /** As apt itself names it: address and suite, without a password. */
  name: string;
  /** What the names of its files in the lists' folder begin with. */
  lists: string;
  /** How apt's messages name this source or one of its files. */
  marks: string[];
}

/** Parses `apt-get update --print-uris`: a line for each file, the Release files first. */
export function parseSources(output: string): AptSource[] {
  const sources = new Map<string, AptSource>();
  for (const line of output.split('\n')) {
    const [, uri = '', lists] = /^'([^']+)\/InRelease' (\S*)InRelease \d/.exec(line) ?? [];
    if (lists === undefined) continue;
    const shown = uri.replace(/^([\w+.-]+:\/\/)[^/@]*@/, '$1');
    const at = shown.lastIndexOf('/dists/');
    // `deb http://example.org/repo ./` has no suite: its last folder is used instead.
    const [site, suite] =
      at >= 0
        ? [shown.slice(0, at), shown.slice(at + '/dists/'.length)]
        : [shown.slice(0, shown.lastIndexOf('/')), `${shown.slice(shown.lastIndexOf('/') + 1)}/`];
    const name = `${site} ${suite}`;
    sources.set(name, { name, lists, marks: [`${name} `, `${name}/`, `${shown}/`] });
  }
  return [...sources.values()];
}

export async function readSources(context: AptContext): Promise<AptSource[]> {
  const { stdout } = await query(context, ['apt-get', 'update', '--print-uris']);
  return parseSources(stdout);
}

/**
 * What `apt-get update` said of each source, from the lines that name it; a line that begins with a space continues
 * the one before. A warning that a source lacks a component or architecture is no failure.
 */
export function judgeUpdate(output: string, sources: readonly AptSource[]): SourceResult[] {
  const blocks = output.replace(/\r\n?/g, '\n').split(/\n(?! )/);
  const telling = blocks.filter(
    (block) => /^(?:Err:|E: |W: )/.test(block) && !/^W: Skipping acquire|^W: Target /.test(block),
  );
  return sources.map(({ name, lists, marks }) => {
    const own = telling.filter((block) => marks.some((mark) => block.includes(mark)) && isFailure(block));
    return { name, lists, failure: own.length === 0 ? null : failureOf(own) };
  });
}

/** Some of apt's warnings concern no missing list: weak keys, sources that are named twice. */
const isFailure = (block: string) =>
  !block.startsWith('W: ') ||
  /^W: (?:Failed to fetch|Some index files|An error occurred|GPG error|OpenPGP signature verification failed|Problem|The repository )/.test(
    block,
  );

function failureOf(blocks: readonly string[]): JobFailure {
  const text = blocks.join('\n');
  const answer = /^Err:\d+ [^\n]*\n {2}(\S[^\n]*)/m.exec(text)?.[1];
  const known = classify(text);
  if (known) return known;
  const why = answer?.replace(/\s+/g, ' ') ?? lastErrors(text);
  return { code: 'FETCH_FAILED', message: why };
}

/**
 * Whether the Release file is there and still valid; reads files only. apt itself checks that only when it refreshes.
 */
export async function hasValidList({ lists }: Pick<SourceRecord, 'lists'>, now: Date): Promise<boolean> {
  for (const kind of ['InRelease', 'Release']) {
    const text = await readFile(path.join(listsFolder, `${lists}${kind}`), 'utf8').catch(() => null);
    if (text === null) continue;
    const until = /^Valid-Until: *(.+)$/m.exec(text)?.[1];
    return until === undefined || Date.parse(until) > now.getTime();
  }
  return false;
}
