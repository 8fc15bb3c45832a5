import { mappings } from './sourceMap.ts';
import type { SourceMapData } from './sourceMap.ts';

/** What V8 tells of one script: how often each range ran. An inner range overrules the one around it. */
export type ScriptCoverage = {
  url: string;
  functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[];
};

/** A file that Node writes at the end of a process whose environment has NODE_V8_COVERAGE. */
export type CoverageReport = {
  result: ScriptCoverage[];
  /** Of scripts that name a source map. */
  'source-map-cache'?: Record<string, { lineLengths: number[]; data: SourceMapData | null }>;
};

/**
 * The lines of a source, from 1, of which some process executed something. Types are replaced by blanks before Node runs
 * a source, so V8's offsets are those of the file.
 */
export function executedLines(text: string, script: ScriptCoverage): number[] {
  const executed = executedOffsets(script, text.length);
  const lines: number[] = [];
  let offset = 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (isAnyExecuted(line, executed.subarray(offset, offset + line.length))) lines.push(index + 1);
    offset += line.length + 1;
  }
  return lines;
}

/** V8 ends a range that did not run before the `;` or `:` behind it, so those say nothing. */
const telling = /[^\s;:,.(){}[\]]/;

function isAnyExecuted(line: string, executed: Uint8Array): boolean {
  for (let at = executed.indexOf(1); at >= 0; at = executed.indexOf(1, at + 1))
    if (telling.test(line[at] ?? '')) return true;
  return false;
}

/** For each character whether it ran. */
function executedOffsets({ functions }: ScriptCoverage, length: number): Uint8Array {
  const executed = new Uint8Array(length);
  const ranges = functions.flatMap((one) => one.ranges);
  const outerFirst = ranges.toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of outerFirst)
    executed.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return executed;
}

/** The executed lines of the sources of a bundled script: source, as its map names it, to lines. */
export function executedInBundle(
  script: ScriptCoverage,
  { lineLengths, data }: BundleMap,
): Map<string, number[]> {
  const starts: number[] = [];
  let length = 0;
  for (const lineLength of lineLengths) {
    starts.push(length);
    length += lineLength + 1;
  }
  const executed = executedOffsets(script, length);
  const found = new Map<string, Set<number>>();
  for (const { line, column, source, sourceLine } of mappings(data)) {
    if (executed[(starts[line] ?? length) + column] !== 1) continue;
    const lines = found.get(source) ?? new Set();
    found.set(source, lines.add(sourceLine));
  }
  return new Map([...found].map(([source, lines]) => [source, [...lines].sort((a, b) => a - b)]));
}

type BundleMap = { lineLengths: number[]; data: SourceMapData };
