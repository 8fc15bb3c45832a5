/** What the module of a computation exports as `compute`; input and result survive `v8.serialize`. */
export type Compute = (input: never) => unknown;

export interface ComputeOptions {
  /** On whose behalf, see `budgetKey`: accounts get their turns one after the other. */
  account: string;
  /** Limit of the computation itself, in milliseconds; the wait for its turn does not count. */
  timeoutMs: number;
  signal?: AbortSignal;
}

/** Work that would keep the event loop from everybody else, in a process beside it. */
export interface Computing {
  /**
   * What `compute` of that module returns. Throws ComputingFailed: LATE (the deadline), BUSY (too many computations of
   * this account wait), FAILED (it threw, or ran out of memory); and the signal's reason.
   */
  run<Result>(module: URL, input: unknown, options: ComputeOptions): Promise<Result>;
}

export class ComputingFailed extends Error {
  readonly reason: 'LATE' | 'BUSY' | 'FAILED';
  constructor(reason: ComputingFailed['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ComputingFailed';
    this.reason = reason;
  }
}

export interface Task {
  module: string;
  input: unknown;
}

export type TaskResult = { result: unknown } | { error: string };
