import { safeLine } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';

type LogLine = Schemas['LogLine'];

/** The most that the page keeps of one log, whichever limit is reached first; the download has all of it. */
export const LINES_KEPT = 20_000;
export const CHARS_KEPT = 8_000_000;
/** The most characters of a line that a screen shows. */
export const LINE_SHOWN = 2_000;
/** How far a limit may be exceeded: the oldest lines go many at a time, not one by one. */
const SLACK = 1.05;

export interface ShownLine {
  seq: number;
  at: string;
  stream: string;
  text: string;
}

/** The last lines of one log, each once, and those of them that a search finds. */
export class LogBuffer {
  readonly #linesKept: number;
  readonly #charsKept: number;
  #lines: ShownLine[] = [];
  #found: ShownLine[] = [];
  #wanted = '';
  #chars = 0;
  #isCut = false;

  constructor(kept: { lines?: number; chars?: number } = {}) {
    this.#linesKept = kept.lines ?? LINES_KEPT;
    this.#charsKept = kept.chars ?? CHARS_KEPT;
  }

  /** How many lines are kept. */
  get size(): number {
    return this.#lines.length;
  }

  /** Number of the last line; 0: there is none. */
  get lastSeq(): number {
    return this.#lines.at(-1)?.seq ?? 0;
  }

  /** Whether the oldest lines were dropped. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** The lines that the search finds; without a search, all. The array grows in place. */
  get found(): readonly ShownLine[] {
    return this.#wanted === '' ? this.#lines : this.#found;
  }

  /** Whether these lines continue the log without a gap. */
  isNext(more: readonly LogLine[]): boolean {
    const [first] = more;
    return first === undefined || first.seq <= this.lastSeq + 1;
  }

  /** Appends what is newer than the last line. Returns how many lines were dropped from the start of `found`. */
  append(more: readonly LogLine[]): number {
    for (const { seq, at, stream, text } of more) {
      if (seq <= this.lastSeq) continue;
      const line = { seq, at, stream, text: safeLine(text, LINE_SHOWN) };
      this.#lines.push(line);
      this.#chars += line.text.length;
      if (this.#wanted !== '' && this.#fits(line)) this.#found.push(line);
    }
    const isFull = this.#lines.length > this.#linesKept * SLACK || this.#chars > this.#charsKept * SLACK;
    return isFull ? this.#forget() : 0;
  }

  search(text: string): void {
    const wanted = text.trim().toLowerCase();
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#found = wanted === '' ? [] : this.#lines.filter((line) => this.#fits(line));
  }

  #fits({ text }: ShownLine): boolean {
    return text.toLowerCase().includes(this.#wanted);
  }

  #forget(): number {
    const tooMany = this.#lines.length - this.#linesKept;
    let count = 0;
    for (; count < tooMany || this.#chars > this.#charsKept; count += 1)
      this.#chars -= this.#lines[count]?.text.length ?? 0;
    this.#lines.splice(0, count);
    this.#isCut = true;
    if (this.#wanted === '') return count;
    const firstSeq = this.#lines[0]?.seq ?? Infinity;
    const gone = this.#found.findIndex(({ seq }) => seq >= firstSeq);
    return this.#found.splice(0, gone === -1 ? this.#found.length : gone).length;
  }
}

/** What package managers write where something went wrong; a line that only counts no errors is none. */
const ERROR =
  /^\s*(E:|error:|dpkg: error|fatal:|Problem:|Traceback)|\b(failed|failure|cannot|unable to)\b|\berror(s)? (processing|while|in)\b|\breturned error\b/i;
const NO_ERROR = /\b(0|no) (errors?|failed)\b/i;
interface Looked {
  /** Number of the last line that was looked at. */
  seq: number;
  line: ShownLine | null;
}
const looked = new WeakMap<readonly ShownLine[], Looked>();

/** Whether the manager has begun another attempt here. */
export const isAttemptMark = ({ stream, text }: Pick<ShownLine, 'stream' | 'text'>): boolean =>
  stream === 'manager' && /^Attempt \d+$/.test(text);

/**
 * The first line of the last attempt that tells of an error; null: none does. Looks at each line once, even while the
 * oldest are dropped: a log at its limit drops lines all the time.
 */
export function firstError(lines: readonly ShownLine[]): ShownLine | null {
  const before = looked.get(lines);
  const isThere = before?.line && before.line.seq >= (lines[0]?.seq ?? Infinity);
  let line = isThere ? before.line : null;
  // If the line found before was dropped, the search goes on from there.
  const fromSeq = (isThere ? before?.seq : (before?.line?.seq ?? before?.seq)) ?? 0;
  for (const one of lines.slice(indexAfter(lines, fromSeq)))
    if (isAttemptMark(one)) line = null;
    else if (line === null && tellsOfError(one)) line = one;
  looked.set(lines, { seq: lines.at(-1)?.seq ?? 0, line });
  return line;
}

const tellsOfError = ({ text }: ShownLine): boolean => ERROR.test(text) && !NO_ERROR.test(text);

/** Index of the first line after this number; new lines come at the end, so the search begins there. */
function indexAfter(lines: readonly ShownLine[], seq: number): number {
  let index = lines.length;
  while (index > 0 && (lines[index - 1]?.seq ?? 0) > seq) index -= 1;
  return index;
}
