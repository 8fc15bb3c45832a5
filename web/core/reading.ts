import { ApiError } from './apiError.ts';
import { connection } from './connection.ts';

/** The state of something that a page reads; `Resource` and `PagedList` implement it. */
export interface Reading<T> {
  /** The value of the last read that worked; undefined before the first. */
  readonly value: T | undefined;
  /** The error of the last read; null unless it failed. */
  readonly error: unknown;
  /** Set when the last read failed and an older value is still shown: when that value was read. */
  readonly staleSince: Date | null;
  readonly isLoading: boolean;
  /** Reads again; the value stays meanwhile. */
  retry(): void;
}

/** Whether nobody answered: the shell tells it, and the read is repeated once the manager is back. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'NETWORK' || error.code === 'TIMEOUT');
}

/** Whether what is shown does not exist any more: somebody has deleted it since it was read. */
export function isGoneSince({ value, error }: Reading<unknown>): boolean {
  return value !== undefined && isNotFound(error);
}

/** Whether what a call was about does not exist, or not any more. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code.endsWith('NOT_FOUND');
}

/**
 * When the value was last true: events keep it up to date until the connection is lost; without events, when it was
 * read.
 */
export function lastTrue(readAt: Date | null, live: object | undefined): Date | null {
  const { since } = connection;
  return live && since && readAt && since > readAt ? since : readAt;
}
