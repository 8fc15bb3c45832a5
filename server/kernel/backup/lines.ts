/** A backup cannot be read: it was made for another key, was changed, or ends too early. The message is for people. */
export class BackupUnreadable extends Error {}

/**
 * The text of a backup: lines of JSON. First a header, then for each table one line that names it and one for each of its
 * rows (an array in the order of its columns), then files, then what was counted. One form for all databases: points of
 * time are milliseconds, truth is 0 or 1, bytes are `{ "base64": … }`, text is as it stands in the database.
 */
export interface Header {
  /** Version of the form. */
  fleetmend_backup: 1;
  /** Of the program that made it. */
  version: string;
  made_at: string;
  /** Of the manager that made it. */
  instance_id: string;
  /** How often this installation was restored before. */
  epoch: number;
  /** The migrations that made the tables. */
  migrations: readonly string[];
  /** Packages of third-party plugins, by name. */
  plugins: readonly string[];
}

export interface TableLine {
  table: string;
  columns: readonly string[];
  /** The next number that the database counts up to for a new row; null: it counts none here. */
  next: number | null;
}

export interface FileLine {
  /** Of the data directory; `manager.toml` is the configuration. */
  file: string;
  text: string;
}

export interface EndLine {
  end: { tables: number; rows: number; files: number };
}

export type Value = string | number | null | { base64: string };
export type Row = readonly Value[];
export type Entry = Header | TableLine | FileLine | EndLine | Row;

export const isRow = (entry: Entry): entry is Row => Array.isArray(entry);

/** What a backup holds, as counted while it was written or read. */
export type Counted = EndLine['end'];

/** Told while a backup is read: its rows so far, and the part of the file's bytes, from 0 to 1. */
export type OnReading = (rows: number, share: number) => void;

/** Counts entries in their order. */
export class Counter {
  readonly counted: Counted = { tables: 0, rows: 0, files: 0 };

  add(entry: Entry): void {
    if (isRow(entry)) this.counted.rows += 1;
    else if ('table' in entry) this.counted.tables += 1;
    else if ('file' in entry) this.counted.files += 1;
  }
}

/** Text of the entries in blocks of some 64 kB, with the line of the end behind them. */
export async function* textOf(entries: AsyncIterable<Entry>, counter: Counter): AsyncIterable<string> {
  let block = '';
  for await (const entry of entries) {
    counter.add(entry);
    block += `${JSON.stringify(entry)}\n`;
    if (block.length < 65_536) continue;
    yield block;
    block = '';
  }
  yield `${block}${JSON.stringify({ end: counter.counted })}\n`;
}

/**
 * The entries of a text, checked: a header that this version reads comes first, rows have as many values as their table
 * has columns, and the counts at the end are right. Throws BackupUnreadable.
 */
export async function* entriesOf(
  text: AsyncIterable<string>,
): AsyncIterable<Header | TableLine | FileLine | Row> {
  const counter = new Counter();
  let columns = -1;
  let line = 0;
  let end: Counted | null = null;
  for await (const each of linesOf(text)) {
    line += 1;
    const entry = parsed(each, line);
    if (end !== null) throw new BackupUnreadable(`line ${line} comes after the end of the backup`);
    if (line === 1) {
      assertHeader(entry);
      yield entry;
      continue;
    }
    counter.add(entry);
    if (isRow(entry)) {
      if (entry.length !== columns)
        throw new BackupUnreadable(`line ${line} does not have the columns of its table`);
      yield entry;
    } else if ('end' in entry) {
      end = entry.end;
    } else if ('table' in entry || 'file' in entry) {
      columns = 'table' in entry ? entry.columns.length : -1;
      yield entry;
    } else throw new BackupUnreadable(`line ${line} is neither a table, a row nor a file`);
  }
  if (end === null) throw new BackupUnreadable('the backup is truncated');
  if (JSON.stringify(end) !== JSON.stringify(counter.counted))
    throw new BackupUnreadable('the backup is missing rows: they are not as many as its end says');
}

/** What somebody else has encrypted need not be JSON. */
function parsed(text: string, line: number): Entry {
  try {
    return JSON.parse(text) as Entry;
  } catch (cause) {
    throw new BackupUnreadable(`line ${line} is not a line of a backup`, { cause });
  }
}

function assertHeader(entry: Entry): asserts entry is Header {
  if (!isRow(entry) && 'fleetmend_backup' in entry) {
    if (entry.fleetmend_backup === 1) return;
    throw new BackupUnreadable(
      `the backup was made by ${entry.version}: restore it with that version or a newer one`,
    );
  }
  throw new BackupUnreadable('the file is not a Fleetmend backup');
}

/** Not by `readline`, which also breaks at U+2028, as it may stand in any text of JSON. */
async function* linesOf(text: AsyncIterable<string>): AsyncIterable<string> {
  let rest = '';
  for await (const piece of text) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
