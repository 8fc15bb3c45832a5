import type { Knex } from 'knex';
import type { DatabaseAddress, Dialect } from '../database.ts';

/** What a task has in its thread: a connection of its own that cannot write. */
export interface ReadDatabase {
  readonly knex: Knex;
  readonly dialect: Dialect;
  /** The rows of one statement, one after the other, whatever their number. */
  iterate(query: ReadQuery): AsyncIterable<unknown>;
  /** What `work` reads by the database that it is given is of one moment, however long it takes. */
  snapshot<T>(work: (snapshot: ReadDatabase) => AsyncIterable<T>): AsyncIterable<T>;
}

/** As knex's `query.toSQL().toNative()` gives it. */
export interface ReadQuery {
  sql: string;
  bindings: readonly unknown[];
}

/**
 * What the module of a task exports as `task`. Whatever it yields is handed on, one piece at a time: the next is
 * made once the one before was taken. Input and pieces must survive structured cloning.
 */
export type ReadTask = (db: ReadDatabase, input: never) => AsyncIterable<unknown>;

/** Limits of a long read. */
export interface ReadOptions {
  /** Time limit of the whole read (default 120,000). */
  timeoutMs?: number;
  /** On whose behalf, see `budgetKey`: where threads are scarce, accounts get their turns one after the other. */
  account?: string;
  signal?: AbortSignal;
}

/** Long reads, each in a thread of its own, so that the event loop stays free. */
export interface Reading {
  /** What the task of that module yields. Throws ReadFailed; ends the thread when the caller stops taking. */
  run<Piece>(module: URL, input: unknown, options?: ReadOptions): AsyncGenerator<Piece>;
  /** The rows of one statement, in pieces of 500. */
  rows<Row>(query: ReadQuery, options?: ReadOptions): AsyncGenerator<Row[]>;
}

/** What a thread is started with. */
export interface ReadJob {
  address: DatabaseAddress;
  module: string;
  input: unknown;
}

export type FromThread = { piece: unknown } | { done: true } | { error: string };

export type ReadFailure = 'TIMED_OUT' | 'ABORTED' | 'THREAD_DIED' | 'FAILED';

/** A long read that came to nothing; the manager goes on. */
export class ReadFailed extends Error {
  readonly reason: ReadFailure;
  constructor(reason: ReadFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ReadFailed';
    this.reason = reason;
  }
}
