import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  closeSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import type { Context } from '../boot/feature.ts';
import { ReadFailed } from '../db/reading/types.ts';
import { syncDirectory } from '../privateFile.ts';
import { keyFileOf } from '../security/secrets.ts';
import { managerVersion } from '../version.ts';
import {
  BackupUnreadable,
  entriesOf,
  isRow,
  type Counted,
  type FileLine,
  type Header,
  type OnReading,
} from './lines.ts';
import { unseal, withCheckKey, type Opener, type SealedFor } from './sealed.ts';
import type { BackupInput, BackupPiece } from './task.ts';

const TASK = new URL('./task.ts', import.meta.url);
/** A database of gigabytes takes minutes. */
const TIMEOUT_MS = 6 * 3_600_000;

export type BackupParts = Pick<Context, 'config' | 'reading' | 'clock' | 'instanceId'>;

export interface BackupOptions {
  to: SealedFor;
  /** Told now and then while it is written. */
  onProgress?(counted: Counted, bytes: number): void;
  /** While it is read once more. */
  onReading?: OnReading;
  /** Ends it early; nothing of it stays then. */
  signal?: AbortSignal;
}

/** What a backup holds, and the size of its file. */
export interface Made extends Counted {
  bytes: number;
}

/**
 * Writes a backup of the whole manager to the file, which must not be there yet: whole, on the disk, and read once more
 * from it, or not at all. Managers may be at work on the database. Throws BackupUnreadable, and what the system says of
 * the file.
 */
export async function backUpTo(file: string, parts: BackupParts, options: BackupOptions): Promise<Made> {
  if (existsSync(file)) throw new BackupUnreadable(`${file} already exists: choose another name`);
  const { to, opener } =
    'passphrase' in options.to
      ? { to: options.to, opener: options.to }
      : await withCheckKey(options.to.recipients);
  const unfinished = `${file}.${process.pid}.part`;
  try {
    const out = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 });
    await once(out, 'open');
    const made = await backUpInto(out, parts, { ...options, to });
    sync(unfinished);
    const { counted } = await checkBackup(unfinished, opener, options);
    if (counted.rows !== made.rows)
      throw new BackupUnreadable(`${file} does not have the rows that were written`);
    renameSync(unfinished, file);
    syncDirectory(dirname(file));
    return made;
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Writes a backup into the stream and ends it. */
export async function backUpInto(
  out: Writable,
  { config, reading, clock, instanceId }: BackupParts,
  { to, onProgress, signal }: BackupOptions,
): Promise<Made> {
  const keyFile = keyFileOf(config.dataDir);
  const input: BackupInput = {
    to,
    dataDir: config.dataDir,
    header: {
      fleetmend_backup: 1,
      version: managerVersion(),
      made_at: clock.now().toISOString(),
      instance_id: instanceId,
      plugins: config.plugins,
    },
    files: [
      { file: 'secret.key', text: config.secretKey ?? readFileSync(keyFile, 'utf8') },
      { file: 'instance.id', text: `${instanceId}\n` },
      ...(config.file === null ? [] : [{ file: 'manager.toml', text: readFileSync(config.file, 'utf8') }]),
    ],
  };
  let bytes = 0;
  let counted: Counted = { tables: 0, rows: 0, files: 0 };
  const failed = new Promise<never>((_resolve, reject) => out.once('error', reject));
  failed.catch(() => undefined);
  const pieces = reading.run<BackupPiece>(TASK, input, { timeoutMs: TIMEOUT_MS });
  try {
    for await (const piece of pieces) {
      signal?.throwIfAborted();
      ({ counted } = piece);
      bytes += piece.bytes.length;
      if (!out.write(piece.bytes)) await Promise.race([once(out, 'drain'), failed]);
      onProgress?.(counted, bytes);
    }
    out.end();
    await Promise.race([once(out, 'finish'), failed]);
  } catch (error) {
    throw error instanceof ReadFailed && error.reason === 'FAILED'
      ? new BackupUnreadable(`the backup could not be made: ${error.message}`, { cause: error })
      : error;
  }
  return { ...counted, bytes };
}

export interface Checked {
  header: Header;
  counted: Counted;
  files: readonly FileLine[];
}

/** Reads a whole backup: who opens it, that nothing of it was changed or lost, and what it holds. Throws BackupUnreadable. */
export async function checkBackup(
  file: string,
  by: Opener,
  { signal, onReading }: Pick<BackupOptions, 'signal' | 'onReading'> = {},
): Promise<Checked> {
  let header: Header | null = null;
  const files: FileLine[] = [];
  const counted = { tables: 0, rows: 0, files: 0 };
  for await (const entry of entriesOf(unseal(file, by, (share) => onReading?.(counted.rows, share)))) {
    signal?.throwIfAborted();
    if (isRow(entry)) counted.rows += 1;
    else if ('file' in entry) counted.files = files.push(entry);
    else if ('table' in entry) counted.tables += 1;
    else header = entry;
  }
  if (header === null) throw new BackupUnreadable(`${file} is empty`);
  return { header, counted, files };
}

function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
