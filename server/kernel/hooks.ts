import type { Logger } from 'pino';
import { guarded } from '../shared/guarded.ts';
import { logThrottle } from '../shared/logThrottle.ts';
import { AppError } from '../shared/wire/appError.ts';
import type { Hooks } from './declared.ts';

export type HookName = keyof Hooks & string;
type Question<N extends HookName> = Hooks[N] extends { question: infer Q } ? Q : never;
type Answer<N extends HookName> = Hooks[N] extends { answer: infer A } ? A : never;

export type HookHandlers = {
  [N in HookName]?: (question: Question<N>, signal: AbortSignal) => Promise<Answer<N>>;
};

export interface HookAnswer<A> {
  /** The feature that answered. */
  by: string;
  answer: A;
}

/** Questions that features ask and others answer: awaited, in order, time-limited. */
export interface HookBus {
  /**
   * All answers, in the order in which the features were set up. A hook that refuses throws an AppError, which comes
   * out as it is. One that breaks or is late gives a HookFailed: what guards a host must not be skipped because it
   * broke. A caller that asks for one host of many confines both errors to that host.
   */
  ask<N extends HookName>(name: N, question: Question<N>): Promise<HookAnswer<Answer<N>>[]>;
  /** Whether any feature answers; for questions that are asked very often. */
  isAnswered(name: HookName): boolean;
  add(feature: string, handlers: HookHandlers): void;
}

/** A hook broke or gave no answer in time; 503 where a caller waits for it. */
export class HookFailed extends Error {
  readonly feature: string;
  constructor(name: string, feature: string, cause: unknown) {
    super(`hook ${name} of ${feature} failed`, { cause });
    this.name = 'HookFailed';
    this.feature = feature;
  }
}

const refusers = new WeakMap<AppError, string>();

/** The feature whose hook threw this error; null for an error that no hook threw. */
export function hookFeature(error: unknown): string | null {
  if (error instanceof HookFailed) return error.feature;
  return error instanceof AppError ? (refusers.get(error) ?? null) : null;
}

type AnyHandler = (question: unknown, signal: AbortSignal) => Promise<unknown>;

/** Whoever asked tells of each failure in his own way, a failed request by a line; its stack comes this seldom. */
const LOG_ONCE_PER_MS = 60_000;

/** How long an answer may take. */
export const HOOK_TIMEOUT_MS = 10_000;

export function createHookBus(log: Logger, timeoutMs = HOOK_TIMEOUT_MS): HookBus {
  const tell = logThrottle(LOG_ONCE_PER_MS);
  const handlers = new Map<string, { feature: string; run: AnyHandler }[]>();
  return {
    add(feature, added) {
      for (const [name, run] of Object.entries(added)) {
        handlers.set(name, [...(handlers.get(name) ?? []), { feature, run: run as AnyHandler }]);
      }
    },
    isAnswered: (name) => handlers.has(name),
    async ask(name, question) {
      const answers = [];
      for (const { feature, run } of handlers.get(name) ?? []) {
        try {
          answers.push({ by: feature, answer: (await limited(run, question, timeoutMs)) as never });
        } catch (cause) {
          if (cause instanceof AppError) {
            refusers.set(cause, feature);
            throw cause;
          }
          const untold = tell(`${name} ${feature} ${String(cause).slice(0, 80)}`);
          if (untold !== null) log.warn({ hook: name, feature, error: cause, untold }, 'hook failed');
          throw new HookFailed(name, feature, cause);
        }
      }
      return answers;
    },
  };
}

async function limited(run: AnyHandler, question: unknown, timeoutMs: number): Promise<unknown> {
  const ending = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    guarded(() => {
      const failure = new Error(`no answer within ${timeoutMs} ms`);
      ending.abort(failure);
      reject(failure);
    }),
    timeoutMs,
  );
  try {
    // What a handler throws at once becomes a rejection too.
    return await Promise.race([Promise.resolve().then(() => run(question, ending.signal)), late]);
  } finally {
    // Else the timers of thousands of answered questions would still be waiting.
    clearTimeout(timer);
  }
}
