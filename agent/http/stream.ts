/** The WebSocket that follows jobs: events on disk from `from_seq` on, then live ones, without gaps or duplicates. */
import { STATUS_CODES } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { Logger } from 'pino';
import { AppError, validationError } from '../../server/shared/wire/appError.ts';
import { guarded, reportFault } from '../../server/shared/guarded.ts';
import { errorAnswer } from './envelope.ts';
import { Follower } from './follower.ts';
import type { FollowerDeps, Sink } from './follower.ts';
import { jobIdOf } from './routes/jobs.ts';
import { matchRoute } from './match.ts';
import { parseTarget, readQuery } from './request.ts';

const PING_EVERY_MS = 30_000;
const CLOSE_GRACE_MS = 5_000;
const MAX_CLIENTS = 64;
const TRY_AGAIN_LATER = 1013;

export interface StreamDeps extends FollowerDeps {
  log: Logger;
  authorize: (req: IncomingMessage) => boolean;
}

interface Wanted {
  jobId: string | null;
  fromSeq: number | null;
}

interface Client {
  socket: WebSocket;
  req: IncomingMessage;
  alive: boolean;
}

export class JobStream {
  #deps: StreamDeps;
  #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: 4096,
    perMessageDeflate: false,
  });
  #clients = new Set<Client>();
  #pings: NodeJS.Timeout;

  constructor(deps: StreamDeps) {
    this.#deps = deps;
    this.#pings = setInterval(
      guarded(() => this.#pingAll()),
      PING_EVERY_MS,
    );
    this.#pings.unref();
  }

  /** Checks the upgrade like any request, then starts to follow. */
  handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    this.#judge(req)
      .then(
        (wanted) =>
          this.#server.handleUpgrade(
            req,
            socket,
            head,
            guarded(
              (ws) => this.#follow({ ws, sink: sinkOf(ws, socket) }, req, wanted),
              (ws) => ws.terminate(),
            ),
          ),
        (error: unknown) => refuse(socket, error),
      )
      .catch((fault: unknown) => {
        socket.destroy();
        reportFault(fault);
      });
  }

  /** Closes the streams of peers that are no longer authorized. */
  recheckPeers(): void {
    for (const client of this.#clients) if (!this.#deps.authorize(client.req)) client.socket.terminate();
  }

  close(): void {
    clearInterval(this.#pings);
    for (const { socket } of this.#clients) {
      socket.close(1001, 'the agent stops');
      setTimeout(() => socket.terminate(), 500).unref();
    }
  }

  async #judge(req: IncomingMessage): Promise<Wanted> {
    if (!this.#deps.authorize(req)) throw new AppError('CERTIFICATE_REQUIRED');
    const url = parseTarget(req);
    const { operationId } = matchRoute(req.method ?? 'GET', url.pathname);
    if (operationId !== 'streamJobs') throw new AppError('NOT_FOUND');
    const query = readQuery(operationId, url.searchParams);
    const jobId = query['job_id'] === undefined ? null : jobIdOf(String(query['job_id']));
    const fromSeq = query['from_seq'] === undefined ? null : Number(query['from_seq']);
    if (fromSeq !== null && jobId === null) {
      throw validationError([{ path: '/query/from_seq', message: 'needs job_id' }]);
    }
    if (jobId !== null && !this.#deps.journal.summary(jobId)) throw new AppError('JOB_NOT_FOUND');
    if (this.#clients.size >= MAX_CLIENTS)
      throw new AppError('INTERNAL_ERROR', { message: 'Too many streams.' });
    return { jobId, fromSeq };
  }

  #follow(
    { ws: socket, sink }: { ws: WebSocket; sink: Sink },
    req: IncomingMessage,
    { jobId, fromSeq }: Wanted,
  ): void {
    const client: Client = { socket, req, alive: true };
    this.#clients.add(client);
    const follower = new Follower(sink, this.#deps, jobId, fromSeq);
    const unsubscribe = this.#deps.journal.subscribe((id, events) => follower.take(id, events));
    socket.on('pong', () => (client.alive = true));
    socket.on('error', () => socket.terminate());
    socket.on(
      'close',
      guarded(() => {
        unsubscribe();
        this.#clients.delete(client);
      }),
    );
    follower.replay().catch((error: unknown) => {
      this.#deps.log.warn({ jobId, err: error }, 'stream cannot be read');
      socket.close(1011, 'history cannot be read');
    });
  }

  #pingAll(): void {
    for (const client of this.#clients) {
      if (!client.alive) client.socket.terminate();
      client.alive = false;
      client.socket.ping();
    }
  }
}

/** A follower's sink for a WebSocket and the TLS socket below it. */
function sinkOf(ws: WebSocket, raw: Duplex): Sink {
  return {
    isOpen: () => ws.readyState === ws.OPEN,
    unsentBytes: () => ws.bufferedAmount,
    send: (text) => ws.send(text, () => {}),
    cork: () => raw.cork(),
    uncork: () => raw.uncork(),
    closeSlow() {
      if (ws.readyState !== ws.OPEN) return;
      ws.close(TRY_AGAIN_LATER, 'too slow; resume by from_seq');
      // A client that reads nothing doesn't read the close frame either.
      setTimeout(() => ws.terminate(), CLOSE_GRACE_MS).unref();
    },
  };
}

function refuse(socket: Duplex, error: unknown): void {
  const { status, headers, body } = errorAnswer(error);
  const lines = Object.entries({
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
