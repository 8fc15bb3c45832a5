/**
 * A list of lines on disk, each `name TAB ...`, sorted by name. A few names out of sixty thousand are found by binary
 * search, and the list need not stay in memory.
 */
import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { writeAtomic } from '#agent/files/atomic.ts';

/**
 * Raised with every change of the form of a list or of its lines: lists of other versions of the agent are made
 * again.
 */
const formatVersion = 1;
const title = `fleetmend-list ${formatVersion}`;
const [tab, newline] = [0x09, 0x0a];
const maxHeaderBytes = 200;

export class SortedList {
  readonly #body: Buffer;

  private constructor(body: Buffer) {
    this.#body = body;
  }

  /** Makes a list. Each line begins with a name and a tab and contains no line break. */
  static of(lines: Iterable<string>): SortedList {
    const sorted = Array.from(lines, (line) => Buffer.from(`${line}\n`)).toSorted(Buffer.compare);
    return new SortedList(Buffer.concat(sorted));
  }

  /** The lines of this name, sorted. */
  linesOf(name: string): string[] {
    const wanted = Buffer.from(`${name}\t`);
    const lines: string[] = [];
    for (let at = this.#firstFrom(wanted); at < this.#body.length; at = this.#endOf(at) + 1) {
      if (!this.#body.subarray(at, at + wanted.length).equals(wanted)) break;
      lines.push(this.#body.toString('utf8', at, this.#endOf(at)));
    }
    return lines;
  }

  /** The file's contents. Its first line holds what the list was made from (`mark`), its length and its checksum. */
  toFile(mark: string): Buffer {
    const body = this.#body;
    return Buffer.concat([Buffer.from(`${title} ${mark} ${body.length} ${crc32(body)}\n`), body]);
  }

  /** null unless the file is a complete list of this version made from this `mark`. */
  static fromFile(file: Buffer, mark: string): SortedList | null {
    const end = file.subarray(0, maxHeaderBytes).indexOf(newline);
    if (end < 0) return null;
    const body = file.subarray(end + 1);
    const wanted = `${title} ${mark} ${body.length} ${crc32(body)}`;
    return file.toString('utf8', 0, end) === wanted ? new SortedList(body) : null;
  }

  /** Where the first line begins that is not below `wanted`. */
  #firstFrom(wanted: Buffer): number {
    let [low, high] = [0, this.#body.length];
    while (low < high) {
      const start = this.#startOf((low + high) >> 1);
      const name = this.#body.subarray(start, this.#body.indexOf(tab, start) + 1);
      if (name.compare(wanted) < 0) low = this.#endOf(start) + 1;
      else high = start;
    }
    return low;
  }

  #startOf(at: number): number {
    return at === 0 ? 0 : this.#body.lastIndexOf(newline, at - 1) + 1;
  }

  #endOf(start: number): number {
    const end = this.#body.indexOf(newline, start);
    return end < 0 ? this.#body.length : end;
  }
}

/** The list in a file; null when there is none, when it was made from another state, or when it is not complete. */
export async function readSortedList(file: string, mark: string): Promise<SortedList | null> {
  const found = await readFile(file).catch(() => null);
  return found && SortedList.fromFile(found, mark);
}

/** Replaces the file whole, or leaves it as it is and throws. */
export function writeSortedList(file: string, mark: string, list: SortedList): Promise<void> {
  return writeAtomic(file, list.toFile(mark));
}
