import type { JobId, JobParameters, JobRepository, JobRepositoryOptions, RemoveJobsOptions } from 'agenda';
import { v7 } from 'uuid';
import { ts } from '../db/database.ts';
import type { Database } from '../db/database.ts';
import { JobGoneError, waitingKey } from './store.ts';
import type { LockOwner, StoredData } from './store.ts';
import { jobsTable, stateColumns, toJobParameters } from './sqlRows.ts';
import type { JobRow } from './sqlRows.ts';
import { retryLockConflict } from '../db/tx.ts';

/** Managers that look at the same moment see the same rows: each picks one of this many at random. */
const claimCandidates = 8;
const claimAttempts = 10;

/** What Agenda asks of a repository where nobody asks Agenda for lists, figures or a pause of jobs. */
type AskedOfRepository = Pick<
  JobRepository,
  'connect' | 'getNextJobToRun' | 'saveJob' | 'saveJobState' | 'unlockJob' | 'unlockJobs' | 'removeJobs'
>;

/**
 * Agenda's job repository on SQLite and MariaDB. A claim is a compare-and-set on the row that was read: it
 * needs no locks beyond one statement, so it behaves the same on both. Looking for due jobs uses the reading
 * connection, so that an idle scheduler never stands in the way of a write.
 */
export class SqlJobRepository implements AskedOfRepository {
  readonly #db: Database;
  readonly #owner: LockOwner;

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
    for (let attempt = 0; attempt < claimAttempts; attempt++) {
      const rows = await this.#findClaimable(jobName, nextScanAt, lockDeadline);
      const row = rows[this.#db.dialect === 'sqlite' ? 0 : Math.floor(Math.random() * rows.length)];
      if (!row) return undefined;
      if (await this.#claim(row, now)) return { ...toJobParameters(row), lockedAt: now };
    }
    return undefined;
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
    if (changed !== 1) throw new JobGoneError(`job ${job.name} was replaced or taken over`);
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
      waiting_key: unique === undefined ? null : waitingKey(job.name, unique),
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

  /** Agenda tidies up after a run: the row stays if somebody else has claimed the job meanwhile. */
  async removeJobs({ id }: RemoveJobsOptions): Promise<number> {
    if (!id) return 0;
    return retryLockConflict(async () =>
      this.#jobs()
        .where({ id: String(id), locked_at: null })
        .delete(),
    );
  }

  #jobs() {
    return this.#db.knex<JobRow>(jobsTable);
  }

  /** First those that are due, then those whose lock has expired; each part runs along the same index. */
  async #findClaimable(name: string, dueBefore: Date, lockDeadline: Date): Promise<JobRow[]> {
    const limit = this.#db.dialect === 'sqlite' ? 1 : claimCandidates;
    const knex = this.#db.reader;
    const due = knex<JobRow>(jobsTable)
      .where({ name })
      .whereNull('locked_at')
      .where('next_run_at', '<=', ts(dueBefore))
      .orderBy('next_run_at')
      .limit(limit);
    const expired = knex<JobRow>(jobsTable)
      .where({ name })
      .where('locked_at', '<=', ts(lockDeadline))
      .limit(limit);
    return knex
      .select('*')
      .from(due.as('due'))
      .unionAll(knex.select('*').from(expired.as('expired')));
  }

  async #claim(row: JobRow, now: Date): Promise<boolean> {
    const query = this.#jobs().where({ id: row.id });
    if (row.locked_at === null) query.whereNull('locked_at').where('next_run_at', row.next_run_at);
    else query.where('locked_at', row.locked_at);
    const changed = await retryLockConflict(async () =>
      query.clone().update({ locked_at: now, locked_by: this.#owner.name }),
    );
    return changed === 1;
  }
}
