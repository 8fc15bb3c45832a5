import type { Knex } from 'knex';
import { rowWith } from '#server/kernel/db/model.ts';
import { batchedCalls } from '#server/kernel/batchedCalls.ts';
import { isActive } from '../domain/jobHostStates.ts';
import { PLAN_RETRY_DELAY_MS } from '../domain/retryPolicy.ts';
import { JobHostModel, type JobModel } from '../models.ts';
import type { AgentTarget, HostInfo } from '../ports.ts';
import type { JobTx } from '../service/jobTx.ts';
import { attemptsOf } from '../service/steps.ts';
import { createAgentClient } from '../agentClient.ts';
import { commitOutcome } from './commit.ts';
import { contactLost, GivenUp, hostRemoved, planLost } from './contact.ts';
import type { EngineContext, EngineDeps } from './deps.ts';
import { Dispatcher, SCHEDULED_RUN } from './dispatcher.ts';
import { shownHere } from './dueTimes.ts';
import { Flusher } from './flusher.ts';
import { HostWork } from './hostWork.ts';
import { HostWrites } from './hostWrites.ts';
import { LeaseLost } from './leaseLost.ts';
import { takeRebootTags } from './rebootTags.ts';
import { runStep, type StepDeps } from './steps.ts';

/** A host of a cancelled job that cannot be reached is given up after this time. */
const GIVE_UP_MS = 60_000;

/**
 * Does the work of jobs: starts hosts that may start, follows their agents, writes the results. All lasting state is
 * in the rows; this object only holds what is at work in this process.
 */
export class Engine {
  readonly #deps: EngineDeps;
  readonly #works = new Map<string, HostWork>();
  readonly #running = new Set<Promise<void>>();
  readonly #dispatcher: Dispatcher;
  readonly #writes: HostWrites;
  readonly #flusher: Flusher;
  readonly #steps: StepDeps;
  readonly #stopped = new AbortController();
  /** Ids of the jobs that wait for a host to be free. */
  readonly #jobsInWait: (hostId: string) => Promise<string[] | undefined>;
  /** Undefined: the host was deleted. */
  readonly #hostOf: (hostId: string) => Promise<HostInfo | undefined>;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    const { ctx, transport, reasons, hosts } = deps;
    const alone = <T>(write: () => Promise<T>): Promise<T> => this.#writes.alone(write);
    this.#jobsInWait = batchedCalls((hostIds) => waitingJobs(ctx.db.reader, hostIds));
    const hostOf = batchedCalls(async (hostIds: readonly string[]) => byId(await hosts.getMany(hostIds)));
    this.#hostOf = hostOf;
    this.#writes = new HostWrites(deps, () => this.#works.size);
    this.#flusher = new Flusher(ctx, this.#writes);
    this.#dispatcher = new Dispatcher(
      deps,
      ({ row, job, host }) => this.#begin(row, job, host, true),
      (jobId) => this.wake(jobId),
    );
    this.#steps = {
      ctx,
      transport,
      reasons,
      patchListOf: hosts.patchListOf,
      takeRebootTags: (work) => takeRebootTags({ ctx, hosts, hostOf, alone }, work),
      clock: ctx.clock,
      client: createAgentClient(transport, this.#stopped.signal),
      onContact: (work, lost) => this.#onContact(work, lost),
      update: (work, set) => this.#update(work, set),
    };
  }

  /** Ids of the rows that this process works on. */
  get rowIds(): string[] {
    return [...this.#works.keys()];
  }

  /** Writes about hosts at work here that wait for their transaction. */
  get writesWaiting(): number {
    return this.#writes.waiting;
  }

  /** Starts whatever may start in the job, now and in this process; the next sweep would find it too. */
  wake(jobId: string): void {
    if (!this.#stopped.signal.aborted) this.#track(this.#dispatcher.wake(jobId));
  }

  /** Goes on with a host whose lease this manager has just taken over. */
  async resume(row: JobHostModel, job: JobModel): Promise<void> {
    this.#begin(row, job, (await this.#hostOf(row.hostId)) ?? null, false);
  }

  /** Passes the cancel of a job on to the hosts at work here. */
  cancelJob(jobId: string): void {
    for (const work of this.#works.values()) {
      if (work.row.jobId === jobId) this.#track(this.#cancel(work));
    }
  }

  /** Stops working; the agents go on, and the manager that sweeps next takes the hosts over at once. */
  async stop(): Promise<void> {
    this.#stopped.abort(new Error('the manager stops'));
    this.#dispatcher.stop();
    for (const work of this.#works.values()) work.stopping.abort(this.#stopped.signal.reason);
    await Promise.allSettled(this.#running);
    this.#flusher.stop();
    await this.#flusher.flush();
  }

  /** Resolves when nothing is at work any more: for tests and for an orderly stop. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  #begin(row: JobHostModel, job: JobModel, host: HostInfo | null, fresh: boolean): void {
    if (this.#works.has(row.id) || this.#stopped.signal.aborted) return;
    const work = new HostWork(row, job, targetOf(host, row), fresh);
    work.removed = host === null;
    work.followsByAnswer = host?.capabilities.includes('follow') ?? false;
    work.platform = host?.platform ?? null;
    this.#works.set(row.id, work);
    this.#flusher.add(work);
    this.#track(this.#run(work));
  }

  #track(promise: Promise<void>): void {
    const guarded = promise.catch((error: unknown) => {
      if (!this.#stopped.signal.aborted) this.#deps.ctx.log.error({ error }, 'work on a job failed');
    });
    this.#running.add(guarded);
    void guarded.finally(() => this.#running.delete(guarded));
  }

  /** After a failure here the rows stay as they are; the lease runs out and the sweep tries again. */
  async #run(work: HostWork): Promise<void> {
    let heldTags: string[] = [];
    try {
      await markAttempt(this.#deps.ctx, work);
      const traceparent = await this.#deps.tracing.traceparentOf(work.row);
      if (traceparent !== null) work.target = { ...work.target, traceparent };
      while (isActive(work.row.state)) {
        const result = await runStep(this.#steps, work);
        heldTags = work.row.heldTags ?? [];
        await commitOutcome(this.#writes, work, result);
        this.#afterCommit(work);
      }
    } catch (error) {
      this.#tellEnd(work, error);
    } finally {
      this.#works.delete(work.row.id);
      this.#flusher.remove(work);
      if (!isActive(work.row.state)) await this.#freed(work.row, heldTags);
    }
  }

  #tellEnd({ row: { jobId, hostId }, stopping }: HostWork, error: unknown): void {
    const { log } = this.#deps.ctx;
    if (error instanceof LeaseLost || stopping.signal.reason instanceof LeaseLost)
      log.info(
        { jobId, hostId },
        'stopped work on a host: another manager has taken it over, or its job is gone',
      );
    else if (!stopping.signal.aborted) log.error({ error, jobId, hostId }, 'work on a host failed');
  }

  #afterCommit(work: HostWork): void {
    const { row } = work;
    // From here on every key is new: no other manager can have sent it.
    work.fresh = true;
    if (work.cancelWanted) this.#track(this.#cancel(work));
    if (row.state === 'retry_wait' && row.nextAttemptAt) this.#track(this.#wakeAt(row, row.nextAttemptAt));
  }

  async #wakeAt({ id, jobId }: JobHostModel, due: Date): Promise<void> {
    const { ctx } = this.#deps;
    const at = await shownHere(ctx, due);
    await ctx.jobs.schedule(SCHEDULED_RUN, { jobId }, { at, unique: id });
  }

  /** A place in the job, the host itself and its tags are free: wakes the jobs that wait for them. */
  async #freed(row: JobHostModel, tags: readonly string[]): Promise<void> {
    this.wake(row.jobId);
    await this.#tagsFreed(tags);
    for (const jobId of (await this.#jobsInWait(row.hostId)) ?? []) this.wake(jobId);
  }

  async #tagsFreed(tags: readonly string[]): Promise<void> {
    if (tags.length === 0) return;
    const waiting = await JobHostModel.query(this.#deps.ctx.db.reader)
      .distinct('job_id')
      .whereIn('waits_for_tag', [...tags])
      .where({ reason: 'TAG_TAKEN', state: 'pending' })
      .limit(20);
    for (const { jobId } of waiting) this.wake(jobId);
  }

  /** Lets an agent drop an ended job, with all that it kept for a rollback of it. Throws AgentFailure. */
  forget(target: AgentTarget, agentJobId: string): Promise<void> {
    return this.#steps.client.forget(target, agentJobId);
  }

  async #cancel(work: HostWork): Promise<void> {
    work.wantCancel();
    const { row, target } = work;
    if (row.state !== 'running' || !row.agentJobId) return;
    // A refusal means that the agent's job has just ended; without contact, the cancel is sent again once it is back.
    await this.#steps.client.cancel(target, row.agentJobId).catch(() => undefined);
  }

  async #onContact(work: HostWork, lost: string | null): Promise<void> {
    const nowMs = this.#deps.ctx.clock.now().getTime();
    if (lost === null) {
      if (work.lostSinceMs === null) return;
      work.lostSinceMs = null;
      await this.#update(work, { reason: null });
      if (work.cancelWanted) await this.#cancel(work);
      return;
    }
    // A deletion looks for unfinished jobs first, but this one may have been made at the same moment.
    const host = await this.#hostOf(work.row.hostId);
    if (!host) throw new GivenUp(hostRemoved());
    // It may be reached in another way by now, or at another address.
    const { traceparent } = work.target;
    work.target = { ...host.target, ...(traceparent === undefined ? {} : { traceparent }) };
    if (work.lostSinceMs === null) {
      work.lostSinceMs = nowMs;
      await this.#update(work, { reason: 'CONTACT_LOST', message: lost });
    }
    const lostMs = nowMs - work.lostSinceMs;
    if (work.cancelWanted && lostMs >= GIVE_UP_MS) throw new GivenUp(contactLost());
    if (work.job.spec.dryRun && lostMs >= PLAN_RETRY_DELAY_MS) throw new GivenUp(planLost(lost));
  }

  /** Writes columns of a host at work without moving its state. */
  async #update(work: HostWork, set: Partial<JobHostModel>): Promise<void> {
    const run = async (jobTx: JobTx): Promise<JobHostModel | null> => {
      if (!(await jobTx.updateOwn(work.row, set))) return null;
      const next = rowWith(work.row, set, { updatedAt: jobTx.now });
      jobTx.hostUpdated(next);
      return next;
    };
    const row = await this.#writes.write({ work, name: 'patching.updateHost', durable: true, run });
    if (!row) throw new LeaseLost();
  }
}

/** By host id: a few of the jobs that wait for the host. */
async function waitingJobs(knex: Knex, hostIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await JobHostModel.query(knex)
    .select('host_id', 'job_id')
    .whereIn('host_id', [...hostIds])
    .where({ reason: 'HOST_BUSY', state: 'pending' })
    .limit(20 * hostIds.length);
  const jobs = Map.groupBy(rows, ({ hostId }) => hostId);
  return new Map([...jobs].map(([hostId, waiting]) => [hostId, waiting.map(({ jobId }) => jobId)]));
}

const byId = (hosts: readonly HostInfo[]): Map<string, HostInfo> =>
  new Map(hosts.map((host) => [host.id, host]));

function targetOf(host: HostInfo | null, { hostId }: JobHostModel): AgentTarget {
  return host?.target ?? { hostId, address: '', port: 0, loopbackAllowed: false };
}

/** Says in a log that has lines of an earlier attempt where another one begins. */
async function markAttempt({ db, clock }: EngineContext, work: HostWork): Promise<void> {
  if (!work.fresh || work.row.logSeq === 0) return;
  work.note(clock.now(), `Attempt ${await attemptsOf(db.reader, work.row)}`);
}
