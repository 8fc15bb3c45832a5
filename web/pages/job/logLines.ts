import { safeLine } from '../../safeText.ts';
import type { Schemas } from '../../schema.ts';

type LogLine = Schemas['LogLine'];

/** What the page keeps of one log; the download has all of it. */
export const LINES_KEPT = 20_000;

export interface ShownLine {
  seq: number;
  at: string;
  stream: string;
  text: string;
}

/** Appends what is newer than the last line, each line once, and forgets the oldest beyond what is kept. */
export function appendLines(
  lines: readonly ShownLine[],
  more: readonly LogLine[],
  kept = LINES_KEPT,
): ShownLine[] {
  const last = lines.at(-1)?.seq ?? 0;
  const fresh = more.filter(({ seq }) => seq > last);
  const shown = fresh.map(({ seq, at, stream, text }) => ({ seq, at, stream, text: safeLine(text, 2_000) }));
  return [...lines, ...shown].slice(-kept);
}

/** Whether these lines go on where the log ends, so that nothing is missing in between. */
export function isNext(lines: readonly ShownLine[], more: readonly LogLine[]): boolean {
  const [first] = more;
  return first === undefined || first.seq <= (lines.at(-1)?.seq ?? 0) + 1;
}

export function searchLines(lines: readonly ShownLine[], text: string): readonly ShownLine[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? lines : lines.filter((line) => line.text.toLowerCase().includes(wanted));
}
