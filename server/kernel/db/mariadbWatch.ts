import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { guarded } from '../../shared/guarded.ts';

/** What is used of a connection of mysql2, which has no types for all of it. */
export interface WatchedConnection {
  readonly stream: Socket;
  /** The server's number of this connection; null until it is open. */
  readonly threadId: number | null;
  /** What waits for the server's answer. */
  readonly _command?: unknown;
}

/** The connections of this user that the server is working for now, by their numbers. */
export type AskServer = () => Promise<ReadonlySet<number>>;

interface Look {
  bytesRead: number;
  command: unknown;
  /** Looks in a row at which the same answer was waited for, and nothing had come. */
  silent: number;
  /** Questions in a row to which the server said that it is not working for this connection. */
  idle: number;
}

const LOOK_EVERY_MS = 5_000;
/** Looks, not time: a process that was stopped for minutes must not take all that time for silence. */
const SILENT_LOOKS = 2;
/** Twice, because the answer may be on its way while the server is asked. */
const IDLE_ANSWERS = 2;

/**
 * Finds connections whose server is gone without a word: a firewall that drops packets, a machine that lost its power.
 * TCP notices after a quarter of an hour, and until then every request would wait for its answer. A statement may take
 * long, so silence alone proves nothing: the server is asked over a new connection. If it does not answer, all silent
 * connections are ended; if it does, those that it is not working for. What waited on them fails as a lost connection.
 */
export class MariadbWatch {
  readonly #ask: AskServer;
  readonly #log: Logger;
  readonly #everyMs: number;
  readonly #looks = new Map<WatchedConnection, Look>();
  #timer: NodeJS.Timeout | undefined;

  constructor(ask: AskServer, log: Logger, everyMs = LOOK_EVERY_MS) {
    this.#ask = ask;
    this.#log = log;
    this.#everyMs = everyMs;
  }

  add(connection: WatchedConnection): void {
    this.#looks.set(connection, { bytesRead: -1, command: undefined, silent: 0, idle: 0 });
    connection.stream.once(
      'close',
      guarded(() => void this.#looks.delete(connection)),
    );
    this.#arm();
  }

  #arm(): void {
    if (this.#looks.size === 0) this.#timer = undefined;
    else
      this.#timer ??= setTimeout(
        guarded(() => this.#lookAndArm()),
        this.#everyMs,
      ).unref();
  }

  async #lookAndArm(): Promise<void> {
    try {
      await this.#look();
    } finally {
      this.#timer = undefined;
      this.#arm();
    }
  }

  async #look(): Promise<void> {
    for (const [{ stream, _command: command }, look] of this.#looks) {
      const isSilent = Boolean(command) && command === look.command && stream.bytesRead === look.bytesRead;
      if (!isSilent) look.idle = 0;
      look.silent = isSilent ? look.silent + 1 : 0;
      look.command = command;
      look.bytesRead = stream.bytesRead;
    }
    const suspects = [...this.#looks].filter(([, { silent }]) => silent >= SILENT_LOOKS);
    if (suspects.length === 0) return;
    const working = await this.#ask().catch((error: unknown) => error as Error);
    if (working instanceof Error) {
      if (!isAnswer(working)) this.#end(this.#unmoved(), 'the database server does not answer');
      return;
    }
    for (const [{ threadId }, look] of suspects) look.idle = working.has(threadId ?? -1) ? 0 : look.idle + 1;
    const forgotten = suspects.filter(([, { idle }]) => idle >= IDLE_ANSWERS).map(([one]) => one);
    this.#end(forgotten.filter(this.#isUnmoved), 'the database server has forgotten a connection');
  }

  /** Idle ones too: the next statement on one of them would wait as long again. */
  #unmoved(): WatchedConnection[] {
    return [...this.#looks.keys()].filter(this.#isUnmoved);
  }

  readonly #isUnmoved = (connection: WatchedConnection): boolean =>
    connection.stream.bytesRead === this.#looks.get(connection)?.bytesRead;

  #end(connections: readonly WatchedConnection[], why: string): void {
    if (connections.length === 0) return;
    this.#log.warn({ connections: connections.length }, `${why}: its connections are ended`);
    for (const { stream } of connections)
      stream.destroy(Object.assign(new Error(why), { code: 'ETIMEDOUT' }));
  }
}

/** The server is there, but has too many connections, or does not let this user in any more. */
const isAnswer = (error: Error & { code?: unknown }): boolean => String(error.code).startsWith('ER_');
