import { ApiError } from './apiError.ts';
import { connection } from './connection.ts';

/** What a screen is told of something that is read: `Resource` and `PagedList` are of this form. */
export interface Reading<T> {
  /** Of the last read that worked; undefined until the first one has. */
  readonly value: T | undefined;
  /** Of the last read; null while it works, and until it fails. */
  readonly error: unknown;
  /** Set when the last read failed and an older value is still shown: when that value was read. */
  readonly staleSince: Date | null;
  readonly isLoading: boolean;
  /** Reads again; what is there stays meanwhile. */
  retry(): void;
}

/** Nobody answered: to be read again once the manager is back, and told by the shell. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'NETWORK' || error.code === 'TIMEOUT');
}

/** Events kept what was read up to date until the connection was lost; without them it is of the moment of reading. */
export function lastTrue(readAt: Date | null, live: object | undefined): Date | null {
  const { since } = connection;
  return live && since && readAt && since > readAt ? since : readAt;
}
