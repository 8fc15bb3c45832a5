import type { Clock } from '#server/kernel/clock.ts';
import { timeOf } from '#server/shared/wire/times.ts';
import type { JobHostModel, JobModel } from '../models.ts';
import type { AgentEvent, AgentTarget, HostPlatform } from '../ports.ts';
import { MAX_LOG_BYTES, type NewLine } from '../service/logLines.ts';
import { AGENT_LIMITS } from '#server/shared/wire/agentLimits.ts';
import type { AgentLogLine } from '../agentClient.ts';

/** What is new about a host since the last write. */
export interface Unwritten {
  lines: NewLine[];
  agentSeq: number;
  progress: number;
  message: string;
}

/** One job host that this process works on: the row as last written, and what is not written yet. */
export class HostWork {
  row: JobHostModel;
  job: JobModel;
  /** Where its agent is called, as part of the attempt's trace once that is known. */
  target: AgentTarget;
  /** Whether the agent reports a job by a streamed answer, which needs no connection of its own. */
  followsByAnswer = false;
  /** What its agent's packages are made for; null: not known. */
  platform: HostPlatform | null = null;
  /** False when the host was taken over: then the agent may already know the attempt's key. */
  fresh: boolean;
  /** Ends waits early: the manager stops, or the lease was lost. */
  readonly stopping: AbortController = new AbortController();
  /** The host was deleted: no agent can be asked. */
  removed = false;
  /** When contact was lost, by this process's clock; null while the agent answers. */
  lostSinceMs: number | null = null;
  onDirty: () => void = () => undefined;

  readonly #cancelled = new AbortController();
  #lines: NewLine[] = [];
  #bytes = 0;
  #agentSeq: number;
  #progress: number;
  #message: string;
  #dirty = false;
  #written: PromiseWithResolvers<void> | null = null;

  constructor(row: JobHostModel, job: JobModel, target: AgentTarget, fresh: boolean) {
    this.row = row;
    this.job = job;
    this.target = target;
    this.fresh = fresh;
    if (job.state === 'cancelling') this.wantCancel();
    this.#agentSeq = row.agentSeq;
    this.#progress = row.progress;
    this.#message = row.message;
  }

  get cancelWanted(): boolean {
    return this.#cancelled.signal.aborted;
  }

  wantCancel(): void {
    this.#cancelled.abort();
  }

  /** Waits until the time has passed or the job is cancelled; rejects when the manager stops. */
  async pause(clock: Clock, ms: number): Promise<void> {
    const signal = AbortSignal.any([this.stopping.signal, this.#cancelled.signal]);
    try {
      await clock.sleep(ms, signal);
    } catch (error) {
      this.stopping.signal.throwIfAborted();
      if (!this.cancelWanted) throw error;
    }
  }

  get dirty(): boolean {
    return this.#dirty;
  }

  get agentSeq(): number {
    return this.#agentSeq;
  }

  /** Another agent job is followed from here on; its events count from 1 again. */
  restartSeq(): void {
    this.#agentSeq = 0;
  }

  /** Takes an event of the stream; drops one that was taken before. */
  take(event: AgentEvent): void {
    if (event.seq <= this.#agentSeq) return;
    this.#agentSeq = event.seq;
    if (event.kind === 'log') this.#addLine({ ...event, stream: agentStream(event.stream) });
    else this.#message = event.message;
    if (event.kind === 'progress') this.#progress = event.progress;
    this.#touch();
  }

  takeLogs(lines: readonly AgentLogLine[]): void {
    for (const line of lines) this.take({ ...line, job_id: '', kind: 'log' });
  }

  takeProgress(progress: number, message: string): void {
    if (progress === this.#progress && message === this.#message) return;
    this.#progress = progress;
    this.#message = message;
    this.#touch();
  }

  /** Adds a log line of the manager's own. */
  note(at: Date, text: string): void {
    this.#addLine({ at: at.toISOString(), stream: 'manager', text });
    this.#touch();
  }

  /** Whether a portion of an agent's lines is not written yet. */
  get isFull(): boolean {
    const { lines, bytes } = AGENT_LIMITS.portion;
    return this.#lines.length >= lines || this.#bytes >= bytes;
  }

  /** Resolves at the next write. Whoever reads no more until then adds at most a portion to each. */
  written(): Promise<void> {
    this.#written ??= Promise.withResolvers();
    this.#touch();
    return this.#written.promise;
  }

  /** Hands out what is not written yet; `giveBack` undoes it when the write failed. */
  takeUnwritten(): Unwritten {
    const unwritten = {
      lines: this.#lines,
      agentSeq: this.#agentSeq,
      progress: this.#progress,
      message: this.#message,
    };
    this.#lines = [];
    this.#bytes = 0;
    this.#dirty = false;
    this.#written?.resolve();
    this.#written = null;
    return unwritten;
  }

  giveBack({ lines }: Unwritten): void {
    this.#lines = [...lines, ...this.#lines];
    this.#bytes = sizeOf(this.#lines);
    this.#dirty = true;
  }

  #addLine({ at, stream, text }: NewLine): void {
    // Bounds the memory while the database cannot be written: the newest half stays.
    if (this.#bytes > MAX_LOG_BYTES) {
      this.#lines = this.#lines.slice(this.#lines.length / 2);
      this.#bytes = sizeOf(this.#lines);
    }
    // The agent's time may be none that an answer can name: then the time of the last write stands for it.
    const time = timeOf(at) ?? this.row.updatedAt;
    this.#lines.push({ at: time.toISOString(), stream: stream.slice(0, MAX_STREAM), text });
    this.#bytes += sizeOf([{ text }]);
  }

  #touch(): void {
    if (this.#dirty) return;
    this.#dirty = true;
    this.onDirty();
  }
}

/** The manager's own lines (`note`) are told from those of an agent by their stream. */
const agentStream = (stream: string): string => (stream === 'manager' ? 'agent' : stream);

/** Length of the longest name of a stream in the manager's contract. */
const MAX_STREAM = 16;

/** Counted for each line: empty lines take room too, and there may be endlessly many of them. */
const LINE_BYTES = 100;

const sizeOf = (lines: readonly { text: string }[]): number =>
  lines.reduce((sum, { text }) => sum + text.length + LINE_BYTES, 0);
