import { safeLine } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';

type LogLine = Schemas['LogLine'];

/** What the page keeps of one log, whichever is reached first; the download has all of it. */
export const LINES_KEPT = 20_000;
export const CHARS_KEPT = 8_000_000;
/** As many characters of a line as a screen is any use for. */
export const LINE_SHOWN = 2_000;
/** Beyond what is kept, so that the oldest go in one cut for many and not one by one. */
const SLACK = 1.05;

export interface ShownLine {
  seq: number;
  at: string;
  stream: string;
  text: string;
}

/** The end of one log, each line once, and of it the lines that a search finds. */
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

  /** Of the last line; 0: there is none. */
  get lastSeq(): number {
    return this.#lines.at(-1)?.seq ?? 0;
  }

  /** The oldest lines were forgotten. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** What the search finds; without one all lines. Grows in place. */
  get found(): readonly ShownLine[] {
    return this.#wanted === '' ? this.#lines : this.#found;
  }

  /** Whether these lines go on where the log ends, so that nothing is missing in between. */
  isNext(more: readonly LogLine[]): boolean {
    const [first] = more;
    return first === undefined || first.seq <= this.lastSeq + 1;
  }

  /** Appends what is newer than the last line. Returns how many rows went away at the head of `found`. */
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

/** What package managers write where something went wrong; a line that only counts errors is none. */
const ERROR =
  /^\s*(E:|error:|dpkg: error|fatal:|Problem:|Traceback)|\b(failed|failure|cannot|unable to)\b|\berror(s)? (processing|while|in)\b|\breturned error\b/i;
const NO_ERROR = /\b(0|no) (errors?|failed)\b/i;
interface Looked {
  /** Of the last line that was looked at. */
  seq: number;
  line: ShownLine | null;
}
const looked = new WeakMap<readonly ShownLine[], Looked>();

/**
 * The first line of these that tells of an error; null: none does. Each line is looked at once, also when the oldest
 * are forgotten: a log at its limit forgets all the time.
 */
export function firstError(lines: readonly ShownLine[]): ShownLine | null {
  const before = looked.get(lines);
  const isThere = before?.line && before.line.seq >= (lines[0]?.seq ?? Infinity);
  if (isThere) return before.line;
  // After one that was forgotten it is looked for from there on.
  const fromSeq = before?.line?.seq ?? before?.seq ?? 0;
  const line = lines.slice(indexAfter(lines, fromSeq)).find(tellsOfError) ?? null;
  looked.set(lines, { seq: lines.at(-1)?.seq ?? 0, line });
  return line;
}

const tellsOfError = ({ text }: ShownLine): boolean => ERROR.test(text) && !NO_ERROR.test(text);

/** The place of the first line after this one; new lines come at the end, so it is looked for from there. */
function indexAfter(lines: readonly ShownLine[], seq: number): number {
  let index = lines.length;
  while (index > 0 && (lines[index - 1]?.seq ?? 0) > seq) index -= 1;
  return index;
}
