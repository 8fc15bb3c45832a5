import { guarded, reportFault } from '../../server/shared/guarded.ts';
import { logThrottle } from '../../server/shared/logThrottle.ts';
import { linkLimits } from '../../server/shared/wire/link.ts';
import type { AgentHello, ByeReason } from '../../server/shared/wire/link.ts';
import type { Serving } from '../identity/listener.ts';
import { Channels } from './channels.ts';
import type { ChannelsOptions } from './channels.ts';
import { LinkRefusal, openLink } from './link.ts';
import type { Link, LinkEnd } from './link.ts';

const recheckMs = 30_000;
/** A link that has held for so long was no mistake: after its end the waits begin anew. */
const steadyMs = 60_000;
const logOncePerMs = 10 * 60_000;
/** Of the first wait; more are beyond the longest. */
const mostDoublings = 10;
/** Nothing but a person changes these. */
const needPeople: ReadonlySet<ByeReason> = new Set(['revoked', 'deleted', 'manager_replaced']);

export interface KeeperOptions extends ChannelsOptions, Pick<Serving, 'onTrustChanged'> {
  /** Where the manager may be; after a failure the next one is tried. */
  managers: readonly [URL, ...URL[]];
  agentVersion: string;
  bootId: () => string;
  healthMark: () => Promise<string>;
  /** 0 or more, and less than 1. */
  random: () => number;
}

/** How it is with the link, for people at the host. */
export interface LinkStatus {
  state: 'up' | 'dialling' | 'waiting';
  /** The manager to which it leads, or that is tried next. */
  manager_url: string;
  /** Since when it holds, or there is none. */
  since: string;
  /** Why there is none; null: it holds, or the first one is on its way. */
  reason: string | null;
  next_try_at: string | null;
  /** How many channels are open. */
  channels: number;
}

/**
 * Keeps a link to the manager, and serves the channels that it asks for. A link that is lost is opened again after a
 * wait drawn at random, so that a fleet does not come back in one moment; one with a certificate that was replaced,
 * once the new one holds.
 */
export class LinkKeeper {
  readonly #options: KeeperOptions;
  readonly #channels: Channels;
  readonly #stopping = new AbortController();
  readonly #mayLog = logThrottle(logOncePerMs);
  #link: Link | null = null;
  #kept: Promise<void> = Promise.resolve();
  #turn = 0;
  /** Failures in a row. */
  #failures = 0;
  #since: string;
  #reason: string | null = null;
  #waitMs = 0;
  #isOpening = false;
  #isRetired = false;
  #nextTryAt: string | null = null;
  #wake = (): void => undefined;
  #stopRechecks = (): void => undefined;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#channels = new Channels(options);
    this.#since = options.clock.now().toISOString();
  }

  start(): void {
    const stopFollowing = this.#options.identity.onChange(() => {
      this.#recheck();
      this.#options.onTrustChanged?.();
      // Where there is no link, what failed may succeed now.
      if (!this.#isOfNow) this.#wake();
    });
    // Dates of certificates pass without a change.
    const timer = setInterval(
      guarded(() => this.#recheck()),
      recheckMs,
    );
    timer.unref();
    this.#stopRechecks = () => {
      stopFollowing();
      clearInterval(timer);
    };
    this.#kept = this.#keep().catch(reportFault);
  }

  /** The present link stays until it ends; none is opened again. */
  retire(): void {
    this.#isRetired = true;
    if (this.#link === null) this.#stopping.abort(new Error('no link is wanted any more'));
    this.#wake();
  }

  /** Idle channels end at once, others after their answer, and all within the time. */
  async stop(limitMs: number): Promise<void> {
    this.#stopRechecks();
    this.#stopping.abort(new Error('the agent stops'));
    this.#wake();
    this.#link?.close('restart', 'the agent stops');
    await Promise.all([this.#channels.close(limitMs), this.#kept]);
  }

  get status(): LinkStatus {
    const isUp = this.#link !== null;
    return {
      state: isUp ? 'up' : this.#isOpening ? 'dialling' : 'waiting',
      manager_url: (this.#link?.url ?? this.#manager).href.replace(/\/$/, ''),
      since: this.#since,
      reason: isUp ? null : this.#reason,
      next_try_at: isUp ? null : this.#nextTryAt,
      channels: this.#channels.count,
    };
  }

  get #manager(): URL {
    const { managers } = this.#options;
    return managers[this.#turn % managers.length] ?? managers[0];
  }

  async #keep(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted && !this.#isRetired) {
      const link = await this.#open();
      if (signal.aborted) return link?.close('restart', 'the agent stops');
      if (link) await Promise.race([this.#hold(link), this.#woken()]);
      if (!this.#isRetired && (link === null || this.#link === null)) await this.#pause();
    }
  }

  async #open(): Promise<Link | null> {
    const { identity, clock, random, localAddress, proxy } = this.#options;
    this.#nextTryAt = null;
    this.#isOpening = true;
    const url = this.#manager;
    try {
      return await openLink({
        identity,
        url,
        hello: this.#hello(),
        healthMark: this.#options.healthMark,
        onOpenChannel: (message) => void this.#channels.open(url, message),
        clock,
        random,
        signal: this.#stopping.signal,
        localAddress,
        proxy,
      });
    } catch (error) {
      this.#failed(failureOf(error));
      return null;
    } finally {
      this.#isOpening = false;
    }
  }

  #hello(): AgentHello {
    const { identity, agentVersion, bootId } = this.#options;
    return {
      kind: 'hello',
      version: agentVersion,
      host_id: identity.identity.hostId,
      boot_id: bootId(),
      mode: 'dial',
      capabilities: [],
      epoch: identity.epoch,
    };
  }

  /** Takes the place of the link of before, and resolves when this one is over. */
  async #hold(link: Link): Promise<void> {
    const { log, clock } = this.#options;
    const before = this.#link;
    this.#link = link;
    before?.close('replaced');
    // The trust may have changed since its connection was opened.
    this.#recheck();
    this.#since = clock.now().toISOString();
    log.info({ event: 'linkOpened', manager: link.url.host, number: link.number }, 'linked to the manager');
    const cancel = clock.after(steadyMs, () => (this.#failures = 0));
    const end = await link.over;
    cancel();
    if (this.#link !== link) return;
    this.#link = null;
    this.#since = clock.now().toISOString();
    // The manager may close it before the hello of the one that is being opened in its place comes here.
    if (!(this.#isOpening && end.bye === 'replaced')) this.#failed(end);
  }

  /** Draws the wait until the next try; see linkLimits. */
  #failed({ reason, bye, retryAfterMs }: LinkEnd): void {
    const { clock, random } = this.#options;
    const { first, longest } = linkLimits.retryMs;
    const leastMs = Math.min(retryAfterMs ?? 0, linkLimits.byeRetryMs);
    this.#waitMs = Math.round(leastMs + random() * Math.min(longest, first * 2 ** this.#failures));
    this.#nextTryAt = new Date(clock.now().getTime() + this.#waitMs).toISOString();
    this.#failures = Math.min(this.#failures + 1, mostDoublings);
    this.#turn += 1;
    this.#reason = reason;
    if (!this.#stopping.signal.aborted) this.#tell(reason, bye);
  }

  #tell(reason: string, bye: LinkEnd['bye']): void {
    // It may hold the time, or what is counted.
    const untold = this.#mayLog(reason.replaceAll(/\d+/g, ''));
    if (untold === null) return;
    const level = bye !== null && needPeople.has(bye) ? 'error' : 'warn';
    this.#options.log[level](
      { reason, untold, retryMs: this.#waitMs },
      'no link to the manager; trying again',
    );
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.clock.after(this.#waitMs, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
      if (this.#stopping.signal.aborted) this.#wake();
    });
  }

  /** Resolves when the link is to be opened anew although it holds. */
  #woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      if (!this.#isOfNow) resolve();
    });
  }

  /** Whether the link was opened with the certificate that this host has now. */
  get #isOfNow(): boolean {
    return this.#link?.certificatePem === this.#options.identity.identity.certificatePem;
  }

  #recheck(): void {
    if (this.#link?.isTrusted === false) this.#link.cut('the other end is no longer the manager');
    this.#channels.recheck();
  }
}

const failureOf = (error: unknown): LinkEnd =>
  error instanceof LinkRefusal
    ? error.end
    : { reason: (error as Error).message, bye: null, retryAfterMs: null };
