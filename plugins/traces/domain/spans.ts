import { createHash } from 'node:crypto';
import type { HostHistory, JobHistory, JobHostState, JobState, TracedAttempt } from '#sdk/patching.ts';

/**
 * The trace of a job: its id without hyphens. So every manager, every retry and every person who has the id of the job
 * names the same trace. A UUID of version 7 has 62 random bits at its end, as samplers of traces expect.
 */
export const traceIdOf = (jobId: string): string => jobId.replaceAll('-', '');

/** 16 hex digits, never all zero: the same parts always name the same span. */
export const spanIdOf = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);

/** The span of an attempt, known before it ends, so that agents can be told of it. */
const attemptSpanOf = ({ jobId, hostId, round, attempt }: TracedAttempt): string =>
  spanIdOf('attempt', jobId, hostId, round, attempt);

/** The header of W3C Trace Context for the calls of an attempt; traced jobs are always sampled. */
export const traceparentOf = (attempt: TracedAttempt): string =>
  `00-${traceIdOf(attempt.jobId)}-${attemptSpanOf(attempt)}-01`;

/** A part of a job, with its time. Attributes have few names; those of OpenTelemetry's conventions where there are some. */
export interface JobSpan {
  name: string;
  /** 16 hex digits. */
  id: string;
  /** Null: the root. */
  parentId: string | null;
  from: Date;
  to: Date;
  hasFailed: boolean;
  attributes: Readonly<Record<string, string | number | boolean>>;
}

/** What a host does while it is in a state; ended states are no phase. */
const PHASES: Readonly<Partial<Record<JobHostState, string>>> = {
  pending: 'wait',
  waiting_window: 'wait for window',
  waiting_health_check: 'wait for health check',
  retry_wait: 'wait for retry',
  dispatching: 'call',
  running: 'work',
  rebooting: 'restart',
  verifying: 'check',
  rolling_back: 'rollback',
};
const WAITS: readonly JobHostState[] = ['pending', 'waiting_window', 'waiting_health_check', 'retry_wait'];
const FAILED: readonly JobHostState[] = ['failed', 'timedout', 'rolled_back', 'rollback_failed'];
const JOB_FAILED: readonly JobState[] = ['failed', 'partial'];

const rootSpanOf = (jobId: string): string => spanIdOf('job', jobId);
const waveSpanOf = (jobId: string, wave: number): string => spanIdOf('wave', jobId, wave);

/** The job itself, which is the root, and its waves that have begun. `endedAt`: when the job ended. */
export function jobSpans(jobId: string, job: JobHistory, endedAt: Date): JobSpan[] {
  const { operation, state, isDryRun, round, beginsAt, hostsTotal, counts } = job;
  const root: JobSpan = {
    name: `job ${operation}`,
    id: rootSpanOf(jobId),
    parentId: null,
    from: beginsAt,
    to: endedAt,
    hasFailed: JOB_FAILED.includes(state),
    attributes: {
      'fleetmend.job.id': jobId,
      'fleetmend.job.operation': operation,
      'fleetmend.job.state': state,
      'fleetmend.job.dry_run': isDryRun,
      'fleetmend.job.round': round,
      'fleetmend.job.hosts': hostsTotal,
    },
  };
  for (const [of, hosts] of Object.entries(counts))
    if (hosts > 0) Object.assign(root.attributes, { [`fleetmend.job.hosts.${of}`]: hosts });
  const waves = job.waves.flatMap(({ number, startedAt, passedAt }): JobSpan[] =>
    startedAt === null
      ? []
      : [
          {
            name: 'wave',
            id: waveSpanOf(jobId, number),
            parentId: root.id,
            from: startedAt,
            to: passedAt ?? endedAt,
            hasFailed: passedAt === null && root.hasFailed,
            attributes: { 'fleetmend.wave': number },
          },
        ],
  );
  return [root, ...waves];
}

type Step = HostHistory['steps'][number];

/** A time that a host spent in one state. */
interface Stay {
  step: Step;
  to: Date;
  /** The state that came next; null: the job ended before. */
  next: Step | null;
  /** From 1: how often a person has had the host tried. */
  round: number;
  /** The span of the attempt that it belongs to; null: it waited between attempts. */
  attemptId: string | null;
}

/** A host of the job: the span of the host, its attempts, and in each of them and between them what it did. */
export function hostSpans(
  jobId: string,
  { job, host, endedAt }: { job: JobHistory; host: HostHistory; endedAt: Date },
): JobSpan[] {
  const { hostId, fqdn, wave, steps, errorCode } = host;
  const hasWave = wave !== null && job.waves[wave - 1]?.startedAt != null;
  const last = steps.at(-1) ?? null;
  const { hasFailed, attributes } = resultOf(last, errorCode);
  const own: JobSpan = {
    name: 'host',
    id: spanIdOf('host', jobId, hostId),
    parentId: hasWave ? waveSpanOf(jobId, wave) : rootSpanOf(jobId),
    from: job.beginsAt,
    to: last?.at ?? endedAt,
    hasFailed,
    attributes: { 'host.id': hostId, 'host.name': fqdn, ...attributes },
  };
  const stays = staysOf(jobId, { job, host, endedAt });
  const attempts = attemptSpans(own.id, stays, errorCode);
  const inside = stays.flatMap(({ step, to, attemptId }, index): JobSpan[] => {
    const name = PHASES[step.state];
    if (name === undefined) return [];
    const begins = step.state === 'dispatching' ? attempts.filter(({ id }) => id === attemptId) : [];
    const id = spanIdOf('phase', jobId, hostId, index);
    const parentId = attemptId ?? own.id;
    const attributes = stateOf(step);
    return [...begins, { name, id, parentId, from: step.at, to, hasFailed: false, attributes }];
  });
  return [own, ...inside];
}

function staysOf(
  jobId: string,
  { job, host, endedAt }: { job: JobHistory; host: HostHistory; endedAt: Date },
): Stay[] {
  const first = { state: 'pending', reason: null, attempt: 0, at: job.beginsAt } as const;
  const all: readonly Step[] = [first, ...host.steps];
  let round = 1;
  let attemptId: string | null = null;
  return all.map((step, index) => {
    const next = all[index + 1] ?? null;
    if (isOver(step.state)) attemptId = null;
    if (step.state === 'dispatching')
      attemptId = attemptSpanOf({ jobId, hostId: host.hostId, round, attempt: step.attempt });
    const stay = { step, to: next?.at ?? endedAt, next, round, attemptId };
    // A person's retry.
    if (PHASES[step.state] === undefined && next?.state === 'pending') round += 1;
    return stay;
  });
}

/** Whether no attempt goes on in that state: the host has ended, or waits. */
const isOver = (state: JobHostState): boolean => PHASES[state] === undefined || WAITS.includes(state);

function attemptSpans(parentId: string, stays: readonly Stay[], errorCode: string | null): JobSpan[] {
  const byAttempt = Map.groupBy(
    stays.filter(({ attemptId }) => attemptId !== null),
    ({ attemptId }) => attemptId,
  );
  return [...byAttempt.values()].flatMap((own): JobSpan[] => {
    const [first, last] = [own[0], own.at(-1)];
    if (!first || !last) return [];
    const isLast = last.next !== null && last.next === stays.at(-1)?.step;
    const { hasFailed, attributes } = resultOf(last.next, isLast ? errorCode : null);
    return [
      {
        name: 'attempt',
        id: first.attemptId ?? '',
        parentId,
        from: first.step.at,
        to: last.to,
        hasFailed,
        attributes: {
          'fleetmend.round': first.round,
          'fleetmend.attempt': first.step.attempt,
          ...attributes,
        },
      },
    ];
  });
}

/** By the state that ended it. `errorCode`: of the failure that did, where it is known. */
function resultOf(step: Step | null, errorCode: string | null): Pick<JobSpan, 'hasFailed' | 'attributes'> {
  if (step === null) return { hasFailed: false, attributes: {} };
  const hasFailed = step.state === 'retry_wait' || FAILED.includes(step.state);
  const attributes = stateOf(step);
  if (!hasFailed) return { hasFailed, attributes };
  return { hasFailed, attributes: { ...attributes, 'error.type': errorCode ?? step.reason ?? step.state } };
}

function stateOf({ state, reason }: Step): JobSpan['attributes'] {
  return reason === null
    ? { 'fleetmend.host.state': state }
    : { 'fleetmend.host.state': state, 'fleetmend.host.reason': reason };
}
