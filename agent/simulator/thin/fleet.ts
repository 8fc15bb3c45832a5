import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { logThrottle } from '#server/shared/logThrottle.ts';
import { systemClock } from '../../clock.ts';
import { authoritiesOf } from '../../identity/trust.ts';
import { ChannelServer } from '../../link/channelServer.ts';
import { createTrustReader } from '../agent.ts';
import { SharedCalls, type OnAnswer } from '../calls.ts';
import { callerAddress } from '../enroll.ts';
import { inParallel } from '../parallel.ts';
import type { SimulatedPackages } from '../packages.ts';
import { AwakeHost } from './awake.ts';
import type { KeptHost } from './awake.ts';
import { FleetCertificates } from './certificates.ts';
import { ThinHost } from './host.ts';
import type { HostFleet } from './host.ts';
import { SharedTls } from './link.ts';
import { Wheel } from './wheel.ts';

/** Links that each process opens at once at its start; what is lost later is opened again as agents do. */
const triedAtOnce = 16;
const stoppedAtOnce = 64;
const lookMs = 1_000;
const logOncePerMs = 60_000;

export interface ThinFleetOptions {
  /** Where the fleet was enrolled; see FleetCertificates. */
  dir: string;
  names: readonly string[];
  /** Which of them this process serves: every `of`th from `index` on. Default: all. */
  part?: { index: number; of: number };
  /** Where the managers are; each host begins with another one of them. */
  managers: readonly string[];
  packages?: SimulatedPackages;
  /** Below so many MB of available memory on this machine no further host is started. Default: all are. */
  leastMemoryMb?: number | undefined;
  /** How long a channel stays open between two calls. Default: as long as with the real agent. */
  keepAliveMs?: number | undefined;
  onAnswer: OnAnswer;
  log: Logger;
  random?: () => number;
}

/** How far a thin fleet is. */
export interface ThinCounts {
  /** How many hosts have begun to dial; fewer than all as long as it starts, or where memory is short. */
  begun: number;
  links: number;
  /** How many are whole agents just now, since the manager calls them. */
  awake: number;
  /** Whether no more hosts are started since memory is short. */
  isShort: boolean;
}

/** Very many hosts in one process that dial, of which each is little more than a socket. */
export class ThinFleet {
  readonly hosts: readonly ThinHost[];
  readonly #options: ThinFleetOptions;
  readonly #certificates: FleetCertificates;
  /** Of hosts that have run jobs. */
  readonly #journals: string;
  readonly #wheel = new Wheel();
  readonly #calls: SharedCalls;
  readonly #channels: ChannelServer;
  readonly #trustOf = createTrustReader();
  readonly #shared: HostFleet;
  readonly #mayLog = logThrottle(logOncePerMs);
  #begun = 0;
  #trying = 0;
  #links = 0;
  #isShort = false;
  #isStopped = false;
  #lookedAtMs = -Infinity;

  /** Throws when not every host of the part is enrolled there. */
  constructor(options: ThinFleetOptions) {
    const { dir, names, part = { index: 0, of: 1 }, managers, keepAliveMs, onAnswer, random, log } = options;
    this.#options = options;
    this.#certificates = FleetCertificates.open(dir);
    if (this.#certificates.count < names.length)
      throw new Error(`${this.#certificates.count} hosts are enrolled in ${dir}, and not ${names.length}`);
    this.#calls = new SharedCalls(onAnswer);
    const { handler, handleUpgrade } = this.#calls;
    this.#channels = new ChannelServer({ handler, handleUpgrade, clock: systemClock, idleMs: keepAliveMs });
    const trust = this.#trustOf(this.#certificates.trustPem);
    const rootPems = authoritiesOf(trust).map(({ certificate }) => certificate.toString());
    this.#journals = join(dir, `journals-${part.index}`);
    // They are of a start before, which knew what else had become of its hosts.
    rmSync(this.#journals, { recursive: true, force: true });
    this.#shared = {
      managers: managers.map((url) => new URL(url)),
      wheel: this.#wheel,
      tls: new SharedTls(rootPems),
      mark: '',
      random: random ?? Math.random,
      pairAt: (place) => this.#pairAt(place),
      localAddressAt: (place) => callerAddress(managers[0] ?? '', place).localAddress,
      awaken: (place, kept) => this.#awaken(place, kept),
      linked: () => void (this.#links += 1),
      lost: (reason, wasUp) => this.#lost(reason, wasUp),
      tried: () => this.#tried(),
      failed: (error) => log.error({ err: error }, 'a thin host could not be woken'),
    };
    this.hosts = names.flatMap((_name, place) =>
      place % part.of === part.index ? [new ThinHost(this.#shared, place)] : [],
    );
  }

  get counts(): ThinCounts {
    return {
      begun: this.#begun,
      links: this.#links,
      awake: this.hosts.reduce((total, { isAwake }) => total + Number(isAwake), 0),
      isShort: this.#isShort,
    };
  }

  /** Resolves when the first of them dial; the others follow as fast as the managers take them. */
  async start(): Promise<void> {
    const [first] = this.hosts;
    if (!first) return;
    const template = await this.#awaken(first.place, null);
    this.#shared.mark = (await template.sleep()).mark;
    this.#startMore();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wheel.stop();
    await inParallel(this.hosts, stoppedAtOnce, (host) => host.stop());
    await this.#channels.close(0);
    this.#certificates.close();
  }

  #startMore(): void {
    while (this.#trying < triedAtOnce && !this.#isShort && !this.#isStopped) {
      const next = this.hosts[this.#begun];
      if (!next || this.#isMemoryShort()) return;
      this.#begun += 1;
      this.#trying += 1;
      next.start();
    }
  }

  #tried(): void {
    this.#trying -= 1;
    this.#startMore();
  }

  #lost(reason: string, wasUp: boolean): void {
    if (wasUp) this.#links -= 1;
    const untold = this.#isStopped ? null : this.#mayLog(reason.replaceAll(/[\d.:]+/g, ''));
    if (untold !== null) this.#options.log.warn({ reason, wasUp, untold }, 'a thin host lost its link');
  }

  #isMemoryShort(): boolean {
    const { leastMemoryMb = 0, log } = this.#options;
    const now = performance.now();
    if (leastMemoryMb === 0 || now - this.#lookedAtMs < lookMs) return false;
    this.#lookedAtMs = now;
    const leftMb = availableMb();
    this.#isShort = leftMb < leastMemoryMb;
    if (this.#isShort) log.warn({ begun: this.#begun, leftMb }, 'memory is short: no more hosts are started');
    return this.#isShort;
  }

  #pairAt(place: number): ReturnType<HostFleet['pairAt']> {
    const pair = this.#certificates.at(place);
    if (pair) return pair;
    throw new Error(`no host is enrolled at place ${place} of ${this.#options.dir}`);
  }

  #awaken(place: number, kept: KeptHost | null): Promise<AwakeHost> {
    const { names, packages = {}, log } = this.#options;
    return AwakeHost.start({
      name: names[place] ?? '',
      pair: this.#pairAt(place),
      trustPem: this.#certificates.trustPem,
      kept,
      dir: this.#journals,
      localAddress: this.#shared.localAddressAt(place),
      packages,
      trustOf: this.#trustOf,
      calls: this.#calls,
      channels: this.#channels,
      // Each of them would tell of a late channel for itself.
      log: log.child({}, { level: 'error' }),
    });
  }
}

/** How much memory this machine has left for new work without swapping, in MB (10^6 bytes); MemAvailable of proc(5). */
export function availableMb(): number {
  const kib = /^MemAvailable:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
  return kib === undefined ? Infinity : (Number(kib) * 1024) / 1_000_000;
}
