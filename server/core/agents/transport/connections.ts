import { Client } from '#server/shared/connections/undici.ts';
import { AgentFailure } from '#server/shared/wire/agentFailure.ts';
import type { AgentTarget } from '../transport.ts';
import { hasEnded, reach, refusalOf, type ProvenPeer, type TransportTrust } from './dial.ts';

/** One kept-alive connection (made when first needed, and again when it was closed). */
export interface Connection {
  client: Client;
  inFlight: number;
  /** Answers on the present socket; a request that fails on a used socket may have found it dead. */
  uses: number;
  peer: ProvenPeer | null;
  /** A streamed answer uses it for as long as a job takes: no other request may queue behind it. */
  following: boolean;
  /** The host is reached in another way by now: no request is begun on it, and it closes once it is idle. */
  retired: boolean;
}

interface HostEntry {
  address: string;
  port: number;
  loopbackAllowed: boolean;
  connection: 'listen' | 'dial';
  connections: Connection[];
  streams: Set<HostStream>;
}

export interface HostStream {
  peer: ProvenPeer | null;
  close(reason: string): void;
}

/** The second connection is made only while the first is busy, so that a long answer does not delay a dispatch. */
const maxConnectionsPerHost = 2;
const maxWaitingPerHost = 64;
/** A host has one job at work, but its reader may start again before the former stream is closed. */
const maxFollowingPerHost = 4;
const idleMs = 600_000;
const headersTimeoutMs = 10_000;
const bodyTimeoutMs = 10_000;

/** Open connections by host, the least recently used first; beyond `maxHosts` idle ones are closed. */
export class Connections {
  readonly #hosts = new Map<string, HostEntry>();
  readonly #trust: TransportTrust;
  readonly #maxHosts: number;

  constructor(trust: TransportTrust, maxHosts: number) {
    this.#trust = trust;
    this.#maxHosts = maxHosts;
  }

  get size(): number {
    return this.#hosts.size;
  }

  /** How many calls wait behind another one on the connections to their hosts. */
  waiting(): number {
    let sum = 0;
    for (const { connections } of this.#hosts.values())
      for (const { inFlight } of connections) sum += Math.max(0, inFlight - 1);
    return sum;
  }

  /** A connection for one request. Throws AgentFailure when too many wait already. */
  take(target: AgentTarget): Connection {
    const { connections } = this.#entryOf(target);
    let best: Connection | null = null;
    let usable = 0;
    for (const connection of connections) {
      if (connection.following || connection.retired) continue;
      usable += 1;
      if (!best || connection.inFlight < best.inFlight) best = connection;
    }
    if (best && (best.inFlight === 0 || usable >= maxConnectionsPerHost)) {
      if (best.inFlight >= maxWaitingPerHost) throw busy();
      return best;
    }
    return this.#open(target, connections);
  }

  /** A connection for a streamed answer: no other request gets it until `following` is false again. */
  takeToFollow(target: AgentTarget): Connection {
    const { connections } = this.#entryOf(target);
    if (connections.filter(({ following }) => following).length >= maxFollowingPerHost) throw busy();
    const idle = connections.find(
      ({ inFlight, following, retired }) => inFlight === 0 && !following && !retired,
    );
    const taken = idle ?? this.#open(target, connections);
    taken.following = true;
    return taken;
  }

  #open(target: AgentTarget, connections: Connection[]): Connection {
    const made = openConnection(this.#trust, target);
    connections.push(made);
    return made;
  }

  addStream(target: AgentTarget, stream: HostStream): () => void {
    const { streams } = this.#entryOf(target);
    streams.add(stream);
    return () => streams.delete(stream);
  }

  close(hostId: string, reason: string): void {
    const entry = this.#hosts.get(hostId);
    if (!entry) return;
    this.#hosts.delete(hostId);
    closeEntry(entry, reason);
  }

  /**
   * Closes connections and streams under a certificate that is revoked, has ended, or was signed by a removed root;
   * connections of the same host under another certificate stay.
   */
  closeRefused(): void {
    for (const entry of this.#hosts.values()) {
      this.#closeConnections(entry, (peer) => this.#refusalOf(peer));
      for (const stream of [...entry.streams]) {
        const reason = this.#refusalOf(stream.peer);
        if (reason) stream.close(reason);
      }
    }
  }

  #closeConnections({ connections }: HostEntry, judge: (peer: ProvenPeer | null) => string | null): void {
    for (let i = connections.length - 1; i >= 0; i -= 1) {
      const connection = connections[i];
      const reason = connection ? judge(connection.peer) : null;
      if (!connection || !reason) continue;
      connections.splice(i, 1);
      destroy(connection, reason);
    }
  }

  #refusalOf(peer: ProvenPeer | null): string | null {
    return peer && refusalOf(this.#trust, peer);
  }

  closeAll(reason: string): void {
    for (const hostId of [...this.#hosts.keys()]) this.close(hostId, reason);
  }

  #entryOf(target: AgentTarget): HostEntry {
    const { hostId, address, port, loopbackAllowed, connection = 'listen' } = target;
    let entry = this.#hosts.get(hostId);
    if (
      entry &&
      (entry.address !== address || entry.port !== port || entry.loopbackAllowed !== loopbackAllowed)
    ) {
      this.close(hostId, 'HOST_MOVED');
      entry = undefined;
    }
    if (entry && entry.connection !== connection) {
      entry.connection = connection;
      // The agent keeps its former way open for what is under way there.
      for (const one of entry.connections) one.retired = true;
    }
    if (entry) this.#closeIdleRetired(entry);
    if (entry) this.#hosts.delete(hostId);
    else entry = { address, port, loopbackAllowed, connection, connections: [], streams: new Set() };
    // A map keeps the order of insertion: the last entry is the most recently used.
    this.#hosts.set(hostId, entry);
    // Nothing is sent under a certificate that has ended, even before the next regular check.
    this.#closeConnections(entry, endedOf);
    if (this.#hosts.size > this.#maxHosts) this.#closeIdle(hostId);
    return entry;
  }

  #closeIdleRetired({ connections }: HostEntry): void {
    for (let i = connections.length - 1; i >= 0; i -= 1) {
      const connection = connections[i];
      if (!connection?.retired || connection.inFlight > 0 || connection.following) continue;
      connections.splice(i, 1);
      destroy(connection, 'HOST_MOVED');
    }
  }

  #closeIdle(keepId: string): void {
    for (const [hostId, entry] of this.#hosts) {
      if (this.#hosts.size <= this.#maxHosts) return;
      const idle = entry.streams.size === 0 && entry.connections.every(({ inFlight }) => inFlight === 0);
      if (idle && hostId !== keepId) this.close(hostId, 'IDLE');
    }
  }
}

const endedOf = (peer: ProvenPeer | null): string | null =>
  peer && hasEnded(peer) ? 'CONNECTION_LOST' : null;

export function openConnection(trust: TransportTrust, target: AgentTarget): Connection {
  const connection: Omit<Connection, 'client'> & { client?: Client } = {
    inFlight: 0,
    uses: 0,
    peer: null,
    following: false,
    retired: false,
  };
  connection.client = new Client('https://agent.fleetmend.internal', {
    connect: (_options, callback) => {
      reach(trust, target, (error, socket, peer) => {
        connection.peer = peer;
        connection.uses = 0;
        if (socket) callback(null, socket);
        else callback(error ?? new Error('no socket'), null);
      });
    },
    headersTimeout: headersTimeoutMs,
    bodyTimeout: bodyTimeoutMs,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    pipelining: 1,
  });
  return connection as Connection;
}

function busy(): AgentFailure {
  return new AgentFailure('unreachable', 'CONNECTION_BUSY', 'too many calls wait for this agent', {
    neverSent: true,
  });
}

function closeEntry({ connections, streams }: HostEntry, reason: string): void {
  for (const connection of connections) destroy(connection, reason);
  for (const stream of [...streams]) stream.close(reason);
}

export function destroy({ client }: Connection, reason: string): void {
  const kind = reason.startsWith('CERTIFICATE_') ? 'tls' : 'unreachable';
  void client
    .destroy(new AgentFailure(kind, reason, 'the connection was closed', { retryable: kind !== 'tls' }))
    .catch(() => undefined);
}
