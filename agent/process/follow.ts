import { watch } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { guarded } from '../../server/shared/guarded.ts';
import type { DetachedResult, LimitKeeper } from '../packages/backend.ts';
import { ageMs, giveUpStep, inspectStep, stepFile } from './step.ts';
import type { StepProcess, StepState } from './step.ts';
import { FileTail, readTail } from './tail.ts';
import type { TailLine } from './tail.ts';
import { AppError } from '../../server/shared/wire/appError.ts';

export type StepStream = 'out' | 'err' | 'status';
export const STEP_STREAMS: readonly StepStream[] = ['out', 'err', 'status'];

/** How far each file was read and stored. */
export type StepOffsets = Record<StepStream, number>;

/** A look at the files at least this often: nothing tells that a wrapper was killed. */
const QUIET_MS = 1000;
/** The same where the file system's notifications are not to be had. */
const POLL_MS = 250;
/**
 * Notifications within this time are taken together; an end is looked at at once. Whoever follows writes once a second,
 * and each look costs a busy host a millisecond or two.
 */
const SETTLE_MS = 250;
const OUTPUT_TAIL_BYTES = 64 * 1024;
const LONGEST_LOOK_MS = 60_000;
/** A wrapper that has shown no pid after this long will never show one. */
const DEFAULT_START_GRACE_MS = 10_000;

export interface FollowOptions {
  dir: string;
  step: string;
  offsets: StepOffsets;
  /** False after a reboot: the process cannot be alive, whatever /proc says of its pid. */
  sameBoot: boolean;
  timeLimitMs: number;
  onTimeLimit?: LimitKeeper | undefined;
  onLine: (stream: StepStream, line: TailLine) => void;
  /** Aborted when the agent stops: the process goes on, following it ends by a rejection. */
  signal: AbortSignal;
  startGraceMs?: number;
}

/** Wakes a waiter when a file of the step changes, or after QUIET_MS; at once when the step ends. */
class DirectoryBell {
  #watcher: ReturnType<typeof watch> | null = null;
  #ring: () => void = () => {};
  #rung = false;
  #ended = false;

  constructor(dir: string, step: string) {
    try {
      this.#watcher = watch(
        dir,
        { persistent: false },
        guarded((_event, name) => {
          // The job's journal lies beside the step's files, and what is read here is written there.
          if (name !== null && !name.startsWith(`${step}.`)) return;
          this.#rung = true;
          this.#ended ||= name === `${step}.exit`;
          this.#ring();
        }),
      );
      this.#watcher.on(
        'error',
        guarded(() => {
          this.#watcher?.close();
          this.#watcher = null;
        }),
      );
    } catch {
      this.#watcher = null; // out of inotify watches: polling does
    }
  }

  async wait(signal: AbortSignal): Promise<void> {
    if (!this.#rung) await this.#sleep(this.#watcher ? QUIET_MS : POLL_MS, signal);
    if (this.#rung && !this.#ended) await this.#sleep(SETTLE_MS, signal, () => this.#ended);
    this.#rung = false;
    this.#ended = false;
  }

  close(): void {
    this.#watcher?.close();
  }

  #sleep(ms: number, signal: AbortSignal, wakes = () => true): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#ring = () => {};
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done, { once: true });
      this.#ring = () => {
        if (wakes()) done();
      };
    });
  }
}

/**
 * Follows a step to its end and hands over each line once, from `offsets` on. Rejects only when `signal`
 * aborts or the wrapper never began.
 */
export async function followDetached(options: FollowOptions): Promise<DetachedResult> {
  const bell = new DirectoryBell(options.dir, options.step);
  const tails = STEP_STREAMS.map((stream) => ({
    stream,
    tail: new FileTail(stepFile(options.dir, options.step, stream), options.offsets[stream]),
  }));
  const limit = new TimeLimit(options);
  const beganAt = Date.now();
  try {
    for (;;) {
      options.signal.throwIfAborted();
      const state = await inspectStep(options.dir, options.step);
      const over = await isOver(state, options, Date.now() - beganAt);
      for (const { stream, tail } of tails) await tail.read((line) => options.onLine(stream, line), over);
      if (over) return await result(state, options);
      if (state.state === 'running') await limit.check(state.process).catch(() => {});
      await bell.wait(options.signal);
    }
  } finally {
    bell.close();
    await Promise.all(tails.map(({ tail }) => tail.close()));
  }
}

async function isOver(state: StepState, options: FollowOptions, waitedMs: number): Promise<boolean> {
  if (state.state === 'ended' || state.state === 'gone') return true;
  if (!options.sameBoot) return true;
  if (state.state === 'running') return false;
  if (waitedMs < (options.startGraceMs ?? DEFAULT_START_GRACE_MS)) return false;
  if (state.state === 'claimed') return true;
  if (!(await giveUpStep(options.dir, options.step))) return false;
  throw new AppError('INTERNAL_ERROR', { message: `The step ${options.step} could not be started.` });
}

async function result(state: StepState, options: FollowOptions): Promise<DetachedResult> {
  const tailOf = (stream: StepStream): Promise<string> =>
    readTail(stepFile(options.dir, options.step, stream), OUTPUT_TAIL_BYTES);
  const outputTail = (await tailOf('out')) + (await tailOf('err'));
  const exitCode = state.state === 'ended' ? state.exitCode : null;
  const limit = await stat(stepFile(options.dir, options.step, 'limit')).catch(() => null);
  return { exitCode, lost: exitCode === null, timeLimitHit: limit !== null, outputTail };
}

/** Calls the keeper once the step is as old as the limit, and then as often as it says. */
class TimeLimit {
  #options: FollowOptions;
  #nextAtMs = 0;

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  async check({ pid, startTime }: StepProcess): Promise<void> {
    const { onTimeLimit, timeLimitMs, dir, step } = this.#options;
    const nowMs = performance.now();
    if (!onTimeLimit || nowMs < this.#nextAtMs) return;
    const leftMs = timeLimitMs - (await ageMs(startTime));
    const { ended, nextMs } =
      leftMs > 0 ? { ended: false, nextMs: leftMs } : await onTimeLimit(pid, timeLimitMs);
    // This clock stands still while the host sleeps.
    this.#nextAtMs = nowMs + Math.min(nextMs, LONGEST_LOOK_MS);
    if (ended) await writeFile(stepFile(dir, step, 'limit'), '');
  }
}
