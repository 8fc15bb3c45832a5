import { createPublicKey, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isSignedBy, signedBy, type AuditCheckpoint } from '../checkpointFile.ts';
import { publicKeyOf } from '../checkpoints.ts';
import { FileChain } from './chain.ts';
import {
  HEAD_END,
  MAX_FILE_ERRORS,
  ROWS_LINE,
  SEAL_START,
  type ExportHead,
  type ExportSeal,
  type FileError,
  type FileFault,
} from './types.ts';

export interface FileReport {
  /** `unverifiable`: every row fits its own hash, but nothing tells which rows filters left out. */
  verdict: 'intact' | 'damaged' | 'unverifiable';
  rowsChecked: number;
  fromRow: number | null;
  toRow: number | null;
  /**
   * Rows up to this one are held by a checkpoint that was signed at their time; newer ones by what the manager signed
   * when it made the file. Null: no checkpoint lies in it.
   */
  coveredRow: number | null;
  exportedAt: string;
  /** The first 1,000, in the order of the file. */
  errors: readonly FileError[];
}

/** The file is no export at all, or not laid out as one. */
export class NoExport extends Error {}

/**
 * Checks an export against the public key of the manager that made it, and nothing else: each row with its hash, the
 * chain from row to row, every checkpoint, and both ends. Line by line, so that memory does not grow with the file.
 * Throws NoExport.
 */
export async function verifyExport(file: string, publicKeyPem: string): Promise<FileReport> {
  const reading = new FileReading(publicKeyPem);
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  for await (const line of lines) reading.next(line);
  return reading.report();
}

class FileReading {
  readonly #key: KeyObject;
  readonly #errors: FileError[] = [];
  readonly #signed = new Map<number, AuditCheckpoint>();
  #line = 0;
  #part: 'head' | 'checkpoints' | 'rows' | 'end' = 'head';
  #head: ExportHead | null = null;
  #chain: FileChain | null = null;
  #checkpoints = 0;
  /** False where the head names another key: then no signature can be valid. */
  #isOwnKey = true;
  #newestSigned = 0;

  constructor(publicKeyPem: string) {
    this.#key = createPublicKey(publicKeyPem);
  }

  next(line: string): void {
    this.#line++;
    if (line === '') return;
    if (this.#part === 'head') return this.#readHead(line);
    if (this.#part === 'checkpoints')
      return line === ROWS_LINE ? this.#beginRows() : this.#readCheckpoint(line);
    if (this.#part === 'end') return this.#tell('unreadable', null, 'something stands behind the end');
    if (line.startsWith(SEAL_START)) return this.#readSeal(line);
    this.#chain?.next(line.replace(/,$/, ''));
  }

  report(): FileReport {
    const head = this.#head;
    if (!head) throw new NoExport('The file is empty.');
    const chain = this.#chain;
    if (this.#part !== 'end')
      this.#tell('cut', null, `the file has no end; it was cut behind row ${chain?.last?.id ?? 'none'}`);
    const isDamaged = this.#errors.some(({ fault }) => fault !== 'unverifiable');
    return {
      verdict: isDamaged ? 'damaged' : head.verifiable ? 'intact' : 'unverifiable',
      rowsChecked: chain?.rows ?? 0,
      fromRow: chain?.first?.id ?? null,
      toRow: chain?.last?.id ?? null,
      coveredRow: this.#newestSigned === 0 ? null : this.#newestSigned,
      exportedAt: head.exported_at,
      errors: this.#errors,
    };
  }

  #tell(fault: FileFault, rowId: number | null, message: string): void {
    if (this.#errors.length < MAX_FILE_ERRORS) this.#errors.push({ line: this.#line, rowId, fault, message });
  }

  #readHead(line: string): void {
    const head = line.endsWith(HEAD_END) ? parsed<ExportHead>(`${line.slice(0, -HEAD_END.length)}}`) : null;
    if (head?.kind !== 'audit-export' || head.v !== 1)
      throw new NoExport(
        'The file is no JSON export of the audit log, or another program has reformatted it.',
      );
    this.#head = head;
    this.#part = 'checkpoints';
    if (!head.verifiable)
      this.#tell('unverifiable', null, 'the export is filtered or empty, so missing rows cannot be detected');
    const { id } = publicKeyOf(this.#key);
    this.#isOwnKey = head.key_id === id;
    if (!this.#isOwnKey)
      this.#tell('other_key', null, `it was signed with the key ${head.key_id}, and the one given is ${id}`);
  }

  #readCheckpoint(line: string): void {
    this.#checkpoints++;
    if (!this.#isOwnKey) return;
    const checkpoint = signedBy(this.#key, line.replace(/,$/, ''));
    if (!checkpoint)
      return this.#tell('checkpoint_forged', null, 'this checkpoint was not signed with the key');
    if (checkpoint.rows <= this.#newestSigned)
      return this.#tell('checkpoint_forged', checkpoint.rows, 'this checkpoint stands behind a newer one');
    this.#newestSigned = checkpoint.rows;
    this.#signed.set(checkpoint.rows, checkpoint);
  }

  #beginRows(): void {
    this.#part = 'rows';
    this.#chain = new FileChain(this.#signed, this.#head?.verifiable === true, (...told) =>
      this.#tell(...told),
    );
  }

  #readSeal(line: string): void {
    this.#part = 'end';
    const seal = parsed<ExportSeal>(line.slice(SEAL_START.length, -1));
    if (!this.#head?.verifiable || !this.#isOwnKey) return;
    if (!seal || seal.kind !== 'audit-export' || !isSignedBy(this.#key, seal))
      return this.#tell(
        'seal_forged',
        null,
        'what the manager signed of the file is missing, or was changed',
      );
    this.#judgeEnds(seal);
  }

  #judgeEnds(seal: ExportSeal): void {
    const first = this.#chain?.first;
    const last = this.#chain?.last;
    if (first?.id !== seal.from_row || first.prevHash !== seal.prev_hash)
      this.#tell(
        'cut',
        seal.from_row,
        `it should begin with row ${seal.from_row}, and begins with ${first?.id ?? 'none'}`,
      );
    if (last?.id !== seal.to_row)
      this.#tell(
        'cut',
        seal.to_row,
        `it should end with row ${seal.to_row}, and ends with ${last?.id ?? 'none'}`,
      );
    else if (last.actual !== seal.hash && last.actual === last.claimed)
      this.#tell('edited', last.id, `row ${last.id}, the last, is not the one that was exported`);
    if (seal.checkpoints !== this.#checkpoints)
      this.#tell(
        'checkpoints_missing',
        null,
        `it should hold ${seal.checkpoints} checkpoints, and holds ${this.#checkpoints}`,
      );
  }
}

function parsed<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}
