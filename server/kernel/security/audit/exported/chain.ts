import canonicalize from 'canonicalize';
import type { AuditCheckpoint } from '../checkpointFile.ts';
import { auditHash } from '../rows.ts';
import type { FileFault } from './types.ts';

interface FileRow {
  row_id: number;
  prev_hash?: string;
  hash: string;
  /** The stored text of a row that had been edited into something else before it was exported. */
  text?: string;
}

/** A row as the file has it, and the real hash of its text. */
interface Seen {
  id: number;
  prevHash: string;
  claimed: string;
  actual: string;
}

export type Tell = (fault: FileFault, rowId: number | null, message: string) => void;

/**
 * Goes through the rows of a file in order, and tells what does not fit: a row and its hash, a row and the one before,
 * a row and its checkpoint.
 */
export class FileChain {
  rows = 0;
  first: Seen | null = null;
  last: Seen | null = null;
  readonly #signed: ReadonlyMap<number, AuditCheckpoint>;
  readonly #isWhole: boolean;
  readonly #tell: Tell;
  /** The last row that a checkpoint confirmed. */
  #confirmed: number | null = null;

  /** `isWhole`: no row may be missing between the first and the last. */
  constructor(signed: ReadonlyMap<number, AuditCheckpoint>, isWhole: boolean, tell: Tell) {
    this.#signed = signed;
    this.#isWhole = isWhole;
    this.#tell = tell;
  }

  next(line: string): void {
    const row = rowIn(line);
    if (!row) return this.#tell('unreadable', null, 'the line is no row of an export');
    this.rows++;
    if (this.last && row.id <= this.last.id)
      return this.#tell('reordered', row.id, `row ${row.id} stands behind row ${this.last.id}`);
    if (row.actual !== row.claimed) this.#tell('edited', row.id, `row ${row.id} is not what its hash says`);
    if (this.last && this.#isWhole) this.#follow(this.last, row);
    this.#compare(row);
    this.first ??= row;
    this.last = row;
  }

  #follow(last: Seen, row: Seen): void {
    const from = last.id + 1;
    if (row.id > from) {
      const which = row.id === from + 1 ? `row ${from} is` : `rows ${from} to ${row.id - 1} are`;
      return this.#tell('missing', from, `${which} missing`);
    }
    // If one of the two was found edited, that has been told already.
    if (row.prevHash === last.actual || last.actual !== last.claimed || row.actual === OUT_OF_FORM) return;
    this.#tell('edited', last.id, `row ${last.id} is not the one that row ${row.id} was written after`);
  }

  #compare({ id, actual }: Seen): void {
    const checkpoint = this.#signed.get(id);
    if (!checkpoint) return;
    if (checkpoint.hash === actual) {
      this.#confirmed = id;
      return;
    }
    const since = this.#confirmed === null ? 'Something up to it' : `Something after row ${this.#confirmed}`;
    const message = `row ${id} is not the one that was signed at ${checkpoint.at}. ${since} was changed`;
    this.#tell('contradicts_checkpoint', id, message);
  }
}

/** Stands for the hash of a text that is no row: equal to no hash that a row may claim. */
const OUT_OF_FORM = 'out of form';
const HASH = /,"hash":"([^"]*)"\}$/;

/**
 * Null for a line that is no row. Where this program has written it, the hash stands last; elsewhere if another has.
 */
function rowIn(line: string): Seen | null {
  const row = parsed(line);
  if (!row) return null;
  const { hash: claimed, ...content } = row;
  if (content.text !== undefined && content.prev_hash === undefined)
    return { id: row.row_id, prevHash: '', claimed, actual: OUT_OF_FORM };
  const prevHash = content.prev_hash ?? '';
  const written = HASH.exec(line);
  const asWritten = written ? auditHash(`${line.slice(0, written.index)}}`) : '';
  const actual = asWritten === claimed ? asWritten : auditHash(canonicalize(content) ?? '');
  return { id: row.row_id, prevHash, claimed, actual };
}

function parsed(line: string): FileRow | null {
  try {
    const row = JSON.parse(line) as FileRow | null;
    return row && Number.isSafeInteger(row.row_id) && typeof row.hash === 'string' ? row : null;
  } catch {
    return null;
  }
}
