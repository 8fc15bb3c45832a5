import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { AgentFailure } from '#server/shared/wire/agentFailure.ts';
import { AGENT_LIMITS } from '#server/shared/wire/agentLimits.ts';
import { timeOf } from '#server/shared/wire/times.ts';
import type {
  AgentAnswer,
  AgentCallOptions,
  AgentOperationId,
  AgentTarget,
  AgentTransport,
  PeerCertificate,
} from '../transport.ts';
import { logThrottle } from '#server/shared/logThrottle.ts';
import { guarded } from '#server/shared/guarded.ts';
import { type Connection, Connections, destroy, openConnection } from './connections.ts';
import type { TransportTrust } from './dial.ts';
import { parsedAnswer, refusalOf } from './envelope.ts';
import { Exchange, ReceivingRoom, type RawAnswer } from './exchange.ts';
import { answerInvalid, StaleConnection, staleOf } from './failures.ts';
import { openAnswer } from './followed.ts';
import { type CallableOperation, operationOf } from './operations.ts';
import { kept } from './answerLimits.ts';
import { openHostsFor, ownRoom, warnOfFewFiles } from './openHosts.ts';
import { openStream } from './stream.ts';

export interface TransportOptions {
  trust: TransportTrust;
  log: Logger;
  /** How often this installation was restored: agents refuse a manager of a lower one than they have met. Default: 0. */
  epoch?: number;
  /** The most hosts whose connections are kept open at once. Default: as many as this process has room for. */
  maxHosts?: number;
  /** How often open connections are checked; tests use a shorter time. */
  checkMs?: number;
  /** Called when an agent refuses this manager because it has met one of a higher epoch. */
  tellReplaced?(): void;
  /** See AgentTransport.healthMark. Default: no agent dials. */
  healthMark?(hostId: string): string | null;
}

export interface OwnTransport extends AgentTransport {
  /** How many calls wait for the one before them to the same host. */
  waiting(): number;
  /** See Connections.closeRefused, which also runs every few seconds. Call it when revocations or roots change. */
  closeRefused(): void;
  /** After it every call fails. */
  stop(): void;
}

const defaultTimeoutMs = 30_000;
const deadlineCheckMs = 500;
const REPLACED_TOLD_MS = 60_000;
/** How often open connections and streams are checked for ended certificates. */
const endedCheckMs = 5_000;

/** What all calls share. */
interface Shared {
  /** The header of the installation's epoch, as undici takes it; empty: 0. */
  epoch: readonly string[];
  deadlines: Deadlines;
  room: ReceivingRoom;
}

/** Says in the log, at most once a minute, that agents have met a manager of a higher epoch. */
export function createReplacedNotice(log: Logger): () => void {
  const isTold = logThrottle(REPLACED_TOLD_MS);
  return () => {
    if (isTold('replaced') === null) return;
    log.error(
      'agents refuse this manager: the installation was restored from a backup elsewhere, and that manager has called them since; stop this one',
    );
  };
}

/** Mutual TLS to agents, over HTTP/1.1 connections that are kept alive. */
export function createTransport(options: TransportOptions): OwnTransport {
  const room = ownRoom();
  const { trust, log, maxHosts = openHostsFor(room), checkMs = endedCheckMs } = options;
  const { tellReplaced = createReplacedNotice(log) } = options;
  warnOfFewFiles(room, log);
  const connections = new Connections(trust, maxHosts);
  const deadlines = new Deadlines();
  const epoch = options.epoch ? ['fleetmend-epoch', String(options.epoch)] : [];
  const shared: Shared = { epoch, deadlines, room: new ReceivingRoom(AGENT_LIMITS.receivedBytes) };
  const looks = setInterval(
    guarded(() => connections.closeRefused()),
    checkMs,
  );
  looks.unref();
  let stopped = false;
  const take = (target: AgentTarget): Connection => {
    if (stopped) throw stopping();
    return connections.take(target);
  };
  const toFollow = (target: AgentTarget): Connection => {
    if (stopped) throw stopping();
    return connections.takeToFollow(target);
  };
  return {
    async call(target, operationId, options = {}) {
      const operation = operationOf(operationId);
      const request = requestOf(operation, options, headersOf(shared.epoch, target));
      const raw = await send(take(target), request, shared, options).catch((failure: unknown) => {
        if (!mayRepeat(failure, operation, options)) throw failure;
        return send(take(target), request, shared, options);
      });
      try {
        return answerOf(operationId, operation, raw, options.isKnown);
      } catch (error) {
        if (error instanceof AgentFailure && error.code === 'MANAGER_REPLACED') tellReplaced();
        throw error;
      }
    },
    openJobStream(target, { form = 'socket', ...job }, on, signal) {
      if (form === 'socket') return openStream({ trust, connections, log }, target, job, on, signal);
      const reader = { on, log, room: shared.room, hostId: target.hostId, headers: headersOf(epoch, target) };
      const follow = () => openAnswer(toFollow(target), job, reader, signal);
      return follow().catch((failure: unknown) => {
        if (!(failure instanceof StaleConnection)) throw failure;
        return follow();
      });
    },
    probe: (target, { timeoutMs, asNext = false } = {}) =>
      probe(asNext ? nextOf(trust) : trust, target, shared, timeoutMs),
    disconnect: (hostId, reason) => connections.close(hostId, reason),
    healthMark: options.healthMark ?? (() => null),
    waiting: () => connections.waiting(),
    closeRefused: () => connections.closeRefused(),
    stop() {
      stopped = true;
      clearInterval(looks);
      deadlines.stop();
      connections.closeAll('SHUTTING_DOWN');
    },
  };
}

interface SentRequest {
  path: string;
  method: CallableOperation['method'];
  headers: string[];
  body: string | null;
  /** Whether 304 is a valid answer. */
  conditional: boolean;
  /** The largest answer. */
  maxBytes: number;
}

/** What each call says of this installation and of the trace that it belongs to. */
const headersOf = (epoch: readonly string[], { traceparent }: AgentTarget): readonly string[] =>
  traceparent === undefined ? epoch : [...epoch, 'traceparent', traceparent];

/** By the date the agent sees whether its own clock may be trusted. */
const plainHeaders = (own: readonly string[]): string[] => [
  'accept',
  'application/json',
  'date',
  new Date().toUTCString(),
  ...own,
];

function requestOf<Id extends AgentOperationId>(
  operation: CallableOperation,
  options: AgentCallOptions<Id>,
  own: readonly string[],
): SentRequest {
  const { params, query, body, idempotencyKey, ifNoneMatch } = options;
  const { method, maxBytes } = operation;
  const path = operation.path(params as Record<string, string> | undefined, query as object | undefined);
  if (ifNoneMatch === undefined && body === undefined && idempotencyKey === undefined) {
    return { path, method, headers: plainHeaders(own), body: null, conditional: false, maxBytes };
  }
  const headers = plainHeaders(own);
  if (ifNoneMatch !== undefined) headers.push('if-none-match', ifNoneMatch);
  if (idempotencyKey !== undefined) headers.push('idempotency-key', idempotencyKey);
  if (body !== undefined) headers.push('content-type', 'application/json');
  const text = body === undefined ? null : JSON.stringify(body);
  return { path, method, headers, body: text, conditional: ifNoneMatch !== undefined, maxBytes };
}

const stopping = (): AgentFailure =>
  new AgentFailure('unreachable', 'SHUTTING_DOWN', 'the manager stops', { neverSent: true });

function send(
  connection: Connection,
  request: SentRequest,
  { deadlines, room }: Shared,
  { timeoutMs = defaultTimeoutMs, signal }: { timeoutMs?: number; signal?: AbortSignal },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const used = connection.uses > 0;
    const settle = (): void => {
      connection.inFlight--;
      deadlines.remove(exchange);
      signal?.removeEventListener('abort', onAbort);
    };
    const exchange = new Exchange(
      { maxBytes: request.maxBytes, room },
      (answer) => {
        settle();
        connection.uses++;
        // If it were accepted, the host's data would never be updated again.
        if (answer.status === 304 && !request.conditional)
          return reject(answerInvalid('the agent answered 304 to a call that named no earlier answer', 304));
        resolve(answer);
      },
      (failure) => {
        settle();
        reject(used && !exchange.answered ? staleOf(failure) : failure);
      },
    );
    const onAbort = guarded(() =>
      exchange.abort(
        new AgentFailure('unreachable', 'ABORTED', 'the call was given up', { neverSent: !exchange.started }),
      ),
    );
    connection.inFlight++;
    deadlines.add(exchange, timeoutMs);
    if (signal?.aborted) return onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    connection.client.dispatch(
      { path: request.path, method: request.method, headers: request.headers, body: request.body },
      exchange,
    );
  });
}

function mayRepeat(
  failure: unknown,
  operation: CallableOperation,
  options: { idempotencyKey?: string },
): boolean {
  return failure instanceof StaleConnection && (operation.repeatable || options.idempotencyKey !== undefined);
}

function answerOf<Id extends AgentOperationId>(
  operationId: Id,
  operation: CallableOperation,
  raw: RawAnswer,
  isKnown?: (digest: string) => boolean,
): AgentAnswer<Id> {
  const { status, etag } = raw;
  const lastModified = raw.lastModified === null ? null : timeOf(raw.lastModified);
  if (status === 304 && operation.method === 'GET')
    return { status, data: null, etag, lastModified } as AgentAnswer<Id>;
  if (status === 200 && isKnown?.(createHash('sha256').update(raw.body).digest('base64url')))
    return { status, data: null, etag, lastModified } as AgentAnswer<Id>;
  const parsed = parsedAnswer(raw);
  if (status >= 400) throw refusalOf(parsed, status);
  if (status >= 300) throw answerInvalid(`the agent answered ${status}`, status);
  if (!operation.validate(parsed))
    throw answerInvalid(`the answer of ${operationId} breaks the contract${whereOf(operation)}`, status);
  const data = kept(operationId, (parsed as { data: unknown }).data, raw.body.length);
  return { status, data, etag, lastModified } as AgentAnswer<Id>;
}

function whereOf({ validate }: CallableOperation): string {
  const first = validate.errors?.[0];
  return first ? ` at ${first.instancePath.slice(0, 200) || '/'}: ${first.message ?? ''}` : '';
}

function nextOf(trust: TransportTrust): TransportTrust {
  const next = trust.nextSecureContext?.();
  return next ? { ...trust, secureContext: () => next } : trust;
}

async function probe(
  trust: TransportTrust,
  target: AgentTarget,
  shared: Shared,
  timeoutMs = 10_000,
): Promise<PeerCertificate & { bootId: string }> {
  const connection = openConnection(trust, target);
  try {
    const operation = operationOf('getHealth');
    const raw = await send(connection, requestOf(operation, {}, shared.epoch), shared, { timeoutMs });
    const { data } = answerOf('getHealth', operation, raw);
    if (!connection.peer) throw answerInvalid('the agent answered without a certificate');
    const { serial, fingerprint, notAfter } = connection.peer;
    return { serial, fingerprint, notAfter, bootId: data.boot_id };
  } finally {
    destroy(connection, 'PROBE_ENDED');
  }
}

/** One timer for all calls: a timer per call costs more than the rest of an unchanged poll. */
class Deadlines {
  readonly #open = new Map<Exchange, number>();
  #timer: NodeJS.Timeout | null = null;

  add(exchange: Exchange, timeoutMs: number): void {
    this.#open.set(exchange, performance.now() + timeoutMs);
    this.#timer ??= setInterval(
      guarded(() => this.#check()),
      deadlineCheckMs,
    );
  }

  remove(exchange: Exchange): void {
    this.#open.delete(exchange);
    // The timer runs on while calls come and go; a check without any open call stops it (see #check).
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #check(): void {
    if (this.#open.size === 0) return this.stop();
    const now = performance.now();
    for (const [exchange, deadline] of this.#open) {
      if (deadline <= now)
        exchange.abort(
          new AgentFailure('timeout', 'TIMEOUT', 'the agent took too long', { neverSent: !exchange.started }),
        );
    }
  }
}
