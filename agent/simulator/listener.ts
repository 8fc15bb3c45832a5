import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createSecureContext } from 'node:tls';
import type { SecureContext, TLSSocket } from 'node:tls';
import { hostServerName } from '../../server/shared/pki/names.ts';
import type { SimulatedAgent } from './agent.ts';

/** Called for each answer, before its last byte is sent. */
export type OnAnswer = (req: IncomingMessage, res: ServerResponse) => void;

/** TLS contexts to cache; a handshake with any other host makes one (half a millisecond, 33 kB). */
const maxContexts = 1_000;

/** As long as the agent itself keeps a connection between two requests. */
const KEEP_ALIVE_MS = 120_000;

/**
 * One mutual-TLS port for many agents: the server name that the manager asks for selects the certificate and, after
 * the handshake, the agent. Otherwise it works like the real listener and judges peers in the same way.
 */
export function createSharedListener(
  served: readonly SimulatedAgent[],
  { onAnswer, keepAliveMs = KEEP_ALIVE_MS }: { onAnswer: OnAnswer; keepAliveMs?: number },
): Server {
  const byName = new Map(served.map((one) => [nameOf(one), one]));
  const contexts = new Contexts(served);
  const open = new Map<TLSSocket, SimulatedAgent>();
  const server = createServer({
    // Here `this` is the socket: a host that is down must break the connection, not refuse it by an alert.
    SNICallback(this: TLSSocket, name, done) {
      const one = byName.get(name);
      if (one && !one.isUp) return void this.destroy();
      done(null, one && contexts.of(one));
    },
    requestCert: true,
    rejectUnauthorized: false,
    keepAliveTimeout: keepAliveMs,
    ALPNProtocols: ['http/1.1'],
  });
  server.prependListener('secureConnection', (socket) => {
    const one = byName.get(String(socket.servername));
    if (!one?.isUp || one.identity.peerProblem(socket) !== null) return void socket.destroy();
    open.set(socket, one);
    socket.once('close', () => open.delete(socket));
    one.identity.certificateWasUsed(socket);
  });
  server.on('request', (req, res) => {
    const one = open.get(req.socket as TLSSocket);
    if (!one) return void req.socket.destroy();
    res.once('finish', () => onAnswer(req, res));
    answer(one, req, res);
  });
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    const one = open.get(req.socket as TLSSocket);
    if (!one) socket.destroy();
    else if (!one.behaviour.silent) one.agent.handleUpgrade(req, socket, head);
  });
  for (const one of served) watch(one, open, contexts);
  return server;
}

/** Closes an agent's connections when a change of its trust, or its power switch, ends them. */
function watch(one: SimulatedAgent, open: ReadonlyMap<TLSSocket, SimulatedAgent>, contexts: Contexts): void {
  const closeThose = (judge: (socket: TLSSocket) => boolean): void => {
    for (const [socket, owner] of open) if (owner === one && judge(socket)) socket.destroy();
  };
  one.onDown = () => closeThose(() => true);
  one.identity.onChange(() => {
    contexts.forget(one);
    closeThose((socket) => !one.identity.isManager(socket));
    one.agent.recheckPeers();
  });
}

/** Applies the faults of the network and of a broken agent to an answer; everything else is done by the agent. */
function answer(one: SimulatedAgent, req: IncomingMessage, res: ServerResponse): void {
  const { silent, lie, answerDelayMs } = one.behaviour;
  if (silent) return;
  if (lie === 'contract') {
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"success":true,"data":{"lie":true}}');
    return;
  }
  if (answerDelayMs === 0) return one.agent.handler(req, res);
  const timer = setTimeout(() => one.agent.handler(req, res), answerDelayMs);
  res.once('close', () => clearTimeout(timer));
}

const nameOf = ({ hostId }: SimulatedAgent): string => hostServerName(hostId);

/** Caches the TLS contexts of the hosts used last. */
class Contexts {
  readonly #served: readonly SimulatedAgent[];
  readonly #kept = new Map<SimulatedAgent, SecureContext>();

  constructor(served: readonly SimulatedAgent[]) {
    this.#served = served;
  }

  of(asked: SimulatedAgent): SecureContext {
    const one = asked.behaviour.lie === 'certificate' ? this.#another(asked) : asked;
    const context = this.#kept.get(one) ?? createSecureContext(one.identity.tlsOptions());
    this.#kept.delete(one);
    this.#kept.set(one, context);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxContexts && oldest) this.#kept.delete(oldest);
    return context;
  }

  forget(one: SimulatedAgent): void {
    this.#kept.delete(one);
  }

  #another(one: SimulatedAgent): SimulatedAgent {
    return this.#served[(this.#served.indexOf(one) + 1) % this.#served.length] ?? one;
  }
}
