import { guarded } from '#server/shared/guarded.ts';
import { linkLimits, nextHeartbeatMs } from '#server/shared/wire/link.ts';
import type { ManagerHello, OpenChannel } from '#server/shared/wire/link.ts';
import { FAKE_BOOT_ID } from '../../testing/fakeDeps.ts';
import { agentVersion } from '../agent.ts';
import type { AwakeHost, KeptHost } from './awake.ts';
import type { HostPair } from './certificates.ts';
import { ThinLink } from './link.ts';
import type { LinkOwner, ThinLinkOptions } from './link.ts';
import type { Wheel, Woken } from './wheel.ts';

/** From the first byte to the manager's hello. */
const linkedWithinMs = 20_000;
/** See LinkKeeper: a link that has held for so long was no mistake. */
const steadyMs = 60_000;
const mostDoublings = 10;

/** What the hosts of one process share. */
export interface HostFleet extends Pick<ThinLinkOptions, 'tls'> {
  managers: readonly URL[];
  wheel: Wheel;
  /** Of the health of a host that was never called. */
  mark: string;
  /** 0 or more, and less than 1. */
  random: () => number;
  pairAt(place: number): HostPair;
  localAddressAt(place: number): string | undefined;
  awaken(place: number, kept: KeptHost | null): Promise<AwakeHost>;
  /** A host has got its link. */
  linked(): void;
  /** A link is over, or came to nothing. */
  lost(reason: string, wasUp: boolean): void;
  /** A host's first try is over. */
  tried(): void;
  /** A host could not become awake, so that a channel does not come. */
  failed(error: unknown): void;
}

/**
 * One of very many hosts that dial: a link, and next to nothing else. When the manager asks for a channel, it becomes a
 * whole agent, until the channel is closed again.
 */
export class ThinHost implements LinkOwner, Woken {
  readonly place: number;
  dueAtMs = Infinity;
  readonly #fleet: HostFleet;
  #link: ThinLink | null = null;
  #manager: number;
  #failures = 0;
  #upSinceMs = 0;
  #wasTried = false;
  #isStopped = false;
  #kept: KeptHost | null = null;
  #awake: AwakeHost | null = null;
  /** Resolves when it has become awake, or has gone to sleep; null: neither is on its way. */
  #turning: Promise<unknown> | null = null;

  constructor(fleet: HostFleet, place: number) {
    this.#fleet = fleet;
    this.place = place;
    this.#manager = place % fleet.managers.length;
  }

  get isLinked(): boolean {
    return this.#link?.isUp ?? false;
  }

  get isAwake(): boolean {
    return this.#awake !== null;
  }

  start(): void {
    this.wake(performance.now());
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#link?.cut('the simulator stops');
    await this.#turning;
    await this.#awake?.sleep();
  }

  /** Called by the wheel: to dial, for the heartbeat, or since the manager has not answered. */
  wake(nowMs: number): void {
    if (this.#isStopped) return;
    if (this.#link === null) return this.#dial();
    if (!this.#link.isUp) return this.#link.cut('no link in time');
    if (nowMs - this.#link.heardAtMs > linkLimits.silenceMs) return this.#link.cut('the manager was silent');
    if (nowMs - this.#upSinceMs > steadyMs) this.#failures = 0;
    void this.#beat(this.#link);
    this.#restIfQuiet();
    this.#fleet.wheel.set(this, nextHeartbeatMs(this.#fleet.random()));
  }

  greeted(link: ThinLink, _hello: ManagerHello): void {
    this.#upSinceMs = performance.now();
    this.#fleet.linked();
    this.#try();
    void this.#beat(link);
    this.#fleet.wheel.set(this, nextHeartbeatMs(this.#fleet.random()));
  }

  asked(link: ThinLink, message: OpenChannel): void {
    this.#awaken().then(
      guarded((awake) => awake.open(link.url, message)),
      guarded((error: unknown) => this.#fleet.failed(error)),
    );
  }

  ended(link: ThinLink, reason: string, retryAfterMs: number | null): void {
    if (link !== this.#link) return;
    this.#fleet.lost(reason, link.wasUp);
    this.#link = null;
    this.#try();
    const { managers, random } = this.#fleet;
    // There is no balancer before them, so that hosts themselves choose another one.
    if (managers.length > 1)
      this.#manager = (this.#manager + 1 + Math.floor(random() * (managers.length - 1))) % managers.length;
    const { first, longest } = linkLimits.retryMs;
    const waitMs =
      Math.min(retryAfterMs ?? 0, linkLimits.byeRetryMs) +
      random() * Math.min(longest, first * 2 ** this.#failures);
    this.#failures = Math.min(this.#failures + 1, mostDoublings);
    // One that restarts dials when it is up again.
    if (this.#awake === null || this.#awake.agent.isUp) this.#fleet.wheel.set(this, waitMs);
  }

  #dial(): void {
    const { managers, tls } = this.#fleet;
    const url = managers[this.#manager];
    if (!url) return;
    const pair = this.#kept?.identity.pair ?? this.#fleet.pairAt(this.place);
    this.#fleet.wheel.set(this, linkedWithinMs);
    this.#link = new ThinLink(this, {
      url,
      localAddress: this.#fleet.localAddressAt(this.place),
      tls,
      pair,
      hello: {
        kind: 'hello',
        version: agentVersion,
        host_id: pair.hostId,
        boot_id: this.#awake?.agent.bootId ?? this.#kept?.bootId ?? FAKE_BOOT_ID,
        mode: 'dial',
        capabilities: [],
        epoch: 0,
      },
    });
  }

  async #beat(link: ThinLink): Promise<void> {
    const mark = await this.#awake?.mark().catch(() => undefined);
    link.beat(mark ?? this.#kept?.mark ?? this.#fleet.mark);
  }

  #try(): void {
    if (this.#wasTried) return;
    this.#wasTried = true;
    this.#fleet.tried();
  }

  async #awaken(): Promise<AwakeHost> {
    while (this.#awake === null) {
      this.#turning ??= this.#turn(async () => this.#rise(await this.#fleet.awaken(this.place, this.#kept)));
      await this.#turning;
    }
    return this.#awake;
  }

  #rise(awake: AwakeHost): void {
    awake.onQuiet = () => this.#restIfQuiet();
    awake.agent.onDown = () => {
      awake.cut();
      this.#link?.cut('the host restarts');
    };
    awake.agent.onUp = () => this.#fleet.wheel.set(this, 0);
    this.#awake = awake;
  }

  #restIfQuiet(): void {
    const awake = this.#awake;
    if (!awake?.isQuiet || this.#turning) return;
    this.#awake = null;
    this.#turning = this.#turn(async () => void (this.#kept = await awake.sleep()));
  }

  async #turn(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } finally {
      this.#turning = null;
    }
  }
}
