import { AppError } from '../../../contract/appError.ts';
import { HookFailed } from '../../../kernel/hooks.ts';
import { isUniqueViolation, ts } from '../../../kernel/db.ts';
import { WAITING_STATES, type JobHostState } from '../domain/jobHostStates.ts';
import { activeOf, isJobOpen } from '../domain/jobStates.ts';
import type { BeforeHostAnswer } from '../events.ts';
import { JobHostModel, JobModel } from '../models.ts';
import type { HostInfo } from '../ports.ts';
import { withJob, type JobTx } from '../service/jobTx.ts';
import type { EngineDeps } from './engine.ts';
import { questionOf } from './steps.ts';

/** Hosts that are started in one transaction. */
const BATCH = 100;
/** A gate that does not say when is asked again after so long. */
const ASK_AGAIN_MS = 30_000;

type Verdict =
  | { to: 'dispatching'; host: HostInfo }
  | { to: Exclude<JobHostState, 'dispatching'>; set: Partial<JobHostModel> };

type Begin = (row: JobHostModel, job: JobModel, host: HostInfo) => void;

/** Decides which hosts of a job start: as many as have a place, whose gates are open and whose host is free. */
export class Dispatcher {
  readonly #deps: EngineDeps;
  readonly #begin: Begin;
  /** Jobs that are being dispatched; true when they were woken again meanwhile. */
  readonly #busy = new Map<string, boolean>();

  constructor(deps: EngineDeps, begin: Begin) {
    this.#deps = deps;
    this.#begin = begin;
  }

  /** Once at a time per job; a call meanwhile makes one more round. */
  async wake(jobId: string): Promise<void> {
    if (this.#busy.has(jobId)) return void this.#busy.set(jobId, true);
    this.#busy.set(jobId, true);
    try {
      while (this.#busy.get(jobId)) {
        this.#busy.set(jobId, false);
        if (await this.#dispatch(jobId)) this.#busy.set(jobId, true);
      }
    } finally {
      this.#busy.delete(jobId);
    }
  }

  /** True when there may be more to start. */
  async #dispatch(jobId: string): Promise<boolean> {
    const { ctx } = this.#deps;
    const job = await JobModel.query(ctx.db.reader).findById(jobId);
    if (!job || !isJobOpen(job.state)) return false;
    const places = job.spec.maxParallel - activeOf(job.counts);
    if (places <= 0) return false;
    const due = await this.#due(jobId, Math.min(BATCH, places));
    if (due.length === 0) return false;
    const hosts = new Map(
      (await this.#deps.hosts.getMany(due.map(({ hostId }) => hostId))).map((host) => [host.id, host]),
    );
    const verdicts = await Promise.all(
      due.map(async (row) => ({ row, verdict: await this.#judge(job, row, hosts.get(row.hostId)) })),
    );
    const started = await this.#write(jobId, verdicts);
    for (const { row, job: current, host } of started) this.#begin(row, current, host);
    return due.length === Math.min(BATCH, places) || started.length < due.length;
  }

  /** Waiting hosts whose time has come, except those that are known to be busy still. */
  async #due(jobId: string, limit: number): Promise<JobHostModel[]> {
    const now = await this.#deps.ctx.db.now();
    return JobHostModel.query(this.#deps.ctx.db.reader)
      .where('job_id', jobId)
      .whereIn('state', [...WAITING_STATES])
      .where((due) => due.whereNull('next_attempt_at').orWhere('next_attempt_at', '<=', ts(now)))
      .whereNot((known) =>
        known
          .where('reason', 'HOST_BUSY')
          .whereNotNull('reason')
          .whereExists(
            JobHostModel.query()
              .alias('other')
              .select(1)
              .whereColumn('other.active_host_id', 'patching_job_hosts.host_id'),
          ),
      )
      .orderBy('position')
      .limit(limit);
  }

  async #judge(job: JobModel, row: JobHostModel, host: HostInfo | undefined): Promise<Verdict> {
    if (!host) return { to: 'skipped', set: { reason: 'HOST_REMOVED' } };
    if (host.duplicateIdentity)
      return refused('DUPLICATE_IDENTITY', 'The host was seen at two addresses at once.');
    if (host.maintenanceMode) return { to: 'skipped', set: { reason: 'MAINTENANCE_MODE' } };
    try {
      const answers = await this.#deps.ctx.hooks.ask('patching.beforeHost', questionOf({ row, job }));
      return judge(
        answers.map(({ answer }) => answer),
        host,
        this.#deps.ctx.clock.now(),
      );
    } catch (error) {
      if (!(error instanceof HookFailed || error instanceof AppError)) throw error;
      const until = new Date(this.#deps.ctx.clock.now().getTime() + ASK_AGAIN_MS);
      return { to: row.state as 'pending', set: { reason: 'GATE_FAILED', nextAttemptAt: until } };
    }
  }

  async #write(
    jobId: string,
    verdicts: readonly { row: JobHostModel; verdict: Verdict }[],
  ): Promise<Started[]> {
    const write = () =>
      withJob(this.#deps.ctx, jobId, { name: 'patching.dispatch' }, (jobTx) => startHosts(jobTx, verdicts));
    try {
      return (await write()) ?? [];
    } catch (error) {
      // Another manager took one of the hosts for another job in the same moment; now that is seen.
      if (!isUniqueViolation(error)) throw error;
      return (await write()) ?? [];
    }
  }
}

interface Started {
  row: JobHostModel;
  job: JobModel;
  host: HostInfo;
}

const refused = (code: string, message: string): Verdict => ({
  to: 'failed',
  set: { reason: code, error: { code, message, retryable: false } },
});

function judge(answers: readonly BeforeHostAnswer[], host: HostInfo, now: Date): Verdict {
  for (const answer of answers) {
    if (answer.verdict === 'refuse')
      return refused(answer.reason, answer.message ?? 'A gate refuses the host.');
  }
  for (const answer of answers) {
    if (answer.verdict !== 'wait') continue;
    const untilMs = (answer.until?.getTime() ?? Infinity) - now.getTime();
    const nextAttemptAt = new Date(now.getTime() + Math.max(1_000, Math.min(ASK_AGAIN_MS, untilMs)));
    return { to: answer.state, set: { reason: answer.reason, nextAttemptAt } };
  }
  return { to: 'dispatching', host };
}

async function startHosts(
  jobTx: JobTx,
  verdicts: readonly { row: JobHostModel; verdict: Verdict }[],
): Promise<Started[]> {
  if (!isJobOpen(jobTx.job.state)) return [];
  const busy = await busyHosts(
    jobTx,
    verdicts.map(({ row }) => row.hostId),
  );
  let places = jobTx.job.spec.maxParallel - activeOf(jobTx.job.counts);
  const started: Started[] = [];
  for (const { row, verdict } of verdicts) {
    if (verdict.to !== 'dispatching') await jobTx.changeHost(row, verdict.to, verdict.set);
    else if (busy.has(row.hostId))
      await jobTx.changeHost(row, 'pending', { reason: 'HOST_BUSY', nextAttemptAt: null });
    else if (places > 0) {
      const next = await jobTx.changeHost(row, 'dispatching', firstColumns(row, jobTx.now));
      if (!next) continue;
      places -= 1;
      started.push({ row: next, job: jobTx.job, host: verdict.host });
    }
  }
  return started;
}

async function busyHosts(jobTx: JobTx, hostIds: readonly string[]): Promise<Set<string>> {
  const rows = await JobHostModel.query(jobTx.tx.knex)
    .select('active_host_id')
    .whereIn('active_host_id', [...hostIds]);
  return new Set(rows.map(({ activeHostId }) => activeHostId ?? ''));
}

/** A new attempt starts from nothing but what earlier ones changed. */
function firstColumns(row: JobHostModel, now: Date): Partial<JobHostModel> {
  return {
    attempt: row.attempt + 1,
    repetition: 0,
    reason: null,
    nextAttemptAt: null,
    stepDeadlineAt: null,
    agentJobId: null,
    agentJobStatus: null,
    agentSeq: 0,
    stepJobId: null,
    bootId: null,
    progress: 0,
    message: '',
    startedAt: row.startedAt ?? now,
  };
}
