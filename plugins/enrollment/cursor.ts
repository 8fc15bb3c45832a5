import { validationError } from '../../server/plugin.ts';

/** Where a page ended: the time that orders the list, and the id of the row. */
export interface Position {
  atMs: number;
  id: string;
}

export function writeCursor(order: string, { atMs, id }: Position): string {
  return Buffer.from(JSON.stringify([order, atMs, id])).toString('base64url');
}

/** Throws VALIDATION_FAILED for a cursor of another list or order. */
export function readCursor(cursor: string, order: string): Position {
  try {
    const [forOrder, atMs, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const isPosition = isTime(atMs) && typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id);
    if (forOrder === order && isPosition) return { atMs, id };
  } catch {
    // falls through to the one message below
  }
  throw validationError([{ path: '/query/cursor', message: 'is not a cursor of this list and sort' }]);
}

const MAX_TIME_MS = 8.64e15;

const isTime = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) <= MAX_TIME_MS;
