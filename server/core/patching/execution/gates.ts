import { AppError } from '#server/shared/wire/appError.ts';
import type { HookBus } from '#server/kernel/hooks.ts';
import { hookFeature } from '#server/kernel/hooks.ts';
import { MOST_MESSAGE_CHARS, type Failure } from '../domain/decide.ts';
import type { HostWork } from './hostWork.ts';
import type { AfterHostAnswer, BeforeHostAnswer, BeforeRebootAnswer, HostQuestion } from '../events.ts';
import type { Reasons } from './reasons.ts';

/** Hooks that are asked about one host at a time. */
interface Answers {
  'patching.beforeReboot': BeforeRebootAnswer;
  'patching.afterHost': AfterHostAnswer;
}

export interface GateDeps {
  ctx: { hooks: HookBus };
  reasons: Reasons;
}

/** What one plugin says about a host. */
export interface Said<A> {
  by: string;
  answer: A;
  /** The sentence of its reason; empty for an answer without a reason. */
  sentence: string;
}

/** The plugins' answers about one host; or the failure of one plugin, which says nothing about the host. */
export type Asked<A> = { answers: Said<A>[]; failure: null } | { answers: null; failure: Failure };

/** The verdicts besides `go` and `refuse` that each hook may give; a gate before a restart has no `unknown`. */
const fitsOne: Readonly<Record<keyof Answers, (answer: Loose) => boolean>> = {
  'patching.afterHost': ({ verdict }) => verdict === 'wait' || verdict === 'unknown',
  'patching.beforeReboot': ({ verdict }) => verdict === 'wait',
};
const WAITS: readonly unknown[] = ['waiting_window', 'waiting_health_check'];

/**
 * Asks every plugin about one host. Never rejects: an error that a plugin throws, or an invalid answer, becomes a
 * failure of code GATE_FAILED that names the plugin, so that it affects this host only.
 */
export async function askGates<N extends keyof Answers>(
  { ctx, reasons }: GateDeps,
  name: N,
  question: HostQuestion,
): Promise<Asked<Answers[N]>> {
  try {
    const answers = await ctx.hooks.ask(name, question as never);
    return judged<Answers[N]>(reasons, answers, fitsOne[name]);
  } catch (error) {
    return { answers: null, failure: gateFailed(hookFeature(error), error) };
  }
}

/** Before the work, a `wait` must name the state to wait in, and `skip` is allowed. */
const fitsBeforeHost = ({ verdict, state }: Loose): boolean =>
  verdict === 'skip' || (verdict === 'wait' && WAITS.includes(state));

type AskedHosts = ReadonlyMap<string, Asked<BeforeHostAnswer>>;

/**
 * Asks every plugin whether the work may start, about many hosts by one question. Never rejects. A plugin that fails
 * is asked about each host alone, so that a fault of one host, or of its gate, affects that host only. `suspects`, the
 * hosts for which it failed last time, are asked about alone from the start, so that the others share one question.
 */
export async function askBeforeHosts(
  deps: GateDeps,
  hosts: readonly HostQuestion[],
  suspects: ReadonlySet<string> = new Set(),
): Promise<AskedHosts> {
  const others = hosts.filter(({ hostId }) => !suspects.has(hostId));
  const alone = hosts.filter(({ hostId }) => suspects.has(hostId));
  const asked = await Promise.all([askMany(deps, others), askEach(deps, alone)]);
  return new Map(asked.flatMap((some) => [...some]));
}

async function askMany(deps: GateDeps, hosts: readonly HostQuestion[]): Promise<AskedHosts> {
  if (hosts.length <= 1) return askEach(deps, hosts);
  const asked = await askTogether(deps, hosts);
  return 'failure' in asked ? askEach(deps, hosts) : asked;
}

async function askEach(deps: GateDeps, hosts: readonly HostQuestion[]): Promise<AskedHosts> {
  const asked = hosts.map(async (host): Promise<[string, Asked<BeforeHostAnswer>]> => {
    const one = await askTogether(deps, [host]);
    const answered = 'failure' in one ? one : one.get(host.hostId);
    return [host.hostId, answered ?? { answers: null, failure: gateFailed(null) }];
  });
  return new Map(await Promise.all(asked));
}

async function askTogether(
  { ctx, reasons }: GateDeps,
  hosts: readonly HostQuestion[],
): Promise<ReadonlyMap<string, Asked<BeforeHostAnswer>> | Extract<Asked<never>, { answers: null }>> {
  try {
    const all = await ctx.hooks.ask('patching.beforeHost', { hosts });
    const odd = all.find(({ answer }) => !((answer as unknown) instanceof Map));
    if (odd) return { answers: null, failure: gateFailed(odd.by) };
    return new Map(
      hosts.map(({ hostId }) => {
        const answers = all.map(({ by, answer }) => ({ by, answer: answer.get(hostId) }));
        return [hostId, judged<BeforeHostAnswer>(reasons, answers, fitsBeforeHost)];
      }),
    );
  } catch (error) {
    return { answers: null, failure: gateFailed(hookFeature(error), error) };
  }
}

/** What counts before what, where plugins differ; `go` says nothing. */
const GRAVEST_FIRST = ['refuse', 'unknown', 'skip', 'wait'] as const;

type Holding<A> = Exclude<A, { verdict: 'go' }>;

/**
 * The one answer that decides about the host, with its message: the gravest verdict of any plugin, and among equals
 * the first plugin's. Null: all say `go`.
 */
export function deciding<A extends { verdict: string; message?: string }>(
  said: readonly Said<A>[],
): { by: string; answer: Holding<A>; message: string } | null {
  for (const verdict of GRAVEST_FIRST) {
    const one = said.find(({ answer }) => answer.verdict === verdict);
    if (!one) continue;
    const message = (one.answer.message ?? one.sentence).slice(0, MOST_MESSAGE_CHARS);
    return { by: one.by, answer: one.answer as Holding<A>, message };
  }
  return null;
}

/** An answer as a plugin may have given it, whatever its type says. */
type Loose = Partial<
  Record<'verdict' | 'state' | 'reason' | 'until' | 'windowEndsAt' | 'message' | 'holds', unknown>
>;

function judged<A>(
  reasons: Reasons,
  answers: readonly { by: string; answer: unknown }[],
  fits: (answer: Loose) => boolean,
): Asked<A> {
  const said: Said<A>[] = [];
  for (const { by, answer } of answers) {
    const loose = looseOf(answer);
    if (!loose || !isAnswer(loose, fits)) return { answers: null, failure: gateFailed(by) };
    const sentence = loose.verdict === 'go' ? '' : reasons.sentenceOf(by, String(loose.reason));
    if (sentence === null) return { answers: null, failure: undeclared(by, String(loose.reason)) };
    said.push({ by, answer: answer as A, sentence });
  }
  return { answers: said, failure: null };
}

const looseOf = (answer: unknown): Loose | null =>
  typeof answer === 'object' && answer !== null ? answer : null;

/** `fits`: whether the hook takes a verdict that not all hooks take. */
function isAnswer(answer: Loose, fits: (answer: Loose) => boolean): boolean {
  const { verdict, reason, until, windowEndsAt, message } = answer;
  if (verdict === 'go') return true;
  if (typeof reason !== 'string' || !(message === undefined || typeof message === 'string')) return false;
  if (!isHolders(answer.holds)) return false;
  if (verdict === 'refuse') return true;
  if (!fits(answer)) return false;
  if (verdict === 'skip' || verdict === 'unknown') return true;
  return verdict === 'wait' && isTime(until) && isTime(windowEndsAt);
}

const isHolders = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) &&
    value.every(({ kind, id, name }: Partial<Record<'kind' | 'id' | 'name', unknown>>) =>
      [kind, id ?? '', name ?? ''].every((part) => typeof part === 'string'),
    ));

const isTime = (value: unknown): boolean =>
  value === undefined || (value instanceof Date && !Number.isNaN(value.getTime()));

const FAILED_ASKED = 'failed when it was asked about the host';

function gateFailed(plugin: string | null, error?: unknown): Failure {
  const what = `${plugin === null ? 'A plugin' : `The plugin ${plugin}`} ${FAILED_ASKED}`;
  const message = error instanceof AppError ? `${what}: ${error.code}, ${error.message}` : `${what}.`;
  return { code: 'GATE_FAILED', message: message.slice(0, MOST_MESSAGE_CHARS), retryable: true };
}

function undeclared(plugin: string, reason: string): Failure {
  const message = `The plugin ${plugin} ${FAILED_ASKED}: it has not declared the reason ${reason}.`;
  return { code: 'GATE_FAILED', message: message.slice(0, MOST_MESSAGE_CHARS), retryable: true };
}

/** What a gate is told about a host. */
export function questionOf({ row, job }: Pick<HostWork, 'row' | 'job'>): HostQuestion {
  const { jobId, hostId, attempt, position, gatedBy, gatedSince } = row;
  return {
    jobId,
    round: job.round,
    hostId,
    operation: job.operation,
    spec: job.spec,
    attempt,
    position,
    hostsTotal: job.hostsTotal,
    waiting: gatedBy && gatedSince ? { by: gatedBy, since: gatedSince } : null,
  };
}
