import type { components } from '#generated/manager.ts';
import type { reads, standings } from '#sdk';
import type { ExposureQueries } from '../../exposure/api.ts';

type Schemas = components['schemas'];

export type ReportType = Schemas['ReportType'];
export type Figure = Schemas['ReportFigure'];
export type Chart = Schemas['ReportChart'];

/** What a report is about, and what it is judged by. */
export interface ReportAsked {
  type: ReportType;
  madeAt: Date;
  /** Inclusive. */
  from: Date;
  /** Exclusive. */
  to: Date;
  /** Only hosts of this group; null: all that the caller sees. */
  group: { id: string; name: string } | null;
  /** The caller sees some hosts only. */
  isLimited: boolean;
  levels: standings.ServiceLevels;
  /** A host whose patches were read longer ago is unknown: three polling intervals. */
  staleAfterMs: number;
  /** Held packages whose lack somebody has excepted, as the plugin `exposure` keeps them. */
  excepted: ReadonlySet<string>;
  /** Older rows of the audit log were moved into the file of an archive; null: none were. */
  auditArchivedBefore: Date | null;
  /** Older jobs may have been deleted. */
  jobsKeptSince: Date;
  /**
   * The statements of the plugin `exposure`; `closed` is null unless its rows are asked for. Null: the plugin is off,
   * or this report is not about it.
   */
  exposure: (Omit<ExposureQueries, 'closed'> & { closed: reads.Query | null }) | null;
}

/** What the thread is given; survives structured cloning. */
export interface ReportInput extends ReportAsked {
  format: 'csv' | 'pdf' | 'figures';
  bom: boolean;
  /** Who asked for it. */
  madeBy: string;
  query: reads.Query;
  /** Path of the file, which must not exist yet. */
  file: string;
  /** A file that would be larger is not made. */
  maxBytes: number;
}

/** What the thread answers. */
export type Made =
  | {
      outcome: 'made';
      /** Rows of the CSV, without its header. */ rows: number;
      sizeBytes: number;
      summary: Summary;
    }
  | { outcome: 'tooLarge' };

export type Cells = Readonly<Record<string, string | number | null>>;

/** A report while its rows come in. */
export interface Report {
  /** Columns of the CSV, in their order. */
  columns: readonly string[];
  /** Counts a row of the database, and returns its rows of the CSV. */
  take(row: unknown): readonly Cells[];
  /** Takes the rows of `ReportAsked.exposure`: those of `open` before the report's own rows, the others after them. */
  exposure?: Readonly<
    Record<Exclude<keyof ExposureQueries, 'keptSince'>, (row: unknown) => readonly Cells[]>
  >;
  /** Called once all rows were taken. */
  summary(): Summary;
}

export interface Summary {
  figures: Figure[];
  chart: Chart;
  /** For the PDF: the most telling rows. */
  table: Table;
  /** What one must know to read the figures. */
  notes: string[];
}

export interface Table {
  title: string;
  columns: readonly { label: string; /** Share of the width. */ share: number; isNumber?: boolean }[];
  rows: string[][];
  /** How many more there are; the CSV has them all. */
  left: number;
}

/** The most rows of a table in the PDF. */
export const MAX_TABLE_ROWS = 500;
/** Stands for a time that was not recorded. */
export const NOT_RECORDED = 'not_recorded';
