import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createAgent } from '../http/app.ts';
import type { Agent } from '../deps.ts';
import type { HostFacts } from '../host/facts.ts';
import { createCertificateRoutes } from '../http/routes/certificates.ts';
import { AgentIdentity } from '../identity/identity.ts';
import { IdentityStore } from '../identity/store.ts';
import { readTrust } from '../identity/trust.ts';
import type { Trust } from '../identity/trust.ts';
import type { RunReboot } from '../host/rebootCommand.ts';
import { FAKE_BOOT_ID } from '../testing/fakeDeps.ts';
import type { Ways } from '../ways/ways.ts';
import { SimulatedBackend } from './backend.ts';
import type { SimulatedPackages } from './backend.ts';
import type { Behaviour } from './behaviour.ts';
import { simulatedHost } from './host.ts';

/** What simulated agents say that they are. */
export const agentVersion = '0.1.0';

export interface SimulatedAgentOptions {
  name: string;
  /** The host whose data this one shows when it lies. */
  neighbour: string;
  dataDir: string;
  packages: SimulatedPackages;
  behaviour: Behaviour;
  /** Default: the facts of every simulated host. A host with facts of its own never lies about its machine id. */
  host?: HostFacts | undefined;
  /** Default: one with these packages and this behaviour. */
  backend?: SimulatedBackend | undefined;
  /** Whether jobs may change how it is reached; then `makeWays` is set before it is up. */
  canChangeConnection?: boolean;
  /** Of its first boot here; default: that of every simulated host. */
  bootId?: string | undefined;
  log: Logger;
  /** Parses a trust text, or returns the result of an earlier call with the same text. */
  trustOf: (pem: string) => Trust;
}

/** One simulated host: a real agent with a package manager in memory and a power switch. */
export class SimulatedAgent {
  readonly name: string;
  readonly identity: AgentIdentity;
  readonly backend: SimulatedBackend;
  /** May be changed while the host runs, except for `power`, which only the switch changes. */
  readonly behaviour: Behaviour;
  /** Whether it takes calls at the port; only a change of the connection sets this. */
  isListening = true;
  /** When the manager last called, by `performance.now()`. */
  heardAtMs = performance.now();
  /** Makes how the manager reaches this host, for each boot; null: that never changes. */
  makeWays: (() => Ways) | null = null;
  /** Called when the host goes down: its connections break. */
  onDown: () => void = () => {};
  /** Called when the host is up again. */
  onUp: () => void = () => {};
  readonly #options: SimulatedAgentOptions;
  readonly #stopping = new AbortController();
  #agent: Agent;
  #bootId: string;
  #up = false;
  #ways: Ways | null = null;

  private constructor(options: SimulatedAgentOptions, identity: AgentIdentity) {
    this.#options = options;
    this.name = options.name;
    this.identity = identity;
    this.behaviour = options.behaviour;
    this.backend = options.backend ?? new SimulatedBackend(options.packages, options.behaviour);
    this.#bootId = options.bootId ?? FAKE_BOOT_ID;
    this.#agent = this.#createAgent();
  }

  /** A host whose identity is not in its data directory. */
  static of(options: SimulatedAgentOptions, identity: AgentIdentity): SimulatedAgent {
    return new SimulatedAgent(options, identity);
  }

  /** Throws when the host is not enrolled. */
  static async load(options: SimulatedAgentOptions): Promise<SimulatedAgent> {
    const store = new IdentityStore(options.dataDir);
    const identity = await store.load();
    const trust = await store.readTrust();
    if (identity && trust !== null)
      return new SimulatedAgent(options, new AgentIdentity(store, identity, options.trustOf(trust)));
    throw new Error(`the simulated host ${options.name} is not enrolled (no identity in ${options.dataDir})`);
  }

  get hostId(): string {
    return this.identity.identity.hostId;
  }

  /** The agent of the present boot. */
  get agent(): Agent {
    return this.#agent;
  }

  /** Of the present boot. */
  get bootId(): string {
    return this.#bootId;
  }

  /** Whether the host can be reached. */
  get isUp(): boolean {
    return this.#up;
  }

  async powerOn(): Promise<void> {
    if (this.#up || this.#stopping.signal.aborted) return;
    this.#ways = this.makeWays?.() ?? null;
    if (this.#ways) this.isListening = false;
    await this.#agent.start();
    this.#up = true;
    this.onUp();
    await this.#ways?.start();
  }

  /** Like a power cut that the disk survives: the running job stays in the journal. A later powerOn is another boot. */
  async powerOff(): Promise<void> {
    if (!this.#up) return;
    this.#up = false;
    this.onDown();
    await this.#ways?.stop(0);
    await this.#agent.stop();
    this.backend.restarted();
    this.#bootId = randomUUID();
    this.#agent = this.#createAgent();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    if (!this.#up) return;
    this.#up = false;
    await this.#ways?.stop(0);
    await this.#agent.stop();
  }

  #createAgent(): Agent {
    const { name, neighbour, dataDir, host, log } = this.#options;
    return createAgent({
      backend: this.backend,
      dataDir,
      log,
      agentVersion,
      bootId: () => this.#bootId,
      authorize: this.identity.authorize,
      admit: this.identity.admit,
      certificateRoutes: createCertificateRoutes(this.identity),
      problems: () => this.identity.problems(),
      host: host ?? simulatedHost(name, () => (this.behaviour.lie === 'machine_id' ? neighbour : name)),
      runReboot: this.#runReboot,
      announce: () => Promise.resolve(),
      inhibitors: () => Promise.resolve([]),
      lacks: () => this.behaviour.lacks,
      ...(this.#options.canChangeConnection ? { ways: () => this.#waysNow() } : {}),
      // A thousand hosts that refresh by themselves would disturb every measurement.
      settings: { refreshAfterMs: 0 },
    });
  }

  #waysNow(): Ways {
    if (this.#ways) return this.#ways;
    throw new Error(`nobody has said how the simulated host ${this.name} is reached`);
  }

  /** Runs instead of the command, which would restart the machine that runs the simulator. */
  readonly #runReboot: RunReboot = async () => {
    const { reboot } = this.behaviour;
    if (reboot === 'refused') return { exitCode: 1, stderr: 'The script refuses the restart.' };
    if (reboot !== 'ignored')
      // The restart is not awaited: it ends the job that asked for it.
      setImmediate(() => void this.#restart().catch((error: unknown) => this.#failed(error)));
    return { exitCode: 0, stderr: '' };
  };

  async #restart(): Promise<void> {
    await this.powerOff();
    const { reboot, rebootMs } = this.behaviour;
    if (reboot === 'never_returns') return;
    const { signal } = this.#stopping;
    await sleep(rebootMs, undefined, { signal, ref: false }).catch(() => undefined);
    await this.powerOn();
  }

  #failed(error: unknown): void {
    this.#options.log.error({ host: this.name, err: error }, 'a simulated restart failed');
  }
}

/** Returns a function that parses trust texts and caches the results: most hosts of a fleet have the same text. */
export function createTrustReader(): (pem: string) => Trust {
  const known = new Map<string, Trust>();
  return (pem) => {
    const trust = known.get(pem) ?? readTrust(pem);
    known.set(pem, trust);
    return trust;
  };
}

/** The data directory of one simulated host. */
export const dataDirOf = (dir: string, name: string): string => join(dir, name);
