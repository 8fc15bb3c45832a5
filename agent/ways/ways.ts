import { guarded } from '../../server/shared/guarded.ts';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Connection } from '../config/values.ts';
import type { ChangeEnv, ChangesWay } from '../jobs/connection.ts';
import type { LinkStatus } from '../link/keeper.ts';
import type { JobFailure } from '../packages/backend.ts';
import type { ChosenConnection, ConfiguredConnection } from './chosen.ts';

/** Closes idle connections at once, the others after their answer, and all within the time. */
type Close = (limitMs: number) => Promise<void>;

/** A link that is kept; see LinkKeeper. */
export interface KeptLink {
  readonly status: LinkStatus;
  /** The present link stays until it ends, and is not opened again. */
  retire(): void;
  stop: Close;
}

/** What became of a report of this host's address. */
export interface Reported {
  /** The manager has reached the agent there, and calls it there from now on. */
  isReached: boolean;
  /** Why it does not, and what is between; empty where it does. */
  reason: string;
  /** Whether another try may help. */
  isRetryable: boolean;
}

/** What of an agent opens and closes: of a real one, or of a simulated one. */
export interface WayParts {
  /** Throws where the port cannot be had, with a reason for people. */
  openPort(): Promise<Close>;
  openLink(): KeptLink;
  /** Where the link leads, for people. */
  managerUrl: string;
  /** Reports this host's addresses while it listens. The returned function resolves once no report is under way. */
  watch(): () => Promise<void>;
  report(): Promise<Reported>;
  /** From now on the manager is told this host's address as if it knew none. */
  forgetAddress(): Promise<void>;
  /** For how long the manager has not called, in ms. */
  quietForMs(): number;
  configured: ConfiguredConnection;
  chosen: ChosenConnection | null;
  choose(chosen: ChosenConnection): Promise<void>;
  clock: Clock;
  log: Logger;
}

export const wayLimits = {
  /** By when a new way must have come about. */
  tryMs: 120_000,
  lookMs: 500,
  /** Between two reports of the address, each of which the manager tries; it tries 24 a day. */
  reportMs: 15_000,
  mostReports: 3,
  /** How long the former way stays open beside the new one: calls that are under way use it. */
  bothMs: 30_000,
  tickMs: 5_000,
  /** A new way that does not work for so long is given up, while it is new. */
  awayMs: 180_000,
  newMs: 600_000,
  closeMs: 9_000,
};
type Limits = typeof wayLimits;

const failure = (message: string): JobFailure => ({ code: 'CONNECTION_NOT_CHANGED', message });

/**
 * How the manager reaches this agent: over its port, over a link, and over both while it changes. A change opens the new
 * way first and gives up the former one last; the file of the choice is written in between. A way that is new and does not
 * work is given up for the former one, also by an agent that was killed and started again.
 */
export class Ways implements ChangesWay {
  readonly #parts: WayParts;
  readonly #limits: Limits;
  readonly #ready = Promise.withResolvers<void>();
  #connection: Connection;
  #chosen: ChosenConnection | null;
  #closePort: Close | null = null;
  #link: KeptLink | null = null;
  #stopWatch: (() => Promise<void>) | null = null;
  #isStopped = false;
  #isChanging = false;
  #cancelTick = (): void => undefined;
  /** Since when both ways are open, or the present one has worked or not; by the clock, in ms. */
  #sinceMs = 0;
  #awaySinceMs: number | null = null;
  #askedAtMs = 0;

  constructor(parts: WayParts, limits: Limits = wayLimits) {
    this.#parts = parts;
    this.#limits = limits;
    this.#chosen = parts.chosen;
    this.#connection = parts.chosen?.connection ?? parts.configured.connection;
  }

  get connection(): Connection {
    return this.#connection;
  }

  /** Null: there is no link, and none is being opened. */
  get link(): LinkStatus | null {
    return this.#link?.status ?? null;
  }

  get chosen(): ChosenConnection | null {
    return this.#chosen;
  }

  get isListening(): boolean {
    return this.#closePort !== null;
  }

  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  get #nowMs(): number {
    return this.#parts.clock.now().getTime();
  }

  /** Opens the way that counts; and its port too, where the manager may still, or already, call it there. */
  async start(): Promise<void> {
    const isNew = this.#chosen !== null && this.#chosen.settledAt === null;
    if (this.#connection === 'listen') {
      await this.#openPort();
      this.#watch();
    } else {
      await this.#parts.forgetAddress();
      if (isNew || this.#chosen?.trying === 'listen') await this.#openPort().catch(this.#noPort);
      this.#link = this.#parts.openLink();
    }
    this.#begin();
    this.#ready.resolve();
  }

  async stop(limitMs: number): Promise<void> {
    this.#isStopped = true;
    this.#cancelTick();
    await Promise.all([this.#closePort?.(limitMs), this.#link?.stop(limitMs), this.#unwatch()]);
  }

  /** Resolves to why the new way did not come about; null: it has. Whatever `env` throws ends the change as well. */
  async change(to: Connection, env: ChangeEnv): Promise<JobFailure | null> {
    this.#isChanging = true;
    this.#cancelTick();
    try {
      return await (to === 'dial' ? this.#toDial(env) : this.#toListen(env));
    } finally {
      this.#isChanging = false;
      this.#begin();
    }
  }

  async #toDial(env: ChangeEnv): Promise<JobFailure | null> {
    const { managerUrl } = this.#parts;
    if (managerUrl === '') return failure('The configuration of this host names no manager_url.');
    // A report that the manager still works on could make it call the port after the link has come.
    await this.#unwatch();
    let isDone = false;
    try {
      await this.#parts.forgetAddress();
      env.log(`Opening a link to ${managerUrl}`);
      await this.#link?.stop(0);
      const link = this.#parts.openLink();
      this.#link = link;
      const isUp = await this.#until(() => link.status.state === 'up', env);
      if (!isUp)
        return failure(
          `No link to ${managerUrl} came about within ${this.#limits.tryMs / 1000} s, so this host still listens. The last try from this host: ${link.status.reason ?? 'the manager did not answer'}.`,
        );
      await env.commit();
      await this.#choose({ connection: 'dial', before: 'listen', jobId: env.jobId, settledAt: null });
      isDone = true;
      env.log('The link holds; the port is given up once no call uses it');
      return null;
    } finally {
      if (!isDone) {
        await this.#dropLink();
        this.#watch();
      }
    }
  }

  async #toListen(env: ChangeEnv): Promise<JobFailure | null> {
    let isDone = false;
    let isReported = false;
    try {
      await this.#noteTrying('listen', env.jobId);
      env.log('Opening the port');
      const taken = await this.#openPort().then(
        () => null,
        (error: Error) => error.message,
      );
      if (taken !== null) return failure(`On this host: ${taken}. It still connects to the manager.`);
      for (let tries = 1; ; tries += 1) {
        env.log('Reporting the address of this host, which the manager tries');
        isReported = true;
        const { isReached, reason, isRetryable } = await this.#parts.report();
        if (isReached) break;
        if (!isRetryable || tries === this.#limits.mostReports)
          return failure(`${reason.replace(/\.$/, '')}. This host still connects to the manager.`);
        env.log(reason);
        await env.wait(this.#limits.reportMs);
      }
      await env.commit();
      await this.#choose({ connection: 'listen', before: 'dial', jobId: env.jobId, settledAt: null });
      isDone = true;
      this.#link?.retire();
      this.#watch();
      env.log('The manager has reached this host there; the link is given up once no call uses it');
      return null;
    } finally {
      if (!isDone) await this.#stayLinked(isReported, env.jobId);
    }
  }

  /** What was reported may have arrived although no answer came: a new link says the contrary. Then the port may go. */
  async #stayLinked(isReported: boolean, jobId: string): Promise<void> {
    if (this.#isStopped) return;
    if (isReported) {
      const former = this.#link;
      former?.retire();
      this.#link = this.#parts.openLink();
      await former?.stop(this.#limits.closeMs);
      await this.#parts.forgetAddress();
    }
    await this.#noteTrying(null, jobId).catch(this.#unwritten);
  }

  async #until(holds: () => boolean, env: ChangeEnv): Promise<boolean> {
    for (let waitedMs = 0; !holds(); waitedMs += this.#limits.lookMs) {
      if (waitedMs >= this.#limits.tryMs) return false;
      await env.wait(this.#limits.lookMs);
    }
    return true;
  }

  async #choose(
    change: Pick<ChosenConnection, 'connection' | 'before' | 'jobId' | 'settledAt'>,
  ): Promise<void> {
    const { configured, clock } = this.#parts;
    const chosen = { configured, ...change, changedAt: clock.now().toISOString(), trying: null };
    await this.#parts.choose(chosen);
    this.#chosen = chosen;
    this.#connection = chosen.connection;
  }

  async #noteTrying(trying: Connection | null, jobId: string): Promise<void> {
    const { configured, clock } = this.#parts;
    const at = clock.now().toISOString();
    const present = { connection: this.#connection, before: this.#connection, settledAt: at };
    const former = this.#chosen ?? { configured, ...present, changedAt: at, jobId };
    const chosen = { ...former, trying };
    await this.#parts.choose(chosen);
    this.#chosen = chosen;
  }

  async #openPort(): Promise<void> {
    this.#closePort ??= await this.#parts.openPort();
  }

  #shutPort(): void {
    const close = this.#closePort;
    this.#closePort = null;
    void close?.(this.#limits.closeMs);
  }

  async #dropLink(): Promise<void> {
    const link = this.#link;
    this.#link = null;
    await link?.stop(this.#limits.closeMs);
  }

  #watch(): void {
    if (!this.#isStopped) this.#stopWatch ??= this.#parts.watch();
  }

  async #unwatch(): Promise<void> {
    const stop = this.#stopWatch;
    this.#stopWatch = null;
    await stop?.();
  }

  /** From a start or a change on: gives up the former way in time, and watches over one that is new. */
  #begin(): void {
    if (this.#isStopped) return;
    this.#sinceMs = this.#nowMs;
    this.#askedAtMs = this.#nowMs;
    this.#awaySinceMs = this.#nowMs;
    this.#next();
  }

  #next(): void {
    this.#cancelTick();
    const isPlain = (this.#chosen?.settledAt ?? '') !== '' || this.#chosen === null;
    const isBoth = this.#closePort !== null && this.#link !== null;
    if (this.#isStopped || this.#isChanging || (isPlain && !isBoth)) return;
    this.#cancelTick = this.#parts.clock.after(
      this.#limits.tickMs,
      guarded(async () => {
        await this.#tick().catch(this.#unwritten);
        this.#next();
      }),
    );
  }

  async #tick(): Promise<void> {
    if (this.#isChanging || this.#isStopped) return;
    // The clock may have been set back.
    this.#sinceMs = Math.min(this.#sinceMs, this.#nowMs);
    await (this.#connection === 'dial' ? this.#lookAtLink() : this.#lookAtPort());
  }

  async #lookAtLink(): Promise<void> {
    const { bothMs, awayMs, newMs } = this.#limits;
    const nowMs = this.#nowMs;
    const isUp = this.#link?.status.state === 'up';
    this.#awaySinceMs = isUp ? null : Math.min(this.#awaySinceMs ?? nowMs, nowMs);
    const isNew = this.#chosen !== null && this.#chosen.settledAt === null;
    const upMs = isUp ? nowMs - Date.parse(this.#link?.status.since ?? '') : 0;
    if (isUp && nowMs - this.#sinceMs >= bothMs && upMs >= bothMs) this.#shutPort();
    if (isUp && isNew && nowMs - this.#sinceMs >= newMs) await this.#settle();
    const isAway = this.#awaySinceMs !== null && nowMs - this.#awaySinceMs >= awayMs;
    if (isNew && isAway) await this.#backToListen();
  }

  async #backToListen(): Promise<void> {
    const { log, clock } = this.#parts;
    await this.#openPort();
    const jobId = this.#chosen?.jobId ?? '';
    const reason = this.#link?.status.reason ?? null;
    await this.#choose({ connection: 'listen', before: 'dial', jobId, settledAt: clock.now().toISOString() });
    log.error({ reason }, 'the link that a job opened does not hold, so this host listens as before');
    await this.#dropLink();
    await this.#parts.forgetAddress();
    this.#watch();
  }

  async #lookAtPort(): Promise<void> {
    const { bothMs, awayMs, tickMs } = this.#limits;
    const nowMs = this.#nowMs;
    if (this.#link !== null) {
      if (nowMs - this.#sinceMs < bothMs) return;
      await this.#dropLink();
      [this.#sinceMs, this.#askedAtMs] = [nowMs, nowMs];
      return;
    }
    if (this.#chosen?.settledAt !== null) return;
    const openMs = nowMs - this.#sinceMs;
    if (this.#parts.quietForMs() < openMs) return this.#settle();
    if (openMs >= awayMs) return this.#backToDial();
    if (nowMs - this.#askedAtMs < 4 * tickMs) return;
    // The manager calls a host that says where it is, however rarely it polls.
    this.#askedAtMs = nowMs;
    await this.#parts.report();
  }

  async #backToDial(): Promise<void> {
    const { log, clock } = this.#parts;
    const jobId = this.#chosen?.jobId ?? '';
    await this.#unwatch();
    await this.#choose({ connection: 'dial', before: 'listen', jobId, settledAt: clock.now().toISOString() });
    log.error('the manager does not call the port that a job opened, so this host dials as before');
    await this.#parts.forgetAddress();
    this.#link = this.#parts.openLink();
    this.#sinceMs = this.#nowMs;
  }

  async #settle(): Promise<void> {
    if (!this.#chosen) return;
    const chosen = { ...this.#chosen, settledAt: this.#parts.clock.now().toISOString() };
    await this.#parts.choose(chosen);
    this.#chosen = chosen;
  }

  readonly #noPort = (error: Error): void => {
    this.#parts.log.warn({ reason: error.message }, 'the port could not be opened beside the link');
  };

  readonly #unwritten = (err: unknown): void => {
    this.#parts.log.warn({ err }, 'how this host is reached could not be looked after; trying again');
  };
}
