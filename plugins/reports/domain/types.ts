import type { components } from '../../../generated/manager.ts';
import type { ReadQuery, ServiceLevels } from '../../../server/plugin.ts';
import type { ExposureQueries } from '../../exposure/api.ts';

type Schemas = components['schemas'];

export type ReportType = Schemas['ReportType'];
export type Figure = Schemas['ReportFigure'];
export type Chart = Schemas['ReportChart'];

/** What a report is about, and by what it judges. */
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
  levels: ServiceLevels;
  /** A host whose patches were read longer ago is unknown: three polling intervals. */
  staleAfterMs: number;
  /** Held packages whose lack somebody has excepted, as the plugin `exposure` keeps them. */
  excepted: ReadonlySet<string>;
  /** Older jobs may have been deleted. */
  jobsKeptSince: Date;
  /** What the plugin `exposure` records; `closed`: asked for row by row. Null: it is off, or this report is not about it. */
  exposure: (Omit<ExposureQueries, 'closed'> & { closed: ReadQuery | null }) | null;
}

/** What the thread is given; survives structured cloning. */
export interface ReportInput extends ReportAsked {
  format: 'csv' | 'pdf' | 'figures';
  bom: boolean;
  /** Who asked for it. */
  madeBy: string;
  query: ReadQuery;
  /** Where the file goes; it is made anew. */
  file: string;
  /** A file that would be larger is not made. */
  maxBytes: number;
}

/** What the thread answers. */
export type Made =
  | {
      outcome: 'made';
      /** Of the CSV, without its header. */ rows: number;
      sizeBytes: number;
      summary: Summary;
    }
  | { outcome: 'tooLarge' };

export type Cells = Readonly<Record<string, string | number | null>>;

/** A report while its rows come in. */
export interface Report {
  /** Of the CSV, in their order. */
  columns: readonly string[];
  /** Counts a row of the database, and gives what it makes in the CSV. */
  take(row: unknown): readonly Cells[];
  /** What else it reads, by the statements of `ReportAsked.exposure`: `open` before its own rows, the others behind them. */
  exposure?: Readonly<
    Record<Exclude<keyof ExposureQueries, 'keptSince'>, (row: unknown) => readonly Cells[]>
  >;
  /** Once all rows are in. */
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

/** Rows of a table of the PDF at most. */
export const MAX_TABLE_ROWS = 500;
/** Stands for a time that nobody wrote down. */
export const NOT_RECORDED = 'not_recorded';
