import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import canonicalize from 'canonicalize';
import type { Logger } from 'pino';
import { appendLine, readSigned, textOf, type AuditCheckpoint } from './checkpointFile.ts';
import type { AuditHead } from './rows.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { isMissing, writeNewPrivateFile } from '../../privateFile.ts';
import type { Secrets } from '../secrets.ts';
import type { RunTx } from '../../db/tx.ts';

export interface AuditCheckpoints {
  /** Counts rows that were committed here: 100 make a checkpoint at once, fewer make one within a minute. */
  note(rows: number): void;
  /** Writes a checkpoint now, if the chain has grown since the last. */
  write(): Promise<void>;
  /**
   * Checkpoints of this manager that count, oldest first: after a restore, none from before it beyond what it kept.
   * `invalid` counts lines that it did not sign.
   */
  read(): Promise<{ checkpoints: AuditCheckpoint[]; invalid: number }>;
  /**
   * Adds the signed statement that the database was replaced by an older copy, and that earlier checkpoints hold only up
   * to row `rows`. No manager may be running on this data directory.
   */
  begin(restore: { rows: number; reason: string }): Promise<void>;
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
    async begin({ rows, reason }) {
      const at = clock.now().toISOString();
      const content = { v: 1 as const, kind: 'restore' as const, manager: instanceId, at, rows, reason };
      await appendLine(file, canonicalize({ ...content, signature: signed(content) }) as string);
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
  if (isMissing(file)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    writeNewPrivateFile(file, `${secrets.seal(pem, PURPOSE)}\n`);
  }
  return createPrivateKey(secrets.open(readFileSync(file, 'utf8').trim(), PURPOSE));
}
