import { watch } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { guarded } from '../../server/shared/guarded.ts';
import type { DetachedResult, LimitKeeper } from '../packages/backend.ts';
import { withoutAddressSecrets } from './addressSecrets.ts';
import { ageMs, giveUpStep, inspectStep, stepFile } from './step.ts';
import type { StepProcess, StepState } from './step.ts';
import { FileTail, readTail } from './tail.ts';
import type { TailLine } from './tail.ts';
import { AppError } from '../../server/shared/wire/appError.ts';

export type StepStream = 'out' | 'err' | 'status';
export const STEP_STREAMS: readonly StepStream[] = ['out', 'err', 'status'];

/** How far the output of each stream was read and stored. */
export type StepOffsets = Record<StepStream, number>;

/** Checks at least this often whether the step still runs: nothing reports a killed wrapper. */
const QUIET_MS = 1000;
/** The same where the file system offers no notifications. */
const POLL_MS = 250;
/** Interval between reads of new output; the journal syncs once a second. The end is noticed at once. */
const OUTPUT_MS = 500;
const OUTPUT_TAIL_BYTES = 64 * 1024;
/** Longer lines of that tail keep their beginning and their end: what is searched for in them stands there. */
const MAX_TAIL_LINE_CHARS = 4_000;
/**
 * What a stream's file may hold. A maintainer script that asks in an endless loop where nobody answers writes a gigabyte
 * within seconds, and must not fill the disk: then the file is emptied, and the step goes on.
 */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const LONGEST_LOOK_MS = 60_000;
/** A wrapper that has written no pid after this long counts as never started. */
const DEFAULT_START_GRACE_MS = 10_000;

export interface FollowOptions {
  dir: string;
  step: string;
  offsets: StepOffsets;
  /** False after a restart of the host: then the process cannot be alive, whatever /proc says about its pid. */
  sameBoot: boolean;
  timeLimitMs: number;
  onTimeLimit?: LimitKeeper | undefined;
  onLine: (stream: StepStream, line: TailLine) => void;
  /** Called between blocks of lines, so that they can be stored before more are read. */
  pause?: () => Promise<void>;
  /** Called when output was thrown away; `bytes` of it were never read. */
  onEmptied?: (stream: StepStream, bytes: number) => void;
  /** Aborted when the agent stops: following is rejected, and the process goes on. */
  signal: AbortSignal;
  startGraceMs?: number;
}

/**
 * Rings when the step ends. It watches the exit file alone: a transaction writes a hundred lines a second, and each
 * notification of those would cost as much as reading them.
 */
class EndBell {
  #watcher: ReturnType<typeof watch> | null = null;
  #wake: () => void = () => {};
  #rung = true;

  constructor(dir: string, step: string) {
    try {
      this.#watcher = watch(
        stepFile(dir, step, 'exit'),
        { persistent: false },
        guarded(() => {
          this.#rung = true;
          this.#wake();
        }),
      );
      this.#watcher.on(
        'error',
        guarded(() => this.close()),
      );
    } catch {
      this.#watcher = null; // no inotify watches left, or the step never started: poll instead
    }
  }

  get isHeard(): boolean {
    return this.#watcher !== null;
  }

  /** Whether it has rung since the last call; true at the first call. */
  take(): boolean {
    const rung = this.#rung;
    this.#rung = false;
    return rung;
  }

  /** Resolves at the time of the next look at the output, or when the step ends. */
  wait(signal: AbortSignal): Promise<void> {
    if (this.#rung) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#wake = () => {};
        resolve();
      };
      const timer = setTimeout(done, this.isHeard ? OUTPUT_MS : POLL_MS);
      signal.addEventListener('abort', done, { once: true });
      this.#wake = done;
    });
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = null;
  }
}

/**
 * The state of a step. Reads it again when the bell has rung, and otherwise only often enough to notice a killed
 * wrapper.
 */
class StepWatch {
  #state: StepState = { state: 'absent' };
  #readAtMs = 0;
  #bell: EndBell;
  #options: Pick<FollowOptions, 'dir' | 'step'>;

  constructor(bell: EndBell, options: Pick<FollowOptions, 'dir' | 'step'>) {
    this.#bell = bell;
    this.#options = options;
  }

  async state(): Promise<StepState> {
    const nowMs = performance.now();
    const isFresh = this.#state.state === 'running' && nowMs - this.#readAtMs < QUIET_MS;
    if (this.#bell.take() || !this.#bell.isHeard || !isFresh) {
      this.#readAtMs = nowMs;
      this.#state = await inspectStep(this.#options.dir, this.#options.step);
    }
    return this.#state;
  }
}

/**
 * Follows a step to its end and calls `onLine` once for each line from `offsets` on. Rejects only when `signal`
 * aborts or the wrapper never began.
 */
export async function followDetached(options: FollowOptions): Promise<DetachedResult> {
  const bell = new EndBell(options.dir, options.step);
  const watched = new StepWatch(bell, options);
  const tails = STEP_STREAMS.map((stream) => ({
    stream,
    tail: new FileTail(stepFile(options.dir, options.step, stream), options.offsets[stream]),
  }));
  const limit = new TimeLimit(options);
  const beganAt = Date.now();
  try {
    for (;;) {
      options.signal.throwIfAborted();
      const state = await watched.state();
      const over = await isOver(state, options, Date.now() - beganAt);
      let isBehind = false;
      for (const { stream, tail } of tails) {
        const take = (line: TailLine): void => options.onLine(stream, line);
        isBehind = (await tail.read(take, over, options.pause)) || isBehind;
      }
      if (over) return await result(state, options);
      for (const { stream, tail } of tails) {
        const unread = await tail.empty(MAX_OUTPUT_BYTES);
        if (unread !== null) options.onEmptied?.(stream, unread);
        if (unread !== null) isBehind = false;
      }
      if (state.state === 'running') await limit.check(state.process).catch(() => {});
      if (!isBehind) await bell.wait(options.signal);
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
  const out = await tailOf('out');
  const between = out === '' || out.endsWith('\n') ? '' : '\n';
  const outputTail = shortLines(withoutAddressSecrets(out + between + (await tailOf('err'))));
  const exitCode = state.state === 'ended' ? state.exitCode : null;
  const limit = await stat(stepFile(options.dir, options.step, 'limit')).catch(() => null);
  // One that failed before a restart of the host was ended by that, not by itself: what it left is repaired.
  const lost = exitCode === null || (exitCode !== 0 && !options.sameBoot);
  return { exitCode, lost, timeLimitHit: limit !== null, outputTail };
}

function shortLines(text: string): string {
  const half = MAX_TAIL_LINE_CHARS / 2;
  const short = (line: string): string =>
    line.length > MAX_TAIL_LINE_CHARS ? `${line.slice(0, half)} … ${line.slice(-half)}` : line;
  return text.split('\n').map(short).join('\n');
}

/** Calls the keeper once the step is as old as the limit, and then at the intervals that it returns. */
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
    // This clock stops while the host is suspended.
    this.#nextAtMs = nowMs + Math.min(nextMs, LONGEST_LOOK_MS);
    if (ended) await writeFile(stepFile(dir, step, 'limit'), '');
  }
}
