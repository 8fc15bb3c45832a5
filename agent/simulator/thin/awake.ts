import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import { guarded } from '#server/shared/guarded.ts';
import type { OpenChannel } from '#server/shared/wire/link.ts';
import { systemClock } from '../../clock.ts';
import { AgentIdentity } from '../../identity/identity.ts';
import type { Trust } from '../../identity/trust.ts';
import type { ChannelServer } from '../../link/channelServer.ts';
import { Channels } from '../../link/channels.ts';
import { dataDirOf, SimulatedAgent } from '../agent.ts';
import { SimulatedBackend } from '../backend.ts';
import type { PackageState, SimulatedPackages } from '../backend.ts';
import { wellBehaved } from '../behaviour.ts';
import type { SharedCalls } from '../calls.ts';
import type { HostPair } from './certificates.ts';
import { identityOf, MemoryStore } from './store.ts';
import type { KeptIdentity } from './store.ts';

const lookMs = 500;

/** In what a host differs from one that was just enrolled. */
export interface KeptHost {
  identity: KeptIdentity;
  bootId: string | undefined;
  packages: PackageState | null;
  /** Of its health; see HealthMark. */
  mark: string;
}

export interface AwakeOptions {
  name: string;
  pair: HostPair;
  trustPem: string;
  kept: KeptHost | null;
  /** Holds the journals of hosts that have run a job. */
  dir: string;
  localAddress: string | undefined;
  packages: SimulatedPackages;
  trustOf: (pem: string) => Trust;
  calls: SharedCalls;
  channels: ChannelServer;
  log: Logger;
}

/**
 * A thin host as long as the manager calls it: then it is a whole simulated agent, with the agent's own channels,
 * routes, journal and queue. What it then answers needs no code of its own.
 */
export class AwakeHost {
  readonly agent: SimulatedAgent;
  /** Called when its last channel has been closed. */
  onQuiet: () => void = () => undefined;
  readonly #options: AwakeOptions;
  readonly #store: MemoryStore;
  readonly #channels: Channels;
  #asked = 0;
  #isAsleep = false;
  #cancelLook = (): void => undefined;

  private constructor(options: AwakeOptions, store: MemoryStore, identity: AgentIdentity) {
    const { name, packages, kept, dir, trustOf, calls, channels, localAddress, log } = options;
    this.#options = options;
    this.#store = store;
    const behaviour = wellBehaved();
    this.agent = SimulatedAgent.of(
      {
        name,
        neighbour: name,
        dataDir: dataDirOf(dir, name),
        packages,
        behaviour,
        backend: new SimulatedBackend(packages, behaviour, kept?.packages ?? undefined),
        bootId: kept?.bootId,
        log,
        trustOf,
      },
      identity,
    );
    const own = new WeakSet<TLSSocket>();
    this.#channels = new Channels({
      identity,
      log,
      clock: systemClock,
      localAddress,
      channels: {
        serve: (socket, head) => {
          own.add(socket);
          calls.take(socket, this.agent);
          socket.once(
            'close',
            guarded(() => this.#tellQuiet()),
          );
          channels.serve(socket, head);
        },
        close: () => Promise.resolve(calls.break(this.agent, (socket) => own.has(socket))),
      },
    });
    identity.onChange(() => {
      this.#channels.recheck();
      this.agent.agent.recheckPeers();
    });
  }

  static async start(options: AwakeOptions): Promise<AwakeHost> {
    const { pair, trustPem, kept, trustOf } = options;
    const store = new MemoryStore(pair, trustPem, kept?.identity);
    const identity = identityOf(kept?.identity.pair ?? pair);
    const trust = trustOf(kept?.identity.trustPem ?? trustPem);
    const awake = new AwakeHost(options, store, new AgentIdentity(store, identity, trust));
    await awake.agent.powerOn();
    return awake;
  }

  /** Whether nobody calls it, and nothing runs that would be lost if it slept. */
  get isQuiet(): boolean {
    const { isUp, agent } = this.agent;
    return this.#asked === 0 && this.#channels.count === 0 && isUp && agent.isIdle;
  }

  /** Opens the channel that this manager asks for. */
  async open(url: URL, message: OpenChannel): Promise<void> {
    this.#asked += 1;
    await this.#channels.open(url, message);
    this.#asked -= 1;
    this.#tellQuiet();
  }

  /** Breaks the calls that are under way. */
  cut(): void {
    this.#options.calls.break(this.agent);
  }

  mark(): Promise<string> {
    return this.agent.agent.healthMark();
  }

  /** Ends the agent; what it leaves behind is as if it had stayed. */
  async sleep(): Promise<KeptHost> {
    this.#cancelLook();
    this.#isAsleep = true;
    const kept: KeptHost = {
      identity: this.#store.kept,
      bootId: this.agent.bootId,
      packages: this.agent.backend.state,
      mark: await this.mark(),
    };
    await this.#channels.close(0);
    await this.agent.stop();
    await removeUnused(dataDirOf(this.#options.dir, this.agent.name));
    return kept;
  }

  /** A job may still be on its way to its end when the last channel closes. */
  #tellQuiet(): void {
    if (this.#isAsleep) return;
    this.#cancelLook();
    if (this.isQuiet) return this.onQuiet();
    if (this.#asked === 0 && this.#channels.count === 0)
      this.#cancelLook = systemClock.after(lookMs, () => this.#tellQuiet());
  }
}

/** Removes the directories of an agent that has written nothing into them: most hosts of a fleet never run a job. */
async function removeUnused(dataDir: string): Promise<void> {
  const folders = ['journal', 'idempotency'].map((name) => join(dataDir, name));
  try {
    for (const folder of [...folders, dataDir]) await rmdir(folder);
  } catch {
    // One that is not empty stays.
  }
}
