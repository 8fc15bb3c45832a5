import { createServer } from 'node:https';
import type { Server } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { SecureContext, TLSSocket } from 'node:tls';
import { hostServerName } from '../../server/shared/pki/names.ts';
import type { SimulatedAgent } from './agent.ts';
import { neighbourOf, type SharedCalls } from './calls.ts';

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
  { calls, keepAliveMs = KEEP_ALIVE_MS }: { calls: SharedCalls; keepAliveMs?: number | undefined },
): Server {
  const byName = new Map(served.map((one) => [nameOf(one), one]));
  const contexts = new Contexts(served);
  const server = createServer({
    // Here `this` is the socket: a host that is down must break the connection, not refuse it by an alert.
    SNICallback(this: TLSSocket, name, done) {
      const one = byName.get(name);
      if (one && !(one.isUp && one.isListening)) return void this.destroy();
      done(null, one && contexts.of(one));
    },
    requestCert: true,
    rejectUnauthorized: false,
    keepAliveTimeout: keepAliveMs,
    ALPNProtocols: ['http/1.1'],
  });
  server.prependListener('secureConnection', (socket) => {
    const one = byName.get(String(socket.servername));
    if (!one?.isUp || !one.isListening || one.identity.peerProblem(socket) !== null)
      return void socket.destroy();
    calls.take(socket, one);
    one.identity.certificateWasUsed(socket);
  });
  server.on('request', calls.handler);
  server.on('upgrade', calls.handleUpgrade);
  for (const one of served) watch(one, calls, contexts);
  return server;
}

/** Closes an agent's connections when a change of its trust, or its power switch, ends them. */
function watch(one: SimulatedAgent, calls: SharedCalls, contexts: Contexts): void {
  one.onDown = () => calls.break(one);
  one.identity.onChange(() => {
    contexts.forget(one);
    calls.break(one, (socket) => !one.identity.isManager(socket));
    one.agent.recheckPeers();
  });
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
    const one = asked.behaviour.lie === 'certificate' ? neighbourOf(this.#served, asked) : asked;
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
}
