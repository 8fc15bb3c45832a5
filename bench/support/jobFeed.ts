import path from 'node:path';
import { pino } from 'pino';
import { openDatabase } from '../../server/kernel/db/open.ts';
import type { Database } from '../../server/kernel/db/database.ts';
import { insertModels } from '../../server/kernel/db/model.ts';
import { JobEventModel, JobHostModel, JobModel, LogChunkModel } from '../../server/core/patching/models.ts';
import { jobEventData, lightJobHost } from '../../server/core/patching/wire.ts';
import { compressLines } from '../../server/core/patching/service/logLines.ts';

const LINES_A_CHUNK = 5;

/**
 * Works on a job as a second manager on the same database would: takes its hosts under a lease and writes their
 * events and logs, which the manager that serves the page finds and sends on.
 */
export class JobFeed {
  readonly jobId: string;
  readonly #db: Database;
  #job: JobModel;
  #hosts: JobHostModel[];
  #written = 0;

  private constructor(db: Database, job: JobModel, hosts: JobHostModel[]) {
    this.#db = db;
    this.#job = job;
    this.#hosts = hosts;
    this.jobId = job.id;
  }

  /** Takes a job that has not started, and starts it. */
  static async take(dataDir: string, jobId: string): Promise<JobFeed> {
    const log = pino({ level: 'silent' });
    const db = await openDatabase({ file: path.join(dataDir, 'fleetmend.sqlite'), log });
    const leaseUntil = new Date(Date.now() + 3_600_000);
    const startedAt = new Date();
    await JobHostModel.query(db.knex)
      .where('job_id', jobId)
      .patch({ state: 'running', leaseOwner: 'bench', leaseUntil, attempt: 1, startedAt });
    await db
      .knex('patching_job_hosts')
      .where('job_id', jobId)
      .update({ active_host_id: db.knex.ref('host_id') });
    const hosts = await JobHostModel.query(db.knex).where('job_id', jobId).orderBy(['fqdn', 'id']);
    const counts = { running: hosts.length };
    await JobModel.query(db.knex).findById(jobId).patch({ state: 'running', counts, startedAt });
    const job = await JobModel.query(db.knex).findById(jobId).throwIfNotFound();
    const feed = new JobFeed(db, job, hosts);
    await feed.#write([{ kind: 'job.updated', data: jobEventData(job) }], []);
    return feed;
  }

  /** The host of every tenth event: the one whose log should be open. */
  get loudest(): { hostId: string; fqdn: string; lastLine: number } {
    const [first] = this.#hosts;
    if (!first) throw new Error('the job has no host');
    return { hostId: first.hostId, fqdn: first.fqdn, lastLine: first.logSeq };
  }

  /** Hosts in the form of the contract, for events that do not come from the database. */
  get someHosts(): object[] {
    return this.#hosts
      .slice(0, 200)
      .map((row) => ({ ...lightJobHost(row, this.#job.spec), plan: null, changes: [] }));
  }

  get lastSeq(): number {
    return this.#job.lastSeq;
  }

  /** Writes events. Of ten, five are about hosts and five are logs of five lines, one of those for the loudest host. */
  async emit(count: number): Promise<void> {
    const events: NewEvent[] = [];
    const chunks: Partial<LogChunkModel>[] = [];
    for (let index = 0; index < count; index += 1) {
      const number = this.#written++;
      const isLoudest = number % 10 === 1;
      const host = this.#hosts[isLoudest ? 0 : 1 + (number % (this.#hosts.length - 1))];
      if (!host) continue;
      if (number % 2 === 0) events.push(this.#hostEvent(host, number));
      else events.push(this.#logEvent(host, number, chunks));
    }
    await this.#write(events, chunks);
  }

  async close(): Promise<void> {
    await this.#db.close();
  }

  #hostEvent(host: JobHostModel, number: number): NewEvent {
    host.progress = number % 100;
    host.message = `Unpacking package ${number} ...`;
    host.updatedAt = new Date();
    return {
      kind: 'job.host.updated',
      data: { job_id: this.jobId, host: lightJobHost(host, this.#job.spec) },
    };
  }

  #logEvent(host: JobHostModel, number: number, chunks: Partial<LogChunkModel>[]): NewEvent {
    const at = new Date();
    const firstSeq = host.logSeq + 1;
    const text = `Unpacking libexample${number}:amd64 (1.2.3-4+deb12u${number % 9}) over (1.2.3-3) ...`;
    const lines = Array.from({ length: LINES_A_CHUNK }, (_, index) => ({
      seq: firstSeq + index,
      at: at.toISOString(),
      stream: 'stdout',
      text,
    }));
    host.logSeq += lines.length;
    const { jobId, hostId } = host;
    const sizeBytes = lines.length * text.length;
    chunks.push({
      jobId,
      hostId,
      firstSeq,
      lastSeq: host.logSeq,
      sizeBytes,
      at,
      lines: compressLines(lines),
    });
    return { kind: 'job.log', data: { job_id: jobId, host_id: hostId, first_seq: firstSeq } };
  }

  async #write(events: readonly NewEvent[], chunks: readonly Partial<LogChunkModel>[]): Promise<void> {
    const at = new Date();
    const from = this.#job.lastSeq;
    const rows = events.map((event, index) => ({ jobId: this.jobId, seq: from + index + 1, at, ...event }));
    await this.#db.knex.transaction(async (trx) => {
      await insertModels(LogChunkModel, trx, chunks);
      await insertModels(JobEventModel, trx, rows);
      await JobModel.query(trx)
        .findById(this.jobId)
        .patch({ lastSeq: from + rows.length });
    });
    this.#job.lastSeq = from + rows.length;
  }
}

type NewEvent = Pick<JobEventModel, 'kind' | 'data'>;
