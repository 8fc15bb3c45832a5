import { computeJobState } from 'agenda';
import type {
  JobId,
  JobParameters,
  JobRepository,
  JobRepositoryOptions,
  JobsOverview,
  JobsQueryOptions,
  JobsResult,
  RemoveJobsOptions,
} from 'agenda';
import { v7 } from 'uuid';
import { ts } from '../db/database.ts';
import type { Database } from '../db/database.ts';
import { JobGoneError, waitingKey } from './store.ts';
import type { LockOwner, StoredData } from './store.ts';
import { chosen, jobsTable, stateColumns, toJobParameters, withState } from './sqlRows.ts';
import type { JobRow } from './sqlRows.ts';
import { retryLockConflict } from '../db/tx.ts';
import { batchedCalls } from '../batchedCalls.ts';

/** Managers that look at the same moment see the same rows: each picks one of this many at random. */
const claimCandidates = 8;
const claimAttempts = 10;

interface Claim {
  nextScanAt: Date;
  lockDeadline: Date;
}

/**
 * Agenda's job repository on SQLite and MariaDB. A claim is a compare-and-set on the row that was read: it
 * needs no locks beyond one statement, so it behaves the same on both. Looking for due jobs uses the reading
 * connection, so that an idle scheduler never stands in the way of a write.
 */
export class SqlJobRepository implements JobRepository {
  readonly #db: Database;
  readonly #owner: LockOwner;
  /** The claim that is asked for each name, until it is answered. */
  readonly #asked = new Map<string, Claim>();
  /**
   * Each second Agenda asks for every name in one turn of the event loop: one query finds the names that have nothing
   * to claim.
   */
  readonly #mayHave = batchedCalls((names: readonly string[]) => this.#whichMayHave(names));

  constructor(db: Database, owner: LockOwner) {
    this.#db = db;
    this.#owner = owner;
  }

  async connect(): Promise<void> {}

  /** Agenda gives the moment of its next scan: jobs due until then are claimed ahead and wait for a timer. */
  async getNextJobToRun(
    jobName: string,
    nextScanAt: Date,
    lockDeadline: Date,
    now: Date = new Date(),
  ): Promise<JobParameters | undefined> {
    this.#asked.set(jobName, { nextScanAt, lockDeadline });
    if (!(await this.#mayHave(jobName))) return undefined;
    for (let attempt = 0; attempt < claimAttempts; attempt++) {
      const rows = await this.#findClaimable(jobName, nextScanAt, lockDeadline);
      const row = rows[this.#db.dialect === 'sqlite' ? 0 : Math.floor(Math.random() * rows.length)];
      if (!row) return undefined;
      if (await this.#claim(row, now)) return { ...toJobParameters(row), lockedAt: now };
    }
    return undefined;
  }

  async lockJob(job: JobParameters): Promise<JobParameters | undefined> {
    const row = await this.#byId(String(job._id));
    const now = new Date();
    if (!row || row.locked_at !== null || row.disabled || !(await this.#claim(row, now))) return undefined;
    return { ...toJobParameters(row), lockedAt: now };
  }

  /** The row must still be locked by this process: a run whose lock has expired may not overwrite its successor. */
  async saveJobState(job: JobParameters): Promise<void> {
    const changed = await retryLockConflict(() =>
      this.#jobs()
        .where({ id: String(job._id), locked_by: this.#owner.name })
        .update({
          ...stateColumns(job),
          locked_by: job.lockedAt ? this.#owner.name : null,
          ...(job.lastRunAt ? { waiting_key: null } : {}),
        }),
    );
    if (changed !== 1) throw new JobGoneError(`job ${job.name} was replaced, cancelled or taken over`);
  }

  async saveJob<DATA = unknown>(
    job: JobParameters<DATA>,
    _options: JobRepositoryOptions | undefined,
  ): Promise<JobParameters<DATA>> {
    const unique = (job.data as StoredData | undefined)?.unique;
    const row: Partial<JobRow> = {
      id: String(job._id ?? v7()),
      name: job.name,
      type: job.type,
      data: job.data === undefined ? null : JSON.stringify(job.data),
      priority: job.priority,
      disabled: job.disabled ? 1 : 0,
      waiting_key: unique === undefined ? null : waitingKey(job.name, unique),
      repeat_every_ms: job.repeatInterval === undefined ? null : Number(job.repeatInterval),
      ...stateColumns(job as JobParameters),
      locked_by: null,
    };
    // A job that waits under the same key becomes this one, id included: whoever holds the former id finds it gone.
    await retryLockConflict(() =>
      unique === undefined || job._id
        ? this.#jobs().insert(row).onConflict('id').merge()
        : this.#jobs().insert(row).onConflict('waiting_key').merge(),
    );
    return { ...job, _id: row.id as JobId };
  }

  async unlockJob(job: JobParameters): Promise<void> {
    await this.unlockJobs([String(job._id)]);
  }

  async unlockJobs(jobIds: (JobId | string)[]): Promise<void> {
    await this.#jobs()
      .whereIn('id', jobIds.map(String))
      .where({ locked_by: this.#owner.name })
      .whereNotNull('next_run_at')
      .update({ locked_at: null, locked_by: null });
  }

  async getJobById(id: string): Promise<JobParameters | null> {
    const row = await this.#byId(id);
    return row ? toJobParameters(row) : null;
  }

  /**
   * With an id it is Agenda that tidies up after a run: the row stays if somebody else has claimed the job meanwhile.
   */
  async removeJobs(options: RemoveJobsOptions): Promise<number> {
    const query = chosen(this.#db.knex, options);
    if (options.id) query?.whereNull('locked_at');
    return query ? retryLockConflict(async () => query.clone().delete()) : 0;
  }

  async disableJobs(options: RemoveJobsOptions): Promise<number> {
    return (await chosen(this.#db.knex, options)?.update({ disabled: 1 })) ?? 0;
  }

  async enableJobs(options: RemoveJobsOptions): Promise<number> {
    return (await chosen(this.#db.knex, options)?.update({ disabled: 0 })) ?? 0;
  }

  async purgeAllJobs(): Promise<number> {
    return this.#jobs().delete();
  }

  async getQueueSize(): Promise<number> {
    const row = await this.#db
      .reader<JobRow>(jobsTable)
      .where('next_run_at', '<', ts(new Date()))
      .count<{ n: number }[]>({ n: '*' });
    return Number(row[0]?.n ?? 0);
  }

  async getDistinctJobNames(): Promise<string[]> {
    return this.#db.reader<JobRow>(jobsTable).distinct().orderBy('name').pluck('name');
  }

  async queryJobs(options: JobsQueryOptions = {}): Promise<JobsResult> {
    const query = chosen(this.#db.reader, options) ?? this.#db.reader<JobRow>(jobsTable);
    const rows: JobRow[] = await query.orderBy('next_run_at', 'desc');
    const now = new Date();
    const jobs = rows
      .filter((row) => options.includeDisabled !== false || row.disabled === 0)
      .filter((row) => !options.search || row.name.toLowerCase().includes(options.search.toLowerCase()))
      .map((row) => withState(row, now))
      .filter((job) => !options.state || job.state === options.state);
    const from = options.skip ?? 0;
    return { jobs: jobs.slice(from, options.limit ? from + options.limit : undefined), total: jobs.length };
  }

  async getJobsOverview(): Promise<JobsOverview[]> {
    const rows = await this.#db.reader<JobRow>(jobsTable).orderBy('name');
    const now = new Date();
    const byName = new Map<string, JobsOverview>();
    for (const row of rows) {
      const none = { running: 0, scheduled: 0, queued: 0, completed: 0, failed: 0, repeating: 0, paused: 0 };
      const overview = byName.get(row.name) ?? { name: row.name, total: 0, ...none };
      overview.total++;
      overview[computeJobState(toJobParameters(row), now)]++;
      byName.set(row.name, overview);
    }
    return [...byName.values()];
  }

  #jobs() {
    return this.#db.knex<JobRow>(jobsTable);
  }

  async #byId(id: string): Promise<JobRow | undefined> {
    return this.#jobs().where({ id }).first();
  }

  /** The names that may have something to claim, by one query; a single name is not asked about twice. */
  async #whichMayHave(names: readonly string[]): Promise<ReadonlyMap<string, true>> {
    const claims = names.flatMap((name) => this.#asked.get(name) ?? []);
    for (const name of names) this.#asked.delete(name);
    if (names.length === 1) return new Map(names.map((name) => [name, true]));
    const latest = (times: readonly Date[]): Date => ts(Math.max(...times.map((time) => time.getTime())));
    const named = () =>
      this.#db
        .reader<JobRow>(jobsTable)
        .distinct('name')
        .whereIn('name', [...names]);
    const due = named()
      .where('disabled', 0)
      .whereNull('locked_at')
      .where('next_run_at', '<=', latest(claims.map(({ nextScanAt }) => nextScanAt)));
    const expired = named()
      .where('disabled', 0)
      .where('locked_at', '<=', latest(claims.map(({ lockDeadline }) => lockDeadline)));
    const rows = (await due.union(expired)) as Pick<JobRow, 'name'>[];
    return new Map(rows.map(({ name }) => [name, true]));
  }

  /** First those that are due, then those whose lock has expired; each part runs along the same index. */
  async #findClaimable(name: string, dueBefore: Date, lockDeadline: Date): Promise<JobRow[]> {
    const limit = this.#db.dialect === 'sqlite' ? 1 : claimCandidates;
    const knex = this.#db.reader;
    const due = knex<JobRow>(jobsTable)
      .where({ name, disabled: 0 })
      .whereNull('locked_at')
      .where('next_run_at', '<=', ts(dueBefore))
      .orderBy('next_run_at')
      .limit(limit);
    const expired = knex<JobRow>(jobsTable)
      .where({ name, disabled: 0 })
      .where('locked_at', '<=', ts(lockDeadline))
      .limit(limit);
    return knex
      .select('*')
      .from(due.as('due'))
      .unionAll(knex.select('*').from(expired.as('expired')));
  }

  async #claim(row: JobRow, now: Date): Promise<boolean> {
    const query = this.#jobs().where({ id: row.id, disabled: 0 });
    if (row.locked_at === null) query.whereNull('locked_at').where('next_run_at', row.next_run_at);
    else query.where('locked_at', row.locked_at);
    const changed = await retryLockConflict(async () =>
      query.clone().update({ locked_at: now, locked_by: this.#owner.name }),
    );
    return changed === 1;
  }
}
