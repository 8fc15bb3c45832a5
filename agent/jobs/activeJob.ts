import { isDeepStrictEqual } from 'node:util';
import { guarded } from '../../server/shared/guarded.ts';
import type { Clock } from '../clock.ts';
import { isHostStopping, startDetached } from '../process/detached.ts';
import { followDetached } from '../process/follow.ts';
import type { StepStream } from '../process/follow.ts';
import { inspectStep, isRepeatable } from '../process/step.ts';
import type { Journal, Saved } from '../journal/journal.ts';
import type { EventLog } from '../journal/events.ts';
import { asDiskError } from '../files/atomic.ts';
import { JobCancelled } from '../packages/backend.ts';
import type { DetachedCommand, DetachedResult, JobEnv, Plan } from '../packages/backend.ts';
import type { JobRecord, LogStream, StepRecord } from '../journal/record.ts';

const PROGRESS_EVERY_MS = 1000;
const MAX_MESSAGE_CHARS = 4096;
/** How long a host that shuts down may take to end the agent. */
const STOPPING_MS = 10 * 60_000;

export interface ActiveJobOptions {
  record: JobRecord;
  journal: Journal;
  clock: Clock;
  bootId: () => string;
  resumed: boolean;
  /** Aborted when the agent stops: the job is left as it is, for the next start. */
  stopSignal: AbortSignal;
}

/** A running job, as its backend sees it. */
export class ActiveJob implements JobEnv {
  readonly jobId: string;
  readonly dir: string;
  readonly resumed: boolean;
  #options: ActiveJobOptions;
  #log: EventLog;
  #saved: Saved;
  #progressAtMs = 0;
  #cancelWaiters = new Set<() => void>();

  private constructor(options: ActiveJobOptions, log: EventLog, saved: Saved) {
    this.#options = options;
    this.#log = log;
    this.#saved = saved;
    this.jobId = options.record.jobId;
    this.dir = options.journal.dirOf(this.jobId);
    this.resumed = options.resumed;
  }

  static async open(options: ActiveJobOptions): Promise<ActiveJob> {
    const { jobId } = options.record;
    const log = options.journal.log(jobId);
    if (!log) throw new Error(`job ${jobId} has no open history`);
    return new ActiveJob(options, log, await options.journal.readFile(jobId, 'saved'));
  }

  get record(): JobRecord {
    return this.#options.record;
  }

  get saved(): Readonly<Saved> {
    return this.#saved;
  }

  async save(values: Saved): Promise<void> {
    this.#options.stopSignal.throwIfAborted();
    const next = { ...this.#saved, ...values };
    await this.#options.journal.writeFile(this.jobId, 'saved', next).catch(rethrowDiskError);
    this.#saved = next;
  }

  log(stream: LogStream, text: string): void {
    for (const line of text.replace(/\n$/, '').split('\n')) this.#append(stream, line.slice(0, 16_384));
  }

  progress(percent: number, message: string): void {
    const record = this.#options.record;
    const progress = Math.max(record.progress, Math.min(100, Math.max(0, Math.round(percent))));
    const nowMs = this.#options.clock.now().getTime();
    const isNews = progress > record.progress || nowMs - this.#progressAtMs >= PROGRESS_EVERY_MS;
    const changed = progress > record.progress || message !== record.message;
    record.progress = progress;
    record.message = message.slice(0, MAX_MESSAGE_CHARS);
    if (!isNews || !changed) return;
    this.#progressAtMs = nowMs;
    this.#log.append({ kind: 'progress', progress, message: record.message }, this.#options.clock.now());
  }

  safePoint(): void {
    this.#options.stopSignal.throwIfAborted();
    if (this.record.cancelRequested && !this.record.inTransaction) throw new JobCancelled();
  }

  async enterTransaction(): Promise<void> {
    this.safePoint();
    if (this.record.inTransaction) return;
    this.record.inTransaction = true;
    try {
      await this.#options.journal.update(this.record);
    } catch (error) {
      this.record.inTransaction = false;
      throw asDiskError(error);
    }
  }

  /**
   * Stores the plan; durable when it resolves. A plan with the same packages and only another verdict is not stored
   * again.
   */
  async setPlan(plan: Plan): Promise<void> {
    const packages = plan.entries.map((entry) => `${entry.name}:${entry.arch}`);
    if (!this.record.dryRun && isDeepStrictEqual(packages, this.record.packages)) return;
    this.record.packages = packages;
    if (this.record.dryRun) this.record.plan = plan;
    await this.#options.journal.update(this.record).catch(rethrowDiskError);
  }

  /**
   * Starts the step, or follows what an earlier run of this job started. A lost step that may have changed packages is
   * returned as it is, and the backend judges it; any other is started again.
   */
  async runDetached(step: string, command: DetachedCommand): Promise<DetachedResult> {
    this.#options.stopSignal.throwIfAborted();
    const name = isRepeatable(step) ? await this.#freshStep(step) : step;
    const stepRecord = await this.#begin(name, command);
    const result = await this.#follow(name, stepRecord, command);
    if (result.lost) this.#append('agent', `The process of the step ${name} is gone without an exit code.`);
    return result;
  }

  /** Waits; a cancel ends the wait. Both ends of the wait are safe points. */
  async waitOrCancel(ms: number): Promise<void> {
    this.safePoint();
    await this.#sleep(ms);
    this.safePoint();
  }

  /**
   * Waits until that time, and no longer than `mostMs` (some days at most) if the clock is set back; throws when the
   * agent stops before.
   */
  async waitUntilStopped(untilMs: number, mostMs: number): Promise<void> {
    const { clock, stopSignal } = this.#options;
    let leftMs = mostMs;
    for (let isOver = false; !isOver;) {
      stopSignal.throwIfAborted();
      leftMs = Math.min(leftMs, untilMs - clock.now().getTime());
      if (!(leftMs > 0)) return;
      isOver = await this.#sleep(leftMs);
    }
  }

  /** Returns whether the time is over; false when a cancel or the agent's end came first. */
  #sleep(ms: number): Promise<boolean> {
    const { clock, stopSignal } = this.#options;
    return new Promise<boolean>((resolve) => {
      const end = (isOver: boolean): void => {
        cancelTimer();
        this.#cancelWaiters.delete(done);
        stopSignal.removeEventListener('abort', done);
        resolve(isOver);
      };
      const done = guarded(() => end(false));
      const cancelTimer = clock.after(
        ms,
        guarded(() => end(true)),
      );
      this.#cancelWaiters.add(done);
      stopSignal.addEventListener('abort', done, { once: true });
    });
  }

  /** Ends every wait of waitOrCancel. */
  cancelRequested(): void {
    for (const wake of [...this.#cancelWaiters]) wake();
  }

  /** `download`, or `download-2`, … when earlier attempts were lost or the host has restarted since. */
  async #freshStep(step: string): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      const name = attempt === 1 ? step : `${step}-${attempt}`;
      const stepRecord = this.record.steps[name];
      if (!stepRecord) return name;
      const { state } = await inspectStep(this.dir, name);
      const isDone = state === 'ended' || state === 'running';
      if (isDone && this.#sameBoot(stepRecord)) return name;
    }
  }

  async #begin(step: string, command: DetachedCommand): Promise<StepRecord> {
    const known = this.record.steps[step];
    if (known && (!this.#sameBoot(known) || (await this.#hasBegun(step)))) return known;
    const startedAt = this.#options.clock.now().toISOString();
    const stepRecord = known ?? { bootId: this.#options.bootId(), startedAt };
    this.record.steps[step] = stepRecord;
    await this.#options.journal.update(this.record).catch(rethrowDiskError);
    const unitName = `fleetmend-job-${this.jobId}-${step}`;
    await startDetached({ ...command, dir: this.dir, step, unitName }).catch(async (error: unknown) => {
      // The job goes on after the restart, with all that it knows; if it ended here, half of that would be lost.
      if (await isHostStopping())
        await this.waitUntilStopped(this.#options.clock.now().getTime() + STOPPING_MS, STOPPING_MS);
      rethrowDiskError(error);
    });
    return stepRecord;
  }

  async #hasBegun(step: string): Promise<boolean> {
    return (await inspectStep(this.dir, step)).state !== 'absent';
  }

  #sameBoot(step: StepRecord): boolean {
    return step.bootId === this.#options.bootId();
  }

  async #follow(step: string, stepRecord: StepRecord, command: DetachedCommand): Promise<DetachedResult> {
    return followDetached({
      dir: this.dir,
      step,
      offsets: this.#log.offsets(step),
      sameBoot: this.#sameBoot(stepRecord),
      timeLimitMs: command.timeLimitMs,
      onTimeLimit: command.onTimeLimit,
      onLine: (stream, line) => this.#take({ step, stream, endOffset: line.endOffset }, line.text, command),
      pause: () => this.#log.room(),
      onEmptied: (_, bytes) => this.#append('agent', tooMuchOutput(step, bytes)),
      signal: this.#options.stopSignal,
    });
  }

  #take(
    source: { step: string; stream: StepStream; endOffset: number },
    text: string,
    command: DetachedCommand,
  ): void {
    if (source.stream === 'status') command.onStatus?.(text);
    const shown = source.stream === 'status' ? null : command.logged ? command.logged(text) : text;
    if (shown === null) return this.#log.mark(source);
    const stream = source.stream === 'out' ? 'stdout' : 'stderr';
    this.#log.append({ kind: 'log', stream, text: shown }, this.#options.clock.now(), source);
  }

  #append(stream: LogStream, text: string): void {
    this.#log.append({ kind: 'log', stream, text: text.replaceAll('\u0000', '') }, this.#options.clock.now());
  }
}

function tooMuchOutput(step: string, unreadBytes: number): string {
  const text = `The step ${step} has written so much that its output was thrown away, to keep the disk from filling up.`;
  return unreadBytes > 0 ? `${text} ${unreadBytes} bytes of it are not in this log.` : text;
}

function rethrowDiskError(error: unknown): never {
  throw asDiskError(error);
}
