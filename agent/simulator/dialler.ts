import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import { systemClock } from '../clock.ts';
import type { AgentIdentity } from '../identity/identity.ts';
import { ChannelServer } from '../link/channelServer.ts';
import { LinkKeeper } from '../link/keeper.ts';
import { agentVersion } from './agent.ts';
import type { SimulatedAgent } from './agent.ts';
import { neighbourOf, type SharedCalls } from './calls.ts';
import { callerAddress } from './enroll.ts';

/** The first links are opened bit by bit: the hosts of a real fleet do not start in the same second. */
const startedAtOnce = 10;
const pauseMs = 25;

export interface DiallerOptions {
  /** Where the managers are; each host begins with another one of them. */
  managers: readonly string[];
  calls: SharedCalls;
  /** The place of a host in the whole fleet. */
  placeOf: (one: SimulatedAgent) => number;
  /** How long a channel stays open between two calls. Default: as long as with the real agent. */
  keepAliveMs?: number | undefined;
  log: Logger;
}

/**
 * Has many agents dial the manager: each that is up keeps a link of its own by the agent's own code. The channels of
 * all are served by one HTTP server.
 */
export class SharedDialler {
  readonly #options: DiallerOptions;
  readonly #channels: ChannelServer;
  readonly #served: readonly SimulatedAgent[];
  readonly #keepers = new Map<SimulatedAgent, LinkKeeper>();
  readonly #sockets = new WeakSet<TLSSocket>();
  #isStopped = false;

  constructor(served: readonly SimulatedAgent[], options: DiallerOptions) {
    const { calls, keepAliveMs } = options;
    this.#served = served;
    this.#options = options;
    const { handler, handleUpgrade } = calls;
    this.#channels = new ChannelServer({ handler, handleUpgrade, clock: systemClock, idleMs: keepAliveMs });
  }

  /** How many links hold. */
  get links(): number {
    let up = 0;
    for (const { status } of this.#keepers.values()) if (status.state === 'up') up += 1;
    return up;
  }

  /** Resolves when each host that is up has begun to dial. */
  async start(): Promise<void> {
    for (const [index, one] of this.#served.entries()) {
      if (this.#isStopped) return;
      one.onUp = () => this.#keep(one);
      one.onDown = () => this.#down(one);
      if (one.isUp) this.#keep(one);
      if (index % startedAtOnce === startedAtOnce - 1) await sleep(pauseMs);
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#keepers.values()].map((keeper) => keeper.stop(0)));
    await this.#channels.close(0);
  }

  /** Whether the connection is a channel. */
  serves(socket: TLSSocket): boolean {
    return this.#sockets.has(socket);
  }

  #keep(one: SimulatedAgent): void {
    if (!this.#isStopped && !this.#keepers.has(one)) this.open(one);
  }

  /** Has the agent keep a link of its own, which takes the place of one before. */
  open(one: SimulatedAgent): LinkKeeper {
    const { calls, placeOf, log } = this.#options;
    const managers = this.#managersOf(one);
    const own = new WeakSet<TLSSocket>();
    const keeper = new LinkKeeper({
      identity: this.#shownBy(one),
      log,
      clock: systemClock,
      random: Math.random,
      managers,
      agentVersion,
      bootId: () => one.bootId,
      healthMark: () => one.agent.healthMark(),
      channels: {
        serve: (socket, head) => {
          calls.take(socket, one);
          own.add(socket);
          this.#sockets.add(socket);
          this.#channels.serve(socket, head);
        },
        close: () => Promise.resolve(calls.break(one, (socket) => own.has(socket))),
      },
      onTrustChanged: () => one.agent.recheckPeers(),
      ...callerAddress(managers[0].href, placeOf(one)),
    });
    this.#keepers.set(one, keeper);
    keeper.start();
    return keeper;
  }

  #managersOf(one: SimulatedAgent): [URL, ...URL[]] {
    const { managers, placeOf } = this.#options;
    const at = placeOf(one) % managers.length;
    const [first = '', ...others] = [...managers.slice(at), ...managers.slice(0, at)];
    return [new URL(first), ...others.map((url) => new URL(url))];
  }

  #down(one: SimulatedAgent): void {
    void this.#keepers.get(one)?.stop(0);
    this.#keepers.delete(one);
  }

  /** The host's identity; one that lies shows the certificate of another, and still says who it is itself. */
  #shownBy(one: SimulatedAgent): AgentIdentity {
    if (one.behaviour.lie !== 'certificate') return one.identity;
    const tlsOptions = neighbourOf(this.#served, one).identity.tlsOptions();
    return Object.create(one.identity, { tlsOptions: { value: () => tlsOptions } }) as AgentIdentity;
  }
}
