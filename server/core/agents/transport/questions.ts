import { once } from 'node:events';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Context } from '#server/kernel/boot/feature.ts';
import { guarded } from '#server/shared/guarded.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import { connectTimeoutMs, type TransportTrust } from './dial.ts';
import { dialManager, isManagerClient, isManagerServer } from './relayed.ts';

/** Where a manager asks another one for an answer. */
export const questionPath = '/api/v1/manager/questions';
/** In the request: what is asked, a name that both know. */
export const questionHeader = 'fleetmend-question';

/** As long as the first question may take, which reads the lists of the whole fleet. */
const ANSWER_MS = 30_000;
/** A scope may name ten thousand hosts. */
const MOST_ASKED_BYTES = 2 * 1024 * 1024;
const MOST_ANSWERED_BYTES = 32 * 1024 * 1024;

/** The manager gave no answer, and another one may. */
export class ManagerAway extends Error {}

/** Answers a question of another manager; what it throws is thrown there. The signal: nobody waits for it any more. */
export type AnswerQuestion = (asked: unknown, signal: AbortSignal) => Promise<unknown>;

export interface AskedManager {
  name: string;
  asked: unknown;
  /** Whoever asks waits no longer. */
  signal?: AbortSignal | undefined;
}

/**
 * Asks the manager at `address` (`host:port`) over mutual TLS, and resolves with its answer. Throws its AppError where
 * it refuses; SERVICE_UNAVAILABLE where it takes longer than half a minute; ManagerAway where it cannot be reached,
 * breaks off, or is in trouble itself.
 */
export async function askManager(
  trust: TransportTrust,
  address: string,
  question: AskedManager,
): Promise<unknown> {
  const socket = await provedManager(trust, address);
  try {
    return await exchange(socket, question);
  } finally {
    socket.destroy();
  }
}

async function provedManager(trust: TransportTrust, address: string): Promise<TLSSocket> {
  const socket = dialManager(trust, address);
  socket.on('error', () => undefined);
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(connectTimeoutMs) });
    if (isManagerServer(trust, socket)) return socket;
  } catch (error) {
    socket.destroy();
    throw new ManagerAway('the manager does not answer', { cause: error });
  }
  socket.destroy();
  throw new ManagerAway('no manager of this installation answers there');
}

async function exchange(socket: TLSSocket, { name, asked, signal }: AskedManager): Promise<unknown> {
  const body = JSON.stringify(asked);
  const late = AbortSignal.timeout(ANSWER_MS);
  const call = request({
    createConnection: () => socket,
    method: 'POST',
    path: questionPath,
    signal: signal ? AbortSignal.any([late, signal]) : late,
    headers: {
      connection: 'close',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      [questionHeader]: name,
    },
  });
  call.on('error', () => undefined);
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  call.end(body);
  try {
    const [response] = await answered;
    const status = response.statusCode ?? 0;
    if (status >= 500) throw new ManagerAway(`the manager answers ${status}`);
    const answer = JSON.parse(await textOf(response, MOST_ANSWERED_BYTES)) as Answered;
    if (status === 200) return answer.answer;
    const { code = 'INTERNAL_ERROR', message, details } = answer.error ?? {};
    throw new AppError(code, { ...(message && { message }), ...(details && { details }) });
  } catch (error) {
    if (error instanceof AppError || error instanceof ManagerAway) throw error;
    signal?.throwIfAborted();
    if (late.aborted) throw new AppError('SERVICE_UNAVAILABLE', { message: SLOW, headers: RETRY });
    throw new ManagerAway('the manager broke off its answer', { cause: error });
  }
}

const SLOW =
  'The manager that keeps the lists of the fleet did not answer in time; it may be reading them for the first time. Try again.';
const RETRY = { 'Retry-After': '2' };

interface Answered {
  answer?: unknown;
  error?: { code?: string; message?: string; details?: Record<string, unknown> };
}

async function textOf(stream: Readable, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new AppError('PAYLOAD_TOO_LARGE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Takes the questions of other managers; `answers` has who answers each. Nobody but a manager may ask. */
export function acceptQuestions(
  { sockets }: Pick<Context, 'sockets'>,
  trust: TransportTrust,
  answers: ReadonlyMap<string, AnswerQuestion>,
): void {
  const reply = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (!isManagerClient(trust, req.socket as TLSSocket))
      throw new AppError('FORBIDDEN', { message: 'Only a manager of this installation may ask this.' });
    const answer = answers.get(String(req.headers[questionHeader]));
    // The plugin is switched off here: the manager that asks goes on to the next one.
    if (!answer) throw new AppError('SERVICE_UNAVAILABLE');
    const asked = JSON.parse(await textOf(req, MOST_ASKED_BYTES)) as unknown;
    const gone = new AbortController();
    res.once(
      'close',
      guarded(() => gone.abort()),
    );
    const text = JSON.stringify({ answer: await answer(asked, gone.signal) });
    res.writeHead(200, { 'content-type': 'application/json' }).end(text);
  };
  sockets.take(questionPath, {
    upgrade: () => Promise.reject(new AppError('NOT_FOUND')),
    poll: reply,
  });
}
