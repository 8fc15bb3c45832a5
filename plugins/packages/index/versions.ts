import { VERSION, rowsOf } from './segment.ts';

/** The versions of a name in a segment's columns: from `from` to before `to`. */
export interface Span {
  columns: Int32Array;
  from: number;
  to: number;
}

export function spanAt(columns: Int32Array, starts: Int32Array, nth: number): Span {
  const versions = VERSION * rowsOf(columns);
  return { columns, from: versions + (starts[nth] ?? 0), to: versions + (starts[nth + 1] ?? 0) };
}

/** Indexes of the names whose versions differ between the columns of two segments of one shape. */
export function placesUnlike(here: Int32Array, there: Int32Array, starts: Int32Array): number[] {
  const places: number[] = [];
  const rows = rowsOf(here);
  const versions = VERSION * rows;
  let nth = 0;
  for (let row = 0; row < rows; row++) {
    if (here[versions + row] === there[versions + row]) continue;
    while ((starts[nth + 1] ?? rows) <= row) nth++;
    if (places.at(-1) !== nth && !isSameSet(spanAt(here, starts, nth), spanAt(there, starts, nth)))
      places.push(nth);
  }
  return places;
}

/** Whether both hold the same versions, in any order and number: the same version of several architectures is one. */
export const isSameSet = (a: Span, b: Span): boolean => areAllIn(a, b) && areAllIn(b, a);

function areAllIn(a: Span, b: Span): boolean {
  for (let at = a.from; at < a.to; at++) if (!isIn(a.columns[at], b)) return false;
  return true;
}

function isIn(version: number | undefined, { columns, from, to }: Span): boolean {
  for (let at = from; at < to; at++) if (columns[at] === version) return true;
  return false;
}
