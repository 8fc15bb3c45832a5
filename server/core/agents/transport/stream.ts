import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { WebSocket } from 'ws';
import { AgentFailure } from '#server/shared/wire/agentFailure.ts';
import { guarded } from '#server/shared/guarded.ts';
import type { AgentTarget, JobStreamHandlers } from '../transport.ts';
import type { Connections, HostStream } from './connections.ts';
import { reach, type TransportTrust } from './dial.ts';
import { eventOf, Portions } from './events.ts';
import { failureOf } from './failures.ts';
import { queryText } from './operations.ts';

interface StreamParts {
  trust: TransportTrust;
  connections: Connections;
  log: Logger;
}

const maxMessageBytes = 1024 * 1024;
const handshakeTimeoutMs = 10_000;
const pingMs = 15_000;

/** See AgentTransport.openJobStream. */
export async function openStream(
  { trust, connections, log }: StreamParts,
  target: AgentTarget,
  { jobId, fromSeq }: { jobId: string; fromSeq: number },
  on: JobStreamHandlers,
  signal: AbortSignal | undefined,
): Promise<{ close(): void }> {
  const stream: HostStream = { peer: null, close: () => undefined };
  const socket = await secureSocket(trust, target, stream);
  const path = `/api/v1/ws/jobs?${queryText({ job_id: jobId, from_seq: fromSeq })}`;
  const ws = new WebSocket(`wss://agent.fleetmend.internal${path}`, {
    createConnection: () => socket as never,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handshakeTimeout: handshakeTimeoutMs,
    followRedirects: false,
    headers: target.traceparent === undefined ? {} : { traceparent: target.traceparent },
  });
  // Set up before the stream is open: the agent's first events may arrive in the same packet as the upgrade.
  const state = follow(ws, stream, { on, log, hostId: target.hostId });
  const remove = connections.addStream(target, stream);
  const onAbort = guarded(() => stream.close('ABORTED'));
  ws.once(
    'close',
    guarded(() => {
      remove();
      signal?.removeEventListener('abort', onAbort);
    }),
  );
  await opened(ws, state);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  return {
    close() {
      state.open = false;
      ws.close(1000);
      // Does not wait for a peer that never answers the closing handshake.
      setTimeout(() => ws.terminate(), 1_000).unref();
    },
  };
}

interface Reader {
  on: JobStreamHandlers;
  log: Logger;
  hostId: string;
}

/** Passes events on until the stream closes; while `open` is false, `close` is not called at the end. */
function follow(ws: WebSocket, stream: HostStream, { on, log, hostId }: Reader): { open: boolean } {
  const state = { open: false };
  let reason: string | null = null;
  const portions = new Portions(ws, on);
  stream.close = (why) => {
    reason ??= why;
    ws.terminate();
  };
  ws.on(
    'message',
    guarded((data, isBinary) => {
      const event = isBinary ? null : eventOf(data as Buffer);
      if (!event) return stream.close('ANSWER_INVALID');
      portions.count((data as Buffer).length);
      try {
        on.event(event);
      } catch (error) {
        log.error({ error, hostId }, 'the reader of a job stream failed');
        stream.close('READER_FAILED');
      }
    }),
  );
  const stopPinging = keepPinging(ws, stream);
  ws.once(
    'close',
    guarded((code) => {
      stopPinging();
      if (state.open) on.close(reason ?? `CLOSED_${code}`);
    }),
  );
  return state;
}

function secureSocket(trust: TransportTrust, target: AgentTarget, stream: HostStream): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    reach(trust, target, (error, socket, peer) => {
      stream.peer = peer;
      if (socket) resolve(socket);
      else reject(error ?? new Error('no socket'));
    });
  });
}

function opened(ws: WebSocket, state: { open: boolean }): Promise<void> {
  return new Promise((resolve, reject) => {
    ws.once('open', () => {
      state.open = true;
      resolve();
    });
    ws.on(
      'error',
      guarded((error) => reject(failureOf(error, false))),
    );
    ws.once(
      'close',
      guarded(() =>
        reject(
          new AgentFailure('unreachable', 'CONNECTION_LOST', 'the stream was closed before it was open'),
        ),
      ),
    );
    ws.once(
      'unexpected-response',
      guarded((request, response) => {
        response.resume();
        request.destroy();
        const status = response.statusCode ?? 0;
        reject(
          new AgentFailure('answer', 'ANSWER_INVALID', `the agent refused the stream with ${status}`, {
            status,
          }),
        );
      }),
    );
  });
}

/** Closes the stream when the peer sends nothing within an interval in which it is read. */
function keepPinging(ws: WebSocket, stream: HostStream): () => void {
  let alive = true;
  const heard = (): void => void (alive = true);
  ws.on('pong', heard).on('message', heard);
  const timer = setInterval(
    guarded(() => {
      if (ws.isPaused) return;
      if (!alive) return stream.close('TIMEOUT');
      alive = false;
      if (ws.readyState === WebSocket.OPEN) ws.ping();
    }),
    pingMs,
  );
  return () => clearInterval(timer);
}
