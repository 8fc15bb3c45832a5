/** The fields of a source map (ECMA-426) that are needed here. */
export type SourceMapData = { sources: string[]; mappings: string };
/** Where something in a generated file comes from. `line` and `column` count from 0, `sourceLine` from 1. */
export type Mapping = { line: number; column: number; source: string; sourceLine: number };

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Reads all mappings; Node's own class answers only for one position at a time. */
export function mappings(data: SourceMapData): Mapping[] {
  const found: Mapping[] = [];
  let source = 0;
  let sourceLine = 0;
  for (const [line, segments] of data.mappings.split(';').entries()) {
    let column = 0;
    for (const segment of segments.split(',')) {
      // A segment of one number comes from no source.
      const [columnStep, sourceStep, lineStep] = numbers(segment);
      column += columnStep ?? 0;
      if (sourceStep === undefined || lineStep === undefined) continue;
      source += sourceStep;
      sourceLine += lineStep;
      found.push({ line, column, source: data.sources[source] ?? '', sourceLine: sourceLine + 1 });
    }
  }
  return found;
}

/** Base 64 VLQ: five bits a digit, the lowest first, the sixth says that more follow; the lowest bit of all is the sign. */
function numbers(segment: string): number[] {
  const found: number[] = [];
  let value = 0;
  let shift = 0;
  for (const digit of segment) {
    const bits = digits.indexOf(digit);
    value += (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    found.push(value & 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return found;
}
