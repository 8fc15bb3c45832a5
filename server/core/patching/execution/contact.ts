import type { Clock } from '#server/kernel/clock.ts';
import { MOST_MESSAGE_CHARS, type Failure } from '../domain/decide.ts';
import { AgentFailure } from '#server/shared/wire/agentFailure.ts';
import { isWord } from '#server/shared/wire/words.ts';
import type { AgentJob } from '../agentClient.ts';

const FIRST_DELAY_MS = 2_000;
const LAST_DELAY_MS = 10_000;

/** Delays between questions to an agent: 2 s, growing to 10 s. */
export class Pace {
  #delayMs = FIRST_DELAY_MS;

  /** Rejects with the signal's reason when it is aborted. */
  async wait(clock: Clock, signal: AbortSignal): Promise<void> {
    await clock.sleep(this.#delayMs, signal);
    this.#delayMs = Math.min(LAST_DELAY_MS, this.#delayMs * 1.5);
  }

  reset(): void {
    this.#delayMs = FIRST_DELAY_MS;
  }
}

/** Whether the agent itself answered with an error: then there is contact with it. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AgentFailure && error.kind === 'refused';
}

/** The failure as it is kept and shown. */
export function failureOf(error: AgentFailure): Failure {
  const { message } = error;
  if (error.kind === 'refused') {
    return {
      code: codeOf(error.code),
      message,
      retryable: error.retryable,
      ...(error.details ? { details: error.details } : {}),
    };
  }
  if (error.kind === 'tls') {
    const code = error.code === 'CLOCK_SKEW' ? error.code : 'CERTIFICATE_INVALID';
    return { code, message, retryable: false };
  }
  if (error.kind === 'answer') return { code: 'AGENT_ERROR', message, retryable: true };
  return { code: 'HOST_UNREACHABLE', message, retryable: true };
}

/** An agent's error code if it has the form of the contract's codes; any other is AGENT_ERROR, the agent's fault. */
const codeOf = (code: string): string => (isWord(code) ? code : 'AGENT_ERROR');

/** Why an agent's job failed, by the agent; null: it says nothing. */
export const failureOfJob = (error: AgentJob['error']): Failure | null =>
  error && {
    ...error,
    code: codeOf(error.code),
    details: error.details as Record<string, unknown> | undefined,
  };

/** Thrown to end the wait for an agent that is given up. */
export class GivenUp extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** What an agent of an earlier release cannot do. */
const cannot: Readonly<Record<string, string>> = {
  plan_hash_packages: 'keep to an approved plan of this operation',
  strict_sources: 'require that all package sources answer',
  repair: 'plan a repair of broken dependencies',
  agent_update: 'update itself',
  connection: 'change who connects to whom',
};

/**
 * An approved plan runs as it was approved or not at all, so an agent that cannot check its hash gets no call. An agent
 * that does not know a field would refuse the call by the field's name, which tells a person nothing.
 */
export const agentTooOld = (capability: string): Failure => ({
  code: 'AGENT_TOO_OLD',
  message: `The agent of this host is too old to ${cannot[capability] ?? 'do this'} (it lacks ${capability}). Nothing was sent. Update the agent, then retry.`,
  retryable: false,
});

export const contactLost = (): Failure => ({
  code: 'CONTACT_LOST',
  message: 'The host does not answer and the job was cancelled; what it did there is unknown.',
  retryable: false,
});

/** A host that was only asked for a plan cannot have changed, so its answer is not waited for. */
export const planLost = (lost: string): Failure => ({
  code: 'HOST_UNREACHABLE',
  message: `The host stopped answering before it had sent its plan: ${lost}`.slice(0, MOST_MESSAGE_CHARS),
  retryable: true,
});

export const hostRemoved = (): Failure => ({
  code: 'HOST_REMOVED',
  message: 'The host was removed while its work went on; what it did there is unknown.',
  retryable: false,
});
