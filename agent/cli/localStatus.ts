/**
 * The running agent's status for people on its host: a socket in its data directory, which only root may enter.
 * Whoever connects gets one JSON text; the agent reads nothing from the socket.
 */
import { chmod, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { guarded } from '../../server/shared/guarded.ts';
import type { Connection } from '../config/values.ts';
import type { HealthProblem } from '../host/healthProblem.ts';
import type { LinkStatus } from '../link/keeper.ts';

/** Linux's limit for the name of a socket. */
const maxPathBytes = 107;
const keptCalls = 10;

export const statusSocket = (dataDir: string): string => join(dataDir, 'status.sock');

/** A call from the manager, with its answer. */
export interface ManagerCall {
  at: string;
  from: string;
  method: string;
  path: string;
  status: number;
}

/** The status as sent over the socket and printed by `status --json`. */
export interface LocalStatus {
  version: string;
  pid: number;
  started_at: string;
  listen: string;
  port: number;
  /** `dial`: it listens nowhere, whatever `listen` and `port` say, once a change to it is over. */
  connection: Connection;
  /** Where that comes from, for people. */
  connection_origin: string;
  /** Host and port of the proxy to the manager; null: none is set. */
  proxy: string | null;
  /** Null where the agent listens, and no link is open beside its port. */
  link: LinkStatus | null;
  read_only: boolean;
  /** When the manager last called each of them; null: not since the agent started. */
  last_polls: { health: string | null; patches: string | null; system: string | null };
  /** When the manager last began a call, which may not be answered yet; null: not since the agent started. */
  heard_at: string | null;
  /** Newest first. */
  last_calls: ManagerCall[];
  problems: HealthProblem[];
}

const pollPaths: Readonly<Record<string, keyof LocalStatus['last_polls']>> = {
  '/health': 'health',
  '/api/v1/patches': 'patches',
  '/api/v1/system/info': 'system',
};

/** Remembers the manager's calls. */
export class CallLog {
  readonly polls: LocalStatus['last_polls'] = { health: null, patches: null, system: null };
  #calls: ManagerCall[] = [];
  #heardAtMs = performance.now();
  #heardAt: string | null = null;

  /** For how long the manager has not called, in ms; before its first call since the start. */
  get quietForMs(): number {
    return performance.now() - this.#heardAtMs;
  }

  /** See LocalStatus.heard_at. */
  get heardAt(): string | null {
    return this.#heardAt;
  }

  /** Records that the manager itself has begun a call. */
  heard(): void {
    this.#heardAt = new Date().toISOString();
  }

  get calls(): ManagerCall[] {
    return [...this.#calls];
  }

  /** Records the call once it is answered, except for a 403: that is never the manager's. */
  watch(req: IncomingMessage, res: ServerResponse): void {
    res.once(
      'finish',
      guarded(() => {
        if (res.statusCode === 403) return;
        const path = (req.url ?? '').split('?')[0] ?? '';
        const call: ManagerCall = {
          at: new Date().toISOString(),
          from: (req.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
          method: req.method ?? '',
          path,
          status: res.statusCode,
        };
        this.#heardAtMs = performance.now();
        this.#calls = [call, ...this.#calls].slice(0, keptCalls);
        const poll = call.method === 'GET' ? pollPaths[path] : undefined;
        if (poll) this.polls[poll] = call.at;
      }),
    );
  }
}

/**
 * Sends the status to everybody who connects. Resolves to a function that ends it; rejects when the socket cannot be
 * made.
 */
export async function serveLocalStatus(
  dataDir: string,
  answer: () => Promise<LocalStatus>,
): Promise<() => void> {
  const path = statusSocket(dataDir);
  if (Buffer.byteLength(path) > maxPathBytes) throw new Error(`${path} is too long for a socket`);
  await rm(path, { force: true });
  const server = createServer(
    guarded((socket) => {
      socket.on('error', () => socket.destroy());
      void answer().then(
        (status) => socket.end(JSON.stringify(status)),
        () => socket.destroy(),
      );
    }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  await chmod(path, 0o600);
  server.unref();
  return () => server.close();
}
