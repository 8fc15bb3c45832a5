import type { components } from '#generated/manager.ts';

type Schemas = components['schemas'];

/**
 * An export is one JSON document, laid out in lines, so that it can be written and checked without ever being held
 * whole: the head up to the checkpoints, each checkpoint, ROWS_LINE, each row, and the seal.
 */
export type ExportHead = Omit<Schemas['AuditExport'], 'rows' | 'checkpoints' | 'seal'>;
/** The manager's signed statement of both ends of the range, and of how many checkpoints lie in it. */
export type ExportSeal = Schemas['AuditExportSeal'];

/** The end of the head's line. */
export const HEAD_END = ',"checkpoints":[';
export const ROWS_LINE = '],"rows":[';
/** The beginning of the seal's line, which ends with the document's `}`. */
export const SEAL_START = '],"seal":';

/** What may be wrong with a file. */
export type FileFault =
  /** Filters left rows out, so nothing tells which are missing. */
  | 'unverifiable'
  | 'other_key'
  | 'unreadable'
  | 'edited'
  | 'missing'
  | 'reordered'
  /** A row is not the one that the manager signed at its time. */
  | 'contradicts_checkpoint'
  | 'checkpoint_forged'
  | 'checkpoints_missing'
  /** The file lacks its end, or its beginning. */
  | 'cut'
  | 'seal_forged';

export interface FileError {
  /** Line of the file, from 1. */
  line: number;
  /** Null where it is not about one row. */
  rowId: number | null;
  fault: FileFault;
  /** For people. */
  message: string;
}

/** Errors beyond this number are not told. */
export const MAX_FILE_ERRORS = 1_000;
