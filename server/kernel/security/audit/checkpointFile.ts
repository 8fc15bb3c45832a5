import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { open, readFile, rename, writeFile } from 'node:fs/promises';
import canonicalize from 'canonicalize';

/** How many rows the chain had, and the hash that it ended in: a line of the file, as RFC 8785 JSON. */
export interface AuditCheckpoint {
  v: 1;
  /** The manager that signed it. */
  manager: string;
  at: string;
  rows: number;
  hash: string;
  /** Ed25519 over the RFC 8785 JSON of the other fields, base64. */
  signature: string;
}

/** Says that the database was replaced by an older copy: earlier checkpoints beyond `rows` count no more. */
interface Restart {
  v: 1;
  kind: 'restore';
  manager: string;
  at: string;
  rows: number;
  reason: string;
  signature: string;
}

/** Above this many lines only the last one of each older day is kept. */
const MAX_LINES = 20_000;
const YIELD_EVERY = 200;

export const textOf = (statement: object): string => canonicalize(statement) as string;

/** Adds a line that is on the disk when it resolves. */
export async function appendLine(file: string, line: string): Promise<void> {
  const text = await readText(file);
  // Removes the part of a line that a power cut left; nobody was ever told of it.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await replace(file, whole);
  const lines = whole.split('\n');
  if (lines.length > MAX_LINES) await replace(file, thinned(lines));
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.appendFile(`${line}\n`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** The newer half as it is; before that the last line of each day, and what says that an older copy was put back. */
export function thinned(lines: readonly string[]): string {
  const newer = Math.floor(lines.length / 2);
  const kept = new Map<string, string>();
  for (const line of lines.slice(0, newer)) {
    const key = line.includes('"kind":"restore"') ? line : (/"at":"([^T"]*)/.exec(line)?.[1] ?? '');
    // In the order of the lines that stay: a checkpoint after a restore stays behind it.
    kept.delete(key);
    kept.set(key, line);
  }
  return [...kept.values(), ...lines.slice(newer)].join('\n');
}

async function replace(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}

/** The checkpoints that count, oldest first; `invalid` counts lines that were not signed with this key. */
export async function readSigned(
  file: string,
  key: KeyObject,
): Promise<{ checkpoints: AuditCheckpoint[]; invalid: number }> {
  const lines = (await readText(file)).split('\n').slice(0, -1);
  const publicKey = createPublicKey(key);
  let checkpoints: AuditCheckpoint[] = [];
  let invalid = 0;
  for (const [index, line] of lines.entries()) {
    // Twenty thousand signatures take a second, in which everybody else would wait.
    if (index % YIELD_EVERY === YIELD_EVERY - 1) await new Promise((resolve) => setImmediate(resolve));
    const checkpoint = signedBy(publicKey, line);
    const restart = checkpoint ? null : restartIn(publicKey, line);
    if (checkpoint) checkpoints.push(checkpoint);
    else if (restart) checkpoints = checkpoints.filter(({ rows }) => rows <= restart.rows);
    else invalid += 1;
  }
  return { checkpoints, invalid };
}

function restartIn(publicKey: KeyObject, line: string): Restart | null {
  try {
    const statement = JSON.parse(line) as Restart;
    if (statement.kind !== 'restore' || !Number.isSafeInteger(statement.rows)) return null;
    return isSignedBy(publicKey, statement) ? statement : null;
  } catch {
    return null;
  }
}

/** The checkpoint that a line holds; null where it is none, or was signed with another key. */
export function signedBy(publicKey: KeyObject, line: string): AuditCheckpoint | null {
  try {
    const statement = JSON.parse(line) as AuditCheckpoint;
    // Other statements of the same key are no checkpoints: they have a `kind`.
    if (!Number.isSafeInteger(statement.rows) || 'kind' in statement) return null;
    return isSignedBy(publicKey, statement) ? statement : null;
  } catch {
    return null;
  }
}

/** Whether this key has signed a statement, by its `signature`. */
export function isSignedBy(publicKey: KeyObject, { signature, ...content }: { signature: string }): boolean {
  return verify(null, Buffer.from(textOf(content)), publicKey, Buffer.from(signature, 'base64'));
}
