import { isDeepStrictEqual } from 'node:util';
import { AppError, validationError } from '../shared/wire/appError.ts';
import type { Tx } from './db/tx.ts';
import type { IfMatch } from './http/etag.ts';
import type { ConfigurationChange, ConfigurationProblem, PlannedConfiguration } from './configuration.ts';

/** A stored thing of this manager, in the form of the file. */
export interface Listed<Entry> {
  /** Names the thing as it was read: a later edit of it makes this one stale. */
  edit: { id: string; ifMatch: IfMatch };
  entry: Entry;
}

export interface EditedRow {
  id: string;
  editVersion: number;
}

/** The rows in the form of the file, sorted by `textOf`. Those for which `toFile` answers null are left out. */
export function listed<Row extends EditedRow, Entry>(
  rows: readonly Row[],
  toFile: (row: Row) => Entry | null,
  textOf: (entry: Entry) => string,
): Listed<Entry>[] {
  const found = rows.flatMap((row) => {
    const entry = toFile(row);
    if (entry === null) return [];
    return [{ edit: { id: row.id, ifMatch: [String(row.editVersion)] }, entry, text: textOf(entry) }];
  });
  return found.sort((a, b) => compareText(a.text, b.text)).map(({ edit, entry }) => ({ edit, entry }));
}

export interface ConfigurationList<Entry> {
  stored: readonly Listed<Entry>[];
  /** Entries that the file asks for and that can be had here, in the words of this manager. */
  wanted: readonly Entry[];
  /**
   * Keys of entries that the file asks for and that cannot be had here: stored things with these keys are not removed.
   */
  kept?: ReadonlySet<string>;
  problems: readonly ConfigurationProblem[];
  makeEqual: boolean;
  /** What makes two entries the same thing: the normal form of its name, and what it belongs to. */
  keyOf(entry: Entry): string;
  labelOf(entry: Entry): string;
  add(tx: Tx, entry: Entry): Promise<unknown>;
  change(tx: Tx, before: Listed<Entry>, entry: Entry): Promise<unknown>;
  remove(tx: Tx, before: Listed<Entry>): Promise<unknown>;
  /** Codes of errors which mean that something has come or gone since the plan was made. */
  moved: readonly string[];
}

/** The plan of a part that is a list of things with names. */
export function planList<Entry extends object>(list: ConfigurationList<Entry>): PlannedConfiguration {
  const { labelOf } = list;
  const { added, changed, gone, unchanged } = paired(list);
  const removed = list.makeEqual ? gone.filter(({ entry }) => !list.kept?.has(list.keyOf(entry))) : [];
  const changes: ConfigurationChange[] = [
    ...removed.map(({ entry }) => ({
      kind: 'removed' as const,
      name: labelOf(entry),
      fields: fieldsOf(entry, null),
    })),
    ...changed.map(({ before, entry }) => ({
      kind: 'changed' as const,
      name: labelOf(before.entry),
      fields: fieldsOf(before.entry, entry),
    })),
    ...added.map((entry) => ({
      kind: 'added' as const,
      name: labelOf(entry),
      fields: fieldsOf(null, entry),
    })),
  ];
  return {
    changes,
    unchanged,
    problems: list.problems,
    apply: (tx) =>
      movedIn(list.moved, async () => {
        for (const { before, entry } of changed) await list.change(tx, before, entry);
        for (const entry of added) await list.add(tx, entry);
      }),
    remove: (tx) =>
      movedIn(list.moved, async () => {
        for (const before of removed) await list.remove(tx, before);
      }),
  };
}

interface Paired<Entry> {
  added: Entry[];
  changed: { before: Listed<Entry>; entry: Entry }[];
  /** Stored things that the file does not ask for. */
  gone: Listed<Entry>[];
  unchanged: number;
}

/** Pairs stored with wanted entries by their keys. */
function paired<Entry extends object>({ stored, wanted, keyOf }: ConfigurationList<Entry>): Paired<Entry> {
  const left = new Map(stored.map((thing) => [keyOf(thing.entry), thing]));
  const result: Paired<Entry> = { added: [], changed: [], gone: [], unchanged: 0 };
  for (const entry of wanted) {
    const before = left.get(keyOf(entry));
    left.delete(keyOf(entry));
    if (!before) result.added.push(entry);
    else if (isDeepStrictEqual(before.entry, entry)) result.unchanged += 1;
    else result.changed.push({ before, entry });
  }
  result.gone = [...left.values()];
  return result;
}

/**
 * Throws VALIDATION_FAILED for a file that has two entries of one name. `path` is that of the list; a key of null is that
 * of an entry that is left out.
 */
export function refuseTwice(path: string, keys: readonly (string | null)[]): void {
  const first = new Map<string, number>();
  const issues = keys.flatMap((key, index) => {
    if (key === null) return [];
    const earlier = first.get(key);
    first.set(key, earlier ?? index);
    return earlier === undefined
      ? []
      : [{ path: `${path}/${index}/name`, message: `is that of entry ${earlier + 1}, too` }];
  });
  if (issues.length > 0) throw validationError(issues);
}

/** The fields that differ; undefined and null both mean no value. */
function fieldsOf(before: object | null, after: object | null): ConfigurationChange['fields'] {
  const [was, is] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(after ?? {}))];
  const names = [...new Set([...was.keys(), ...is.keys()])].sort();
  return names.flatMap((name) => {
    const [old, now] = [was.get(name) as unknown, is.get(name) as unknown];
    if (isDeepStrictEqual(old ?? null, now ?? null)) return [];
    return [{ name, before: old ?? undefined, after: now ?? undefined }];
  });
}

/** Calls `run`; an error with one of these codes, and a name that is taken by now, becomes a PRECONDITION_FAILED. */
export async function movedIn(codes: readonly string[], run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof AppError) || ![...codes, 'NAME_TAKEN'].includes(error.code)) throw error;
    throw new AppError('PRECONDITION_FAILED', {}, { cause: error });
  }
}

/** The same text for equal JSON values: the keys of objects sorted, lists in their order. */
export const sortedText = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : item,
  );

/** Compares strings by code units: the same order on every machine. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
