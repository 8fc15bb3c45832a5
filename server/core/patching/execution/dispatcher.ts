import { isUniqueViolation, ts } from '#server/kernel/db/database.ts';
import { GATED_STATES, WAITING_STATES } from '../domain/jobHostStates.ts';
import { activeOf, isJobOpen } from '../domain/jobStates.ts';
import { latestRetry } from '../domain/retryPolicy.ts';
import { JobHostModel, JobModel, TagClaimModel, type Rows } from '../models.ts';
import { withJob } from '../service/jobTx.ts';
import { shownHere } from './dueTimes.ts';
import type { EngineDeps } from './deps.ts';
import { GatePasses } from './gatePasses.ts';
import { startHosts, type Batch, type Started } from './startHosts.ts';
import { isNews, judgeHosts, type Judged } from './verdicts.ts';
import { mayStartSome, onlyCome, soakEnd, stepWaves } from './waveSteps.ts';

/** Name of the scheduled run that wakes a patch job. */
export const SCHEDULED_RUN = 'patching.runJobHost';
/** Hosts that are started in one transaction. */
const BATCH = 100;
/** The gates are asked about at least this many waiting hosts at a time, however few places there are. */
const GATED_BATCH = 20;
/** The most at a time, reached while they all go on waiting, so that a night of waiting costs few questions. */
const MAX_GATED_BATCH = 500;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

type Begin = (started: Started) => void;

/** `failed`: a gate failed, so the gates were asked about each host alone. */
type Handled = Batch & { failed: boolean };

/** Decides which hosts of a job start: those that are free and whose gates are open, as many as there are places. */
export class Dispatcher {
  readonly #deps: EngineDeps;
  readonly #begin: Begin;
  /** Jobs that are being dispatched; true: woken again meanwhile. */
  readonly #busy = new Map<string, boolean>();
  readonly #passes: GatePasses;

  constructor(deps: EngineDeps, begin: Begin, wake: (jobId: string) => void) {
    this.#deps = deps;
    this.#begin = begin;
    this.#passes = new GatePasses(deps.ctx.clock, wake);
  }

  /** Runs once at a time per job; a call during a run adds one more round. */
  async wake(jobId: string): Promise<void> {
    if (this.#busy.has(jobId)) return void this.#busy.set(jobId, true);
    this.#busy.set(jobId, true);
    try {
      let atLeast = 1;
      while (this.#busy.get(jobId)) {
        // Hosts that end in one transaction wake the job one after the other: one round serves all of them.
        await nextTurn();
        this.#busy.set(jobId, false);
        await this.#stepWaves(jobId);
        await this.#askGated(jobId);
        const round = await this.#dispatch(jobId, atLeast);
        atLeast = round.nextAtLeast;
        if (round.isMore) this.#busy.set(jobId, true);
      }
    } finally {
      this.#busy.delete(jobId);
    }
  }

  stop(): void {
    this.#passes.stop();
  }

  /** Runs before hosts are looked for: the passing of time alone may have started their wave. */
  async #stepWaves(jobId: string): Promise<void> {
    const { ctx } = this.#deps;
    const find = () => JobModel.query(ctx.db.reader).findById(jobId);
    const job = await find();
    if (!job?.waves) return;
    await stepWaves(ctx, job, await ctx.db.now());
    const now = await find();
    const due = now && soakEnd(now);
    if (due) await this.#wakeAt(jobId, `${jobId}:wave`, due);
  }

  /** Asks the gates about all hosts that wait at them, in order, twice a minute: the rows do not say when to ask. */
  async #askGated(jobId: string): Promise<void> {
    const startedAt = await this.#deps.ctx.db.now();
    let after = this.#passes.begin(jobId, startedAt);
    let more = GATED_BATCH;
    while (after !== null) {
      const open = await this.#open(jobId);
      if (!open) return;
      const limit = Math.max(more, Math.min(BATCH, open.places));
      const rows = await this.#waiting(open.job, limit).modify((gated) => void isGated(gated, after ?? -1));
      const due = rows.filter(({ id }) => this.#passes.isDue(jobId, id, startedAt));
      const handled = await this.#handle(open.job, due, startedAt);
      const { unplaced } = handled;
      more = nextBatch(handled, limit, GATED_BATCH);
      const last = unplaced[0] ? unplaced[0].position - 1 : rows.at(-1)?.position;
      after = rows.length === limit || unplaced.length > 0 ? (last ?? null) : null;
      this.#passes.reached(jobId, after);
      if (unplaced.length > 0) return;
    }
  }

  /** Starts hosts that are due: looks at as many as there are places, or at `atLeast` while all of them must wait. */
  async #dispatch(jobId: string, atLeast: number): Promise<{ isMore: boolean; nextAtLeast: number }> {
    const none = { isMore: false, nextAtLeast: 1 };
    const open = await this.#open(jobId);
    if (!open) return none;
    const now = await this.#deps.ctx.db.now();
    const limit = Math.max(atLeast, Math.min(BATCH, open.places));
    const due = await this.#waiting(open.job, limit).modify((rows) => void isDue(rows, now));
    if (due.length === 0) return none;
    const handled = await this.#handle(open.job, due, now);
    const isMore = due.length === limit || handled.started.length < due.length;
    return { isMore, nextAtLeast: nextBatch(handled, limit, 1) };
  }

  /** The job and its free places; null when none of its hosts may start. */
  async #open(jobId: string): Promise<{ job: JobModel; places: number } | null> {
    const job = await JobModel.query(this.#deps.ctx.db.reader).findById(jobId);
    if (!job || !isJobOpen(job.state)) {
      this.#passes.forget(jobId);
      return null;
    }
    if (!mayStartSome(job)) return null;
    const places = job.spec.maxParallel - activeOf(job.counts);
    return places > 0 ? { job, places } : null;
  }

  #waiting(job: JobModel, limit: number): Rows<JobHostModel> {
    return JobHostModel.query(this.#deps.ctx.db.reader)
      .where('job_id', job.id)
      .modify((rows) => void onlyCome(rows, job))
      .whereIn('state', [...WAITING_STATES])
      .orderBy('position')
      .limit(limit);
  }

  /** Judges the hosts, writes the changes, and begins the work on the hosts that start. */
  async #handle(job: JobModel, rows: readonly JobHostModel[], now: Date): Promise<Handled> {
    if (rows.length === 0) return { started: [], unplaced: [], pausing: [], failed: false };
    const infos = await this.#deps.hosts.getMany(rows.map(({ hostId }) => hostId));
    const hosts = new Map(infos.map((host) => [host.id, host]));
    const judged = await judgeHosts(this.#deps, { job, rows, hosts, now });
    for (const { row, verdict } of judged) {
      const gated = 'gated' in verdict ? verdict.gated : undefined;
      if (gated) this.#passes.waits(job.id, row.id, now, gated.until);
      else this.#passes.passed(job.id, row.id);
    }
    const batch = await this.#write(job.id, judged.filter(isToWrite));
    for (const started of batch.started) this.#begin(started);
    const [first] = batch.pausing;
    if (first) await this.#wakeAt(job.id, first.row.id, first.due);
    return { ...batch, failed: judged.some(isUnjudged) };
  }

  async #wakeAt(jobId: string, unique: string, due: Date): Promise<void> {
    const { ctx } = this.#deps;
    const at = await shownHere(ctx, due);
    await ctx.jobs.schedule(SCHEDULED_RUN, { jobId }, { at, unique });
  }

  async #write(jobId: string, judged: readonly Judged[]): Promise<Batch> {
    const none: Batch = { started: [], unplaced: [], pausing: [] };
    if (judged.length === 0) return none;
    const write = () =>
      withJob(this.#deps.ctx, jobId, { name: 'patching.dispatch' }, (jobTx) => startHosts(jobTx, judged));
    try {
      return (await write()) ?? none;
    } catch (error) {
      // Another manager has just taken one of the hosts for another job; the second try sees that.
      if (!isUniqueViolation(error)) throw error;
      return (await write()) ?? none;
    }
  }
}

/** A batch whose hosts all had to wait is followed by a larger one: waiting hosts need no places. */
const nextBatch = ({ started, failed }: Handled, size: number, least: number): number =>
  started.length > 0 || failed ? least : Math.min(MAX_GATED_BATCH, 2 * size);

const isUnjudged = ({ verdict }: Judged): boolean => 'set' in verdict && verdict.set.reason === 'GATE_FAILED';

const isToWrite = ({ row, verdict }: Judged): boolean =>
  verdict.to === 'dispatching' || isNews(row, verdict.to, verdict.set);

function isGated(rows: Rows<JobHostModel>, after: number): void {
  void rows
    .where('position', '>', after)
    .where((gated) => gated.whereIn('state', [...GATED_STATES]).orWhere('reason', 'GATE_FAILED'));
}

/** Rows without a due time, with one that has come, or with one that only a clock since set back can have given. */
export const isRetryDue = (due: Rows<JobHostModel>, now: Date): void =>
  void due
    .whereNull('next_attempt_at')
    .orWhere('next_attempt_at', '<=', ts(now))
    .orWhere('next_attempt_at', '>', latestRetry(now));

/** Hosts that are due, except those that are known to be still busy and those that wait at a gate. */
function isDue(rows: Rows<JobHostModel>, now: Date): void {
  void rows
    .whereNotIn('state', [...GATED_STATES])
    .where((due) => due.whereNull('reason').orWhereNot('reason', 'GATE_FAILED'))
    .where((due) => isRetryDue(due, now))
    .whereNot((known) =>
      known
        .where('reason', 'HOST_BUSY')
        .whereNotNull('reason')
        .whereNull('next_attempt_at')
        .whereExists(
          JobHostModel.query()
            .alias('other')
            .select(1)
            .whereColumn('other.active_host_id', 'patching_job_hosts.host_id'),
        ),
    )
    .whereNot((known) =>
      known
        .where('reason', 'TAG_TAKEN')
        .whereNotNull('reason')
        .whereExists(
          TagClaimModel.query()
            .select(1)
            .whereColumn('patching_tag_claims.tag', 'patching_job_hosts.waits_for_tag'),
        ),
    );
}
