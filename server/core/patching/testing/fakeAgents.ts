/** Agents in memory: they keep jobs by key like real ones, and end them as the test says. */
import { v7 as uuid } from 'uuid';
import { AgentFailure, type AgentFailureKind } from '#server/shared/wire/agentFailure.ts';
import type { Clock } from '#server/kernel/clock.ts';
import { jobData } from '../../agents/agentAnswers.testing.ts';
import type { AgentJob } from '../agentClient.ts';
import type { PackageChange } from '../models.ts';
import type { AgentEvent, AgentTransport } from '../ports.ts';

/** How the next job of an agent ends; `hold`: only when the test says so. */
export interface Ending {
  hold?: boolean;
  status?: AgentJob['status'];
  error?: AgentJob['error'];
  changes?: PackageChange[];
  reversible?: AgentJob['reversible'];
  plan?: AgentJob['plan'];
  rebootRequired?: boolean;
  lines?: string[];
}

/** Work that the manager gave to the agent. */
export interface StartedWork {
  operationId: string;
  key: string;
  body: unknown;
  params: unknown;
}

/** An upgrade of one package in a plan. */
export const upgrade = (name: string): PackageChange => ({ name, arch: 'amd64', from: '1', to: '2' });
/** The package manager is in use on the host: tried again later. */
export const lockHeld = { code: 'LOCK_HELD', message: 'The lock is held.', retryable: true } as const;
/** A maintainer script of a package failed: the host fails. */
export const scriptFailed = { code: 'SCRIPT_FAILED', message: 'A script failed.', retryable: false } as const;

/** A plan that upgrades jq, with this hash. */
export const planWith = (planHash: string): NonNullable<AgentJob['plan']> => ({
  install: [],
  upgrade: [{ name: 'jq', arch: 'amd64', from: '1', to: '2' }],
  downgrade: [],
  remove: [],
  kept_back: [],
  download_size_bytes: 1,
  disk_change_bytes: 0,
  reboot_expected: false,
  reversible: { verdict: 'partly', reasons: [{ code: 'UNSIGNED_STASH', message: 'no signature' }] },
  plan_hash: planHash,
});

type StreamHandlers = Parameters<AgentTransport['openJobStream']>[2];
type JobStreamForm = Parameters<AgentTransport['openJobStream']>[1]['form'];

interface FakeJob {
  detail: AgentJob;
  ending: Ending;
  events: AgentEvent[];
  streams: Set<StreamHandlers>;
}

/** The agent of a host, played by the test: what it was told to do is in `started`, how its jobs end in `endings`. */
export class FakeAgent {
  readonly jobs = new Map<string, FakeJob>();
  /** Work that was really begun; it must never contain the same work twice. */
  readonly started: StartedWork[] = [];
  /** Endings of the next jobs, in order; completed without changes when there is none. */
  readonly endings: Ending[] = [];
  readonly cancelled: string[] = [];
  /** Traces that calls to it named. */
  readonly traceparents = new Set<string>();
  /** Answers to reads (`getSystemInfo`, `listPatches`), by operation: data in the agent's contract. */
  readonly answers = new Map<string, unknown>();
  bootId: string = uuid();
  /** Failures instead of answers, by operation or for all (`*`); `after`: the call still does its work. */
  readonly failures = new Map<string, { failure: AgentFailure; after: boolean }>();
  streamsWork = true;
  /** Whether it serves `followJob`; the fleet decides whether the manager knows it. */
  followsByAnswer = false;
  /** What a restart does; `silently`: the host is gone until `comeBack`; `falsely`: its job completes without one. */
  reboots: 'at once' | 'silently' | 'never' | 'falsely' = 'at once';
  /** The capabilities in its /health. */
  capabilities = ['plan_hash', 'plan_hash_packages', 'strict_sources', 'repair'];
  /** The problems in its /health. */
  problems: { code: string; message: string }[] = [];
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  fail(
    operationId: string,
    kind: AgentFailureKind = 'timeout',
    more: { neverSent?: boolean; after?: boolean } = {},
  ): void {
    const failure = new AgentFailure(kind, kind.toUpperCase(), `${kind} at ${operationId}`, {
      neverSent: more.neverSent ?? false,
    });
    this.failures.set(operationId, { failure, after: more.after ?? false });
  }

  /** Makes the agent refuse the call by its error envelope. */
  refuse(operationId: string, code: string, retryable: boolean): void {
    this.failures.set(operationId, {
      failure: new AgentFailure('refused', code, code, { retryable, status: 409 }),
      after: false,
    });
  }

  /** Ends a restart `silently`: the host runs another boot, in which the restart's job is done. */
  comeBack(): void {
    this.recover();
    this.bootId = uuid();
    this.end();
  }

  recover(): void {
    this.failures.clear();
    this.streamsWork = true;
  }

  /** Ends the newest job that is held. */
  end(ending: Ending = {}): void {
    const job = [...this.jobs.values()].findLast(({ detail }) => detail.status === 'running');
    if (!job) throw new Error('no job of this agent is running');
    this.#end(job, ending);
  }

  log(text: string): void {
    const job = [...this.jobs.values()].findLast(({ detail }) => detail.status === 'running');
    if (job) this.#emit(job, { kind: 'log', stream: 'stdout', text });
  }

  dropStreams(): void {
    for (const { streams } of this.jobs.values()) {
      for (const stream of [...streams]) stream.close('dropped');
      streams.clear();
    }
  }

  answer(
    operationId: string,
    options: {
      params?: { id?: string };
      query?: Record<string, unknown>;
      body?: object;
      idempotencyKey?: string;
    },
  ): unknown {
    const planned = this.failures.get(operationId) ?? this.failures.get('*');
    if (planned && !planned.after) throw planned.failure;
    const data = this.#answer(operationId, options);
    if (planned) throw planned.failure;
    return data;
  }

  openStream(jobId: string, fromSeq: number, on: StreamHandlers, form: JobStreamForm): { close(): void } {
    const job = this.jobs.get(jobId);
    if (!job || !this.streamsWork || this.failures.has('*'))
      throw new AgentFailure('unreachable', 'CLOSED', 'no stream');
    if (form === 'answer' && !this.followsByAnswer)
      throw new AgentFailure('refused', 'NOT_FOUND', 'no such path', { status: 404, retryable: false });
    const stream = form === 'answer' ? withEnd(on, job) : on;
    job.streams.add(stream);
    for (const event of job.events.filter(({ seq }) => seq >= fromSeq)) stream.event(event);
    return { close: () => void job.streams.delete(stream) };
  }

  #answer(
    operationId: string,
    { params, query, body, idempotencyKey = '' }: Parameters<FakeAgent['answer']>[1],
  ): unknown {
    if (this.answers.has(operationId)) return structuredClone(this.answers.get(operationId));
    switch (operationId) {
      case 'getHealth':
        return {
          status: this.problems.length > 0 ? 'degraded' : 'ok',
          problems: this.problems,
          capabilities: this.capabilities,
          boot_id: this.bootId,
        };
      case 'listJobs': {
        const found = [...this.jobs.values()].filter(
          ({ detail }) => detail.idempotency_key === query?.idempotency_key,
        );
        return { jobs: found.map(({ detail }) => detail), total: found.length };
      }
      case 'getJob':
        return structuredClone(this.#job(params?.id).detail);
      case 'getJobLogs':
        return { logs: this.#logsAfter(params?.id, Number(query?.after_seq)), next_seq: 0 };
      case 'cancelJob':
        return this.#cancel(params?.id ?? '');
      case 'deleteJob':
        this.jobs.delete(this.#job(params?.id).detail.job_id);
        return { deleted: true, job_id: params?.id };
      default:
        return this.#start({ operationId, key: idempotencyKey, body, params });
    }
  }

  #job(id: string | undefined): FakeJob {
    const job = this.jobs.get(id ?? '');
    if (!job)
      throw new AgentFailure('refused', 'JOB_NOT_FOUND', 'no such job', { status: 404, retryable: false });
    return job;
  }

  #logsAfter(id: string | undefined, seq: number) {
    return this.#job(id)
      .events.flatMap((event) => (event.kind === 'log' && event.seq > seq ? [event] : []))
      .slice(0, 500);
  }

  #cancel(id: string): unknown {
    this.cancelled.push(id);
    const job = this.#job(id);
    if (job.detail.status !== 'running')
      throw new AgentFailure('refused', 'CANCEL_NOT_ALLOWED', 'ended', { retryable: false });
    this.#end(job, { status: 'cancelled' });
    return { job_id: id };
  }

  #start(work: StartedWork): unknown {
    const known = [...this.jobs.values()].find(({ detail }) => detail.idempotency_key === work.key);
    if (known) return { job_id: known.detail.job_id, status: 'pending', operation: 'patch' };
    this.started.push(work);
    const isReboot = work.operationId === 'rebootSystem';
    const holds = this.reboots === 'never' || this.reboots === 'silently';
    const ending = isReboot ? { hold: holds } : (this.endings.shift() ?? {});
    const job: FakeJob = {
      detail: newDetail(work, this.bootId, this.#clock.now()),
      ending,
      events: [],
      streams: new Set(),
    };
    this.jobs.set(job.detail.job_id, job);
    job.detail.status = 'running';
    for (const text of ending.lines ?? []) this.#emit(job, { kind: 'log', stream: 'stdout', text });
    if (isReboot && this.reboots === 'at once') this.bootId = uuid();
    if (isReboot && this.reboots === 'silently') this.fail('*', 'unreachable');
    if (!ending.hold) this.#end(job, ending);
    return { job_id: job.detail.job_id, status: 'pending', operation: 'patch' };
  }

  #end(job: FakeJob, ending: Ending): void {
    const {
      status = 'completed',
      error = null,
      changes = [],
      plan = null,
      rebootRequired = false,
      reversible = null,
    } = ending;
    Object.assign(job.detail, {
      status,
      reversible,
      error,
      changes,
      plan,
      progress: 100,
      message: `ended ${status}`,
      reboot_required: rebootRequired,
    });
    this.#emit(job, { kind: 'status', status, message: `ended ${status}`, error });
  }

  #emit(job: FakeJob, event: object): void {
    const whole = {
      job_id: job.detail.job_id,
      seq: job.events.length + 1,
      at: this.#clock.now().toISOString(),
      ...event,
    } as AgentEvent;
    job.events.push(whole);
    for (const stream of job.streams) stream.event(whole);
  }
}

/** In a streamed answer, the job itself follows the event of its end. */
const withEnd = (on: StreamHandlers, { detail }: FakeJob): StreamHandlers => ({
  ...on,
  event(event) {
    on.event(event);
    const hasEnded = event.kind === 'status' && !['pending', 'running'].includes(event.status);
    if (hasEnded) on.end?.({ ...structuredClone(detail), logs: [] });
  },
});

const OPERATIONS: Readonly<Record<string, AgentJob['operation']>> = {
  rollbackJob: 'rollback',
  rebootSystem: 'reboot',
  changeConnection: 'connection',
};

function newDetail({ operationId, key }: StartedWork, bootId: string, now: Date): AgentJob {
  return {
    ...structuredClone(jobData),
    job_id: uuid(),
    operation: OPERATIONS[operationId] ?? 'patch',
    status: 'pending',
    created_at: now.toISOString(),
    started_at: now.toISOString(),
    idempotency_key: key,
    boot_id: bootId,
  };
}
