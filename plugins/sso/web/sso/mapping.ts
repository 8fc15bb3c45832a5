import type { Schemas } from '#web/core/schema.ts';

/** A person whose claim has this value gets the role; without groups, on all hosts. */
export type Row = Schemas['OidcRoleMapping'][number];

/** The most rows that the manager takes. */
export const MAX_ROWS = 200;

export const newRow = (): Row => ({ value: '', role: 'reporter' });

export const withValue = (rows: readonly Row[], at: number, value: string): Row[] =>
  changed(rows, at, (row) => ({ ...row, value }));

/** Administrators are never limited to groups, so an administrator's groups are dropped. */
export const withRole = (rows: readonly Row[], at: number, role: Row['role']): Row[] =>
  changed(rows, at, ({ value, group_ids: ids }) =>
    rowOf(value, role, role === 'admin' ? null : (ids ?? null)),
  );

/** Null: all hosts. */
export const withGroups = (rows: readonly Row[], at: number, ids: readonly string[] | null): Row[] =>
  changed(rows, at, ({ value, role }) => rowOf(value, role, ids));

export const without = (rows: readonly Row[], at: number): Row[] => rows.filter((_, index) => index !== at);

/** Moves a row one place up or down; at the end of the list nothing moves. */
export function moved(rows: readonly Row[], at: number, by: 1 | -1): Row[] {
  const [row, other] = [rows[at], rows[at + by]];
  if (!row || !other) return [...rows];
  return rows.map((one, index) => (index === at ? other : index === at + by ? row : one));
}

/** Why the row cannot be saved; null: it can. */
export const rowProblem = ({ value }: Row): string | null =>
  value.trim() === '' ? 'Enter a value, or remove the row.' : null;

/** The rows as they are sent: without the blanks around a value. */
export const tidied = (rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, value: row.value.trim() }));

const changed = (rows: readonly Row[], at: number, work: (row: Row) => Row): Row[] =>
  rows.map((row, index) => (index === at ? work(row) : row));

const rowOf = (value: string, role: Row['role'], ids: readonly string[] | null): Row =>
  ids === null ? { value, role } : { value, role, group_ids: [...ids] };
