import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';

/** Longer than any line: 40 hexadecimal digits, a colon, a count, a line break. */
const LINE_BYTES = 128;
const LINE = /^([0-9A-F]{40})(?::\d+)?\r?$/i;

/**
 * Whether a file of known passwords holds this one: a line for each, its SHA-1 in hexadecimal, `:` and a count or not,
 * sorted by the hash, as the well-known collection of breached passwords is published. Some thirty reads, whatever its
 * size. Throws where it cannot be read, or is not such a file.
 */
export async function isBreached(file: string, password: string): Promise<boolean> {
  const wanted = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase();
  const handle = await open(file, 'r');
  try {
    // The line that is looked for begins at `from` or later, and before `to`.
    let [from, to] = [0, (await handle.stat()).size];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const line = await lineAfter(handle, { from, middle });
      if (line === null || line.start >= to) to = middle;
      else if (line.hash === wanted) return true;
      else if (line.hash < wanted) from = line.end;
      else to = middle;
    }
    return false;
  } finally {
    await handle.close();
  }
}

/** Throws where the file cannot be read, or does not begin like one of hashes. */
export async function requireHashes(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    if ((await lineAfter(handle, { from: 0, middle: 0 })) === null) throw notHashes(file);
  } finally {
    await handle.close();
  }
}

const notHashes = (what: string): Error =>
  new Error(
    `${what} holds no lines of 40 hexadecimal digits (SHA-1), sorted, each with :COUNT behind it or not`,
  );

interface HashLine {
  hash: string;
  start: number;
  end: number;
}

/** The first line that begins at `middle` or later; `from` is known to be the beginning of one. Null: there is none. */
async function lineAfter(
  handle: FileHandle,
  { from, middle }: { from: number; middle: number },
): Promise<HashLine | null> {
  // From the byte before, so that a line that begins at the middle is not taken for the rest of another.
  const at = middle === from ? from : middle - 1;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2 * LINE_BYTES), 0, 2 * LINE_BYTES, at);
  const text = buffer.toString('latin1', 0, bytesRead);
  const skipped = middle === from ? 0 : text.indexOf('\n') + 1;
  if (middle !== from && skipped === 0) return null;
  const rest = text.slice(skipped);
  if (rest === '') return null;
  const length = rest.indexOf('\n') === -1 ? rest.length : rest.indexOf('\n') + 1;
  const digits = LINE.exec(rest.slice(0, length).replace(/\n$/, ''))?.[1];
  if (digits === undefined) throw notHashes('The file of breached passwords');
  return { hash: digits.toUpperCase(), start: at + skipped, end: at + skipped + length };
}
