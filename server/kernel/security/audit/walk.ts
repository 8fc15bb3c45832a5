import canonicalize from 'canonicalize';
import { fromTs } from '../../db/database.ts';
import { auditHash, type AuditHead, type AuditRow, type AuditText } from './rows.ts';

export type AuditFault =
  | 'edited'
  | 'deleted'
  | 'reordered'
  /** Rows at the end are gone. */
  | 'cut'
  | 'head_missing'
  /** What the database says of archived rows was not sealed with the secret key. */
  | 'archive_forged'
  /** There are rows after the one that the head names. */
  | 'beyond_head'
  /** Lines of the file that this manager did not sign, or fewer than it has written. */
  | 'checkpoints_damaged';

export interface AuditError {
  rowId: number;
  fault: AuditFault;
  /** The hash that the next row, the head or a checkpoint names; empty where none does. */
  expectedHash: string;
  /** Empty when the row, or the head, is missing. */
  actualHash: string;
}

/** Errors beyond this number are not told. */
export const MAX_ERRORS = 1_000;

/** The last row that was archived, and its hash. */
export interface WalkBase {
  rows: number;
  hash: string;
}

export const NO_BASE: WalkBase = { rows: 0, hash: '' };

/** Goes through the rows in order; each is judged when the one after it is known. */
export class Walk {
  readonly errors: AuditError[] = [];
  rows = 0;
  readonly #head: AuditHead | undefined;
  readonly #base: WalkBase;
  readonly #signed = new Map<number, string[]>();
  #newestSigned = 0;
  #last: Seen | null = null;

  /** `base`: the last row that was archived; none where that is row 0. */
  constructor(
    head: AuditHead | undefined,
    signed: readonly { rows: number; hash: string }[],
    base: WalkBase = NO_BASE,
  ) {
    this.#head = head;
    this.#base = base;
    for (const { rows, hash } of signed) {
      if (rows === base.rows && hash !== base.hash) this.#notAfterBase(hash);
      if (rows <= base.rows) continue;
      this.#signed.set(rows, [...(this.#signed.get(rows) ?? []), hash]);
      this.#newestSigned = Math.max(this.#newestSigned, rows);
    }
  }

  add(error: AuditError): void {
    if (this.errors.length < MAX_ERRORS) this.errors.push(error);
  }

  next(row: AuditRow): void {
    this.rows++;
    const seen = seenIn(row);
    const told = tellsPrevious(seen);
    const from = (this.#last?.row.row_id ?? this.#base.rows) + 1;
    if (this.#last) this.#judge(this.#last, row.row_id === from ? told : null);
    else if (this.#base.rows > 0 && row.row_id === from && told !== null && told !== this.#base.hash)
      this.#notAfterBase(told);
    this.#missing(from, row.row_id - 1, 'deleted', told);
    this.#last = seen;
  }

  /** `there`: rows that exist beyond the head, so they are not missing. */
  end(there: ReadonlySet<number>): void {
    const last = this.#last?.row.row_id ?? this.#base.rows;
    const headAt = Number(this.#head?.row_id ?? 0);
    if (this.#last) this.#judge(this.#last, headAt === last ? (this.#head?.hash ?? null) : null);
    // The row that tells of an archive was written after it.
    const atLeast = this.#base.rows > 0 ? this.#base.rows + 1 : 0;
    const end = Math.max(headAt, this.#newestSigned, atLeast);
    const isCut = !there.has(last + 1);
    if (isCut) this.#missing(last + 1, end, 'cut', null);
    if (this.#head) return;
    const expectedHash = this.#last?.row.hash ?? '';
    this.add({ rowId: Math.max(1, last), fault: 'head_missing', expectedHash, actualHash: '' });
  }

  /** The last archived row is not the one that a checkpoint or the next row names. */
  #notAfterBase(expectedHash: string): void {
    const { rows, hash } = this.#base;
    this.add({ rowId: rows, fault: 'edited', expectedHash, actualHash: hash });
  }

  #missing(from: number, to: number, fault: AuditFault, toldOfLast: string | null): void {
    for (let rowId = from; rowId <= to && this.errors.length < MAX_ERRORS; rowId++) {
      const told = [...(this.#signed.get(rowId) ?? []), rowId === to ? toldOfLast : null];
      const atHead = rowId === Number(this.#head?.row_id) ? this.#head?.hash : undefined;
      this.add({
        rowId,
        fault,
        expectedHash: told.find((hash) => hash !== null) ?? atHead ?? '',
        actualHash: '',
      });
    }
  }

  #judge(seen: Seen, told: string | null): void {
    const { row, actual, text } = seen;
    if (isSound(seen, told) && !this.#signed.has(row.row_id)) return;
    const claims = [...(this.#signed.get(row.row_id) ?? []), ...(told === null ? [] : [told]), row.hash];
    const expected = claims.find((hash) => hash !== actual);
    const error = { rowId: row.row_id, expectedHash: claims[0] ?? '', actualHash: actual };
    if (text && text.row_id !== row.row_id) return this.add({ ...error, fault: 'reordered' });
    if (claims[0] === actual && row.hash !== actual)
      return this.add({ ...error, fault: 'edited', actualHash: row.hash });
    if (expected !== undefined) return this.add({ ...error, fault: 'edited', expectedHash: expected });
    if (text === null) return this.add({ ...error, fault: 'edited' });
    const shown = hashOfColumns(row, text, actual);
    if (shown !== actual) this.add({ ...error, fault: 'edited', actualHash: shown });
  }
}

/** A row with what takes time to compute, so that it is computed once. */
interface Seen {
  row: AuditRow;
  /** The hash of its text. */
  actual: string;
  /** Null: the text is no row. */
  text: AuditText | null;
}

const seenIn = (row: AuditRow): Seen => ({ row, actual: auditHash(row.text), text: parsed(row.text) });

/** True for nearly every row; makes no objects, because a log has millions of rows. */
const isSound = ({ row, actual, text }: Seen, told: string | null): boolean =>
  row.hash === actual &&
  (told === null || told === actual) &&
  text?.row_id === row.row_id &&
  isShownAs(row, text);

/** The hash that a row names for the one before it; null if the row was itself edited. */
function tellsPrevious({ row, actual, text }: Seen): string | null {
  return actual === row.hash ? (text?.prev_hash ?? null) : null;
}

function parsed(text: string): AuditText | null {
  try {
    const value = JSON.parse(text) as AuditText | null;
    return typeof value === 'object' && value?.actor && value.resource ? value : null;
  } catch {
    return null;
  }
}

/** Whether the other columns say what the text says; see `auditColumns`. */
function isShownAs(row: AuditRow, { at, actor, action, resource }: AuditText): boolean {
  return (
    row.action === action &&
    row.actor_kind === actor.kind &&
    row.actor_id === actor.id &&
    row.resource_kind === resource.kind &&
    row.resource_id === resource.id &&
    fromTs(row.at)?.getTime() === Date.parse(at)
  );
}

/** The hash that the row would have if its text said what its other columns say. */
function hashOfColumns(row: AuditRow, text: AuditText, actual: string): string {
  if (isShownAs(row, text)) return actual;
  const { actor_kind, actor_id, action, resource_kind, resource_id } = row;
  const shown = { actor_kind, actor_id, action, resource_kind, resource_id, at: fromTs(row.at)?.toJSON() };
  return auditHash(canonicalize({ ...text, shown }) as string);
}
