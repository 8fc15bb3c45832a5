import { AppError } from '../../../shared/wire/appError.ts';
import type { HookBus } from '../../../kernel/boot/hooks.ts';
import { hookFeature } from '../../../kernel/boot/hooks.ts';
import type { Failure } from '../domain/decide.ts';
import type { HostWork } from './hostWork.ts';
import type { AfterHostAnswer, BeforeHostAnswer, HostQuestion } from '../events.ts';

interface Answers {
  'patching.beforeHost': BeforeHostAnswer;
  'patching.afterHost': AfterHostAnswer;
}

type GateName = keyof Answers;

/** What the plugins say of one host; or that one of them failed, which says nothing of the host. */
export type Asked<A> = { answers: A[]; failure: null } | { answers: null; failure: Failure };

const REASON = /^[A-Z][A-Z0-9_]{0,63}$/;
const MAX_MESSAGE = 4_000;
const WAITS: readonly unknown[] = ['waiting_window', 'waiting_health_check'];

/**
 * Asks every plugin about one host. Never rejects: what a plugin throws, and an answer that makes no sense, are
 * a failure of code GATE_FAILED that names the plugin, so that they stay with this host.
 */
export async function askGates<N extends GateName>(
  hooks: HookBus,
  name: N,
  question: HostQuestion,
): Promise<Asked<Answers[N]>> {
  try {
    const answers = await hooks.ask(name, question as never);
    const odd = answers.find(({ answer }) => !isAnswer(name, answer));
    if (odd) return { answers: null, failure: gateFailed(odd.by) };
    return { answers: answers.map(({ answer }) => answer as Answers[N]), failure: null };
  } catch (error) {
    return { answers: null, failure: gateFailed(hookFeature(error), error) };
  }
}

function isAnswer(name: GateName, answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || !('verdict' in answer)) return false;
  const { verdict, state, reason, until, message } = answer as Record<string, unknown>;
  if (verdict === 'go') return true;
  if (typeof reason !== 'string' || !REASON.test(reason)) return false;
  if (verdict === 'refuse') return message === undefined || typeof message === 'string';
  if (verdict !== 'wait' || (name === 'patching.beforeHost' && !WAITS.includes(state))) return false;
  return until === undefined || (until instanceof Date && !Number.isNaN(until.getTime()));
}

function gateFailed(plugin: string | null, error?: unknown): Failure {
  const who = plugin === null ? 'A plugin' : `The plugin ${plugin}`;
  const what = `${who} failed when it was asked about the host`;
  const message = error instanceof AppError ? `${what}: ${error.code}, ${error.message}` : `${what}.`;
  return { code: 'GATE_FAILED', message: message.slice(0, MAX_MESSAGE), retryable: true };
}

/** What a gate is told of a host. */
export function questionOf({ row, job }: Pick<HostWork, 'row' | 'job'>): HostQuestion {
  const { jobId, hostId, attempt, position } = row;
  return {
    jobId,
    hostId,
    operation: job.operation,
    spec: job.spec,
    attempt,
    position,
    hostsTotal: job.hostsTotal,
  };
}
