import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import canonicalize from 'canonicalize';
import type { Logger } from 'pino';
import type { AuditHead } from './rows.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { Secrets } from '../secrets.ts';
import type { RunTx } from '../../db/tx.ts';

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

export interface AuditCheckpoints {
  /** Counts rows that were committed here: 100 make a checkpoint at once, fewer make one within a minute. */
  note(rows: number): void;
  /** Writes a checkpoint now, if the chain has grown since the last. */
  write(): Promise<void>;
  /** Checkpoints of this manager, oldest first; `invalid` counts lines that it did not sign. */
  read(): Promise<{ checkpoints: AuditCheckpoint[]; invalid: number }>;
  /** The public half of the signing key, for checks away from the manager. */
  publicKey(): PublicKey;
  /** Signs a statement: Ed25519 over its RFC 8785 JSON, base64. Statements other than checkpoints name their `kind`. */
  sign(statement: object): string;
  /** Number of rows in this manager's last checkpoint, by the database; 0: there is none. */
  lastRows(): Promise<number>;
  start(): void;
  /**
   * Signs what is not signed yet. Not where `start` was not called: the boot may have failed because of the secret key,
   * and a signing key that is made then would be sealed with the wrong one. The next start covers the rows.
   */
  stop(): Promise<void>;
}

export interface PublicKey {
  /** SPKI. */
  pem: string;
  /** SHA-256 of the key's DER, in lower-case hex. */
  id: string;
}

export interface CheckpointParts {
  dataDir: string;
  secrets: Secrets;
  db: Database;
  runTx: RunTx;
  clock: Clock;
  log: Logger;
  instanceId: string;
}

/** File of the key in the data directory; made with the first checkpoint. */
export const CHECKPOINT_KEY_FILE = 'audit-checkpoints.key';
const EVERY_MS = 60_000;
const EVERY_ROWS = 100;
/** Above this many lines only the last one of each older day is kept. */
const MAX_LINES = 20_000;
const YIELD_EVERY = 200;
const PURPOSE = 'audit checkpoints';

/**
 * Signed statements of where the audit chain ends, outside the database: whoever can write the database can compute its
 * hashes anew, but forge neither this file nor its signatures. Each manager has its own file and key.
 */
export function createCheckpoints(parts: CheckpointParts): AuditCheckpoints {
  const { db, clock, log, instanceId } = parts;
  const file = join(parts.dataDir, 'audit-checkpoints.jsonl');
  let key: KeyObject | null = null;
  let noted = 0;
  let lastRows = -1;
  let due: ReturnType<Clock['setTimeout']> | null = null;
  let started = false;
  let stopped = false;
  let writing: Promise<void> = Promise.resolve();
  const keyOf = (): KeyObject => (key ??= loadKey(parts));
  const signed = (statement: object): string =>
    sign(null, Buffer.from(textOf(statement)), keyOf()).toString('base64');

  async function append(): Promise<void> {
    noted = 0;
    const at = clock.now();
    const head = await readHead(parts, at, lastRows);
    if (!head) return;
    const content = { v: 1 as const, manager: instanceId, at: at.toISOString(), ...head };
    const signature = signed(content);
    await appendLine(file, canonicalize({ ...content, signature }) as string);
    lastRows = head.rows;
  }

  const write = (): Promise<void> => {
    due?.clear();
    due = null;
    return (writing = writing.then(append).catch((error: unknown) => {
      log.error({ error }, 'the audit checkpoint could not be written');
      writeSoon();
    }));
  };

  /** Signs within a minute. There is no timer while there is nothing to sign. */
  function writeSoon(): void {
    if (!stopped) due ??= clock.setTimeout(() => void write(), EVERY_MS);
  }

  return {
    note(rows) {
      noted += rows;
      if (noted >= EVERY_ROWS) void write();
      else writeSoon();
    },
    write,
    async read() {
      // The database is told of a checkpoint before the file: one that is being written is waited for.
      await writing;
      return readSigned(file, keyOf());
    },
    publicKey: () => publicKeyOf(createPublicKey(keyOf())),
    sign: signed,
    async lastRows() {
      const row = await db
        .reader<{ row_count: number | string }>('kernel_audit_checkpoints')
        .where('manager_id', instanceId)
        .first();
      return Number(row?.row_count ?? 0);
    },
    // Covers rows that a manager had committed and not signed when it was killed.
    start() {
      started = true;
      writeSoon();
    },
    async stop() {
      stopped = true;
      due?.clear();
      if (started) await write();
    },
  };
}

/**
 * The head, once it is as durable as its signed checkpoint will be: a commit of MariaDB is visible a moment before it
 * is on the disk, and SQLite syncs with the next durable commit. So the head's number is committed first. Null while
 * there is nothing beyond `lastRows`.
 */
async function readHead(
  { db, runTx, instanceId }: CheckpointParts,
  at: Date,
  lastRows: number,
): Promise<{ rows: number; hash: string } | null> {
  const head = await db.knex<AuditHead>('kernel_audit_head').where('id', 1).first();
  const rows = Number(head?.row_id ?? 0);
  if (!head || rows === 0 || rows === lastRows) return null;
  await runTx(
    async ({ knex }) =>
      void (await knex('kernel_audit_checkpoints')
        .insert({ manager_id: instanceId, row_count: rows, at })
        .onConflict('manager_id')
        .merge()),
    { name: 'audit.checkpoint' },
  );
  return { rows, hash: head.hash };
}

const textOf = (statement: object): string => canonicalize(statement) as string;

export function publicKeyOf(key: KeyObject): PublicKey {
  const der = key.export({ type: 'spki', format: 'der' });
  return {
    pem: key.export({ type: 'spki', format: 'pem' }).toString(),
    id: createHash('sha256').update(der).digest('hex'),
  };
}

/** The key is sealed like the manager's other keys, and kept beside the checkpoints. */
function loadKey({ dataDir, secrets }: CheckpointParts): KeyObject {
  const file = join(dataDir, CHECKPOINT_KEY_FILE);
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    writeFileSync(file, `${secrets.seal(pem, PURPOSE)}\n`, { mode: 0o600, flag: 'wx' });
  }
  return createPrivateKey(secrets.open(readFileSync(file, 'utf8').trim(), PURPOSE));
}

async function appendLine(file: string, line: string): Promise<void> {
  const text = await readText(file);
  // Removes the part of a line that a power cut left; nobody was ever told of it.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await replace(file, whole);
  const lines = whole.split('\n');
  if (lines.length > MAX_LINES) await replace(file, thinned(lines));
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.write(`${line}\n`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** The newer half as it is, and the last line of each day before that. */
function thinned(lines: readonly string[]): string {
  const newer = Math.floor(lines.length / 2);
  const days = new Map(lines.slice(0, newer).map((line) => [/"at":"([^T"]*)/.exec(line)?.[1], line]));
  return [...days.values(), ...lines.slice(newer)].join('\n');
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

async function readSigned(
  file: string,
  key: KeyObject,
): Promise<{ checkpoints: AuditCheckpoint[]; invalid: number }> {
  const lines = (await readText(file)).split('\n').slice(0, -1);
  const publicKey = createPublicKey(key);
  const checkpoints: AuditCheckpoint[] = [];
  for (const [index, line] of lines.entries()) {
    // Twenty thousand signatures take a second, in which everybody else would wait.
    if (index % YIELD_EVERY === YIELD_EVERY - 1) await new Promise((resolve) => setImmediate(resolve));
    const checkpoint = signedBy(publicKey, line);
    if (checkpoint) checkpoints.push(checkpoint);
  }
  return { checkpoints, invalid: lines.length - checkpoints.length };
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
