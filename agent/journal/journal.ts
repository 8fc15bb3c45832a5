/**
 * The agent's memory: `<dataDir>/journal/<jobId>/` with job.json (replaced atomically), saved.json (the backend's
 * state), record.json (for a rollback: what the original job saved) and log.jsonl. Even if the agent is killed during
 * a write, each file holds its text from before or after that write.
 */
import { readdir, rename, rm } from 'node:fs/promises';
import type { Clock } from '../clock.ts';
import type { HealthProblem } from '../host/healthProblem.ts';
import { EventLog } from './events.ts';
import type { EventListener } from './events.ts';
import { diskErrorCode, makePrivateDir, readJson, syncDir } from '../files/atomic.ts';
import { parseRecord } from './parse.ts';
import { readEvents, readLastLogs } from './read.ts';
import type { ReadOptions } from './read.ts';
import { RecordFiles } from './recordFiles.ts';
import { isTerminal, summaryOf } from './record.ts';
import type { JobEvent, JobRecord, JobSummary } from './record.ts';

const JOB_DIR = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const LAST_LOGS = 1000;
const LAST_LOGS_BYTES = 2 * 1024 * 1024;

export type Saved = Record<string, unknown>;
export type JobEventListener = (jobId: string, events: readonly JobEvent[]) => void;

export interface JournalOptions {
  dir: string;
  clock: Clock;
  keepJobs: number;
  keepJobsMs: number;
  /** Whether the clock may be trusted with deleting what is old; yes if absent. */
  isAgreed?: () => boolean;
  onProblem: (message: string, cause: unknown) => void;
}

export class Journal {
  #options: JournalOptions;
  #files: RecordFiles;
  #summaries = new Map<string, JobSummary>();
  /** Records and histories of unfinished jobs; those of finished jobs are read from disk when asked for. */
  #open = new Map<string, JobRecord>();
  #logs = new Map<string, EventLog>();
  #listeners = new Set<JobEventListener>();
  #unreadable: string[] = [];

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#files = new RecordFiles(options);
  }

  /** Loads all jobs. A job that cannot be read is set aside and reported; it never keeps the agent from starting. */
  async load(): Promise<JobRecord[]> {
    const names = await this.#dirNames();
    for (const name of names) {
      if (name.startsWith('.removed-'))
        await rm(this.#path(name), { recursive: true, force: true }).catch(() => {});
      else if (JOB_DIR.test(name)) await this.#loadJob(name);
      else if (name.startsWith('.unreadable-')) this.#unreadable.push(name.slice('.unreadable-'.length, 48));
    }
    return [...this.#open.values()].sort(byAge);
  }

  /** Newest first. */
  summaries(): JobSummary[] {
    return [...this.#summaries.values()].sort(byAge).reverse();
  }

  summary(jobId: string): JobSummary | undefined {
    return this.#summaries.get(jobId);
  }

  dirOf(jobId: string): string {
    return this.#path(jobId);
  }

  /** The record; for an unfinished job the object in memory that its runner changes. */
  async read(jobId: string): Promise<JobRecord | null> {
    const open = this.#open.get(jobId) ?? this.#files.owed(jobId);
    if (open) return open;
    if (!this.#summaries.has(jobId)) return null;
    return parseRecord(await readJson(this.#path(jobId, 'job.json')), jobId);
  }

  /** Durable when it resolves. When it fails, nothing of the job is left. */
  async create(record: JobRecord, files: { record?: Saved } = {}): Promise<void> {
    try {
      await makePrivateDir(this.#path(record.jobId));
      if (files.record) await this.writeFile(record.jobId, 'record', files.record);
      await this.#files.write(record.jobId, 'job', record);
      this.#logs.set(record.jobId, await this.#openLog(record.jobId));
    } catch (error) {
      await rm(this.#path(record.jobId), { recursive: true, force: true }).catch(() => {});
      throw error;
    }
    this.#open.set(record.jobId, record);
    this.#summaries.set(record.jobId, summaryOf(record));
  }

  /** Stores the record as it is now. Durable when it resolves; writes of one job happen in the order of the calls. */
  async update(record: JobRecord): Promise<void> {
    this.#summaries.set(record.jobId, summaryOf(record));
    await this.#files.store(record);
  }

  /**
   * Stores a record that entered its current status, then the event for that status. A terminal record leaves memory;
   * if the disk refuses it, it stays there and is written again until that succeeds.
   */
  async enterStatus(record: JobRecord): Promise<void> {
    const log = this.#logs.get(record.jobId);
    await log?.flush();
    record.statusSeq = (log?.lastSeq ?? 0) + 1;
    const { status, message, error } = record;
    this.#summaries.set(record.jobId, summaryOf(record));
    if (isTerminal(status)) await this.#files.storeOrOwe(record);
    else await this.#files.store(record);
    log?.append({ kind: 'status', status, message, error }, this.#options.clock.now());
    await log?.flush();
    if (isTerminal(record.status)) await this.#closeJob(record, log);
  }

  log(jobId: string): EventLog | undefined {
    return this.#logs.get(jobId);
  }

  /** What a backend saved (`saved`), or for a rollback the original job's (`record`). */
  async readFile(jobId: string, kind: 'saved' | 'record'): Promise<Saved> {
    return ((await readJson(this.#path(jobId, `${kind}.json`))) ?? {}) as Saved;
  }

  async writeFile(jobId: string, kind: 'saved' | 'record', saved: Saved): Promise<void> {
    await this.#files.write(jobId, kind, saved);
  }

  /** Events from `fromSeq` on, including those that the disk refuses just now. */
  async events(jobId: string, options: ReadOptions): Promise<JobEvent[]> {
    await this.#logs.get(jobId)?.flush();
    const { events, atEnd } = await readEvents(this.#path(jobId, 'log.jsonl'), options);
    if (!atEnd) return events;
    const after = events.at(-1)?.seq ?? options.fromSeq - 1;
    const wanted = (event: JobEvent): boolean =>
      event.seq > after && (!options.kind || event.kind === options.kind);
    const rest = [...(this.#logs.get(jobId)?.held() ?? []), ...(await this.#lostStatusEvent(jobId))];
    return [...events, ...rest.filter(wanted)].slice(0, options.limit);
  }

  async lastLogs(jobId: string): Promise<JobEvent[]> {
    await this.#logs.get(jobId)?.flush();
    return readLastLogs(this.#path(jobId, 'log.jsonl'), LAST_LOGS, LAST_LOGS_BYTES);
  }

  /** Calls the listener once for each event of each job, in the order of seq, after the event was written. */
  subscribe(listener: JobEventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes a finished job out of history, in one step. */
  async remove(jobId: string): Promise<void> {
    const grave = `.removed-${jobId}`;
    await this.#files.move(jobId, grave);
    this.#summaries.delete(jobId);
    await syncDir(this.#options.dir);
    await rm(this.#path(grave), { recursive: true, force: true });
  }

  /** Undoes `create` for a job that could not be acknowledged. */
  async discard(jobId: string): Promise<void> {
    await this.#logs.get(jobId)?.close();
    this.#logs.delete(jobId);
    this.#open.delete(jobId);
    await this.remove(jobId).catch((error) =>
      this.#options.onProblem(`job ${jobId} could not be removed`, error),
    );
    this.#summaries.delete(jobId);
  }

  /** Removes finished jobs beyond the limits of age and number; returns their ids. */
  async prune(): Promise<string[]> {
    const oldest = this.#options.clock.now().getTime() - this.#options.keepJobsMs;
    const isAgreed = this.#options.isAgreed?.() ?? true;
    const finished = this.summaries().filter((job) => isTerminal(job.status));
    const isOver = (job: JobSummary, index: number): boolean =>
      index >= this.#options.keepJobs || (isAgreed && Date.parse(job.completedAt ?? job.createdAt) < oldest);
    const removed = finished.filter(isOver).map((job) => job.jobId);
    for (const jobId of removed) {
      await this.remove(jobId).catch((error) =>
        this.#options.onProblem(`job ${jobId} could not be removed`, error),
      );
    }
    return removed;
  }

  problems(): HealthProblem[] {
    const unreadable = this.#unreadable.map((jobId): HealthProblem => {
      return {
        code: 'REPAIR_FAILED',
        message: `The record of job ${jobId} cannot be read; it was set aside.`,
      };
    });
    const failures = [this.#files.failure, ...[...this.#logs.values()].map((log) => log.failure)];
    const failure = failures.find((cause) => cause !== null);
    if (failure === undefined) return unreadable;
    const code = diskErrorCode(failure) === 'NO_SPACE' ? 'DISK_LOW' : 'READ_ONLY';
    return [...unreadable, { code, message: `The journal cannot be written: ${describe(failure)}` }];
  }

  /** Stores whatever the disk accepts and closes the files. */
  async close(): Promise<void> {
    this.#files.close();
    await Promise.all([...this.#logs.values()].map((log) => log.close().catch(() => {})));
    this.#logs.clear();
  }

  #path(...parts: string[]): string {
    return this.#files.path(...parts);
  }

  async #dirNames(): Promise<string[]> {
    await makePrivateDir(this.#options.dir).catch((error) => {
      this.#files.failure = error;
      this.#options.onProblem('the journal cannot be written', error);
    });
    return readdir(this.#options.dir).catch(() => []);
  }

  async #loadJob(jobId: string): Promise<void> {
    try {
      const record = parseRecord(await readJson(this.#path(jobId, 'job.json')), jobId);
      if (!record) return await this.#removeUnborn(jobId);
      this.#summaries.set(jobId, summaryOf(record));
      if (!isTerminal(record.status)) await this.#openJob(record);
    } catch (error) {
      await this.#setAside(jobId, error);
    }
  }

  async #openJob(record: JobRecord): Promise<void> {
    const log = await this.#openLog(record.jobId);
    if (log.lastSeq < record.statusSeq) {
      const { status, message, error } = record;
      log.lastSeq = record.statusSeq - 1;
      log.append({ kind: 'status', status, message, error }, new Date(record.startedAt ?? record.createdAt));
    }
    this.#logs.set(record.jobId, log);
    this.#open.set(record.jobId, record);
  }

  /** Removes a directory without a record: nobody was told that this job exists. */
  async #removeUnborn(jobId: string): Promise<void> {
    await rm(this.#path(jobId), { recursive: true, force: true });
  }

  async #setAside(jobId: string, error: unknown): Promise<void> {
    this.#summaries.delete(jobId);
    this.#unreadable.push(jobId);
    this.#options.onProblem(`the record of job ${jobId} cannot be read; it is set aside`, error);
    const suffix = this.#options.clock.now().getTime();
    await rename(this.#path(jobId), this.#path(`.unreadable-${jobId}-${suffix}`)).catch(() => {});
  }

  #openLog(jobId: string): Promise<EventLog> {
    const deliver: EventListener = (events) => {
      for (const listener of this.#listeners) {
        try {
          listener(jobId, events);
        } catch (error) {
          this.#options.onProblem('a listener of job events failed', error);
        }
      }
    };
    return EventLog.open(this.#path(jobId, 'log.jsonl'), deliver);
  }

  async #closeJob(record: JobRecord, log: EventLog | undefined): Promise<void> {
    this.#open.delete(record.jobId);
    if (!log || log.failure !== null) return;
    await log.sync().catch(() => {});
    await log.close();
    this.#logs.delete(record.jobId);
    this.#files.settled(record.jobId);
  }

  /** The event for a finished job's status, if a crash after its record kept that event out of its history. */
  async #lostStatusEvent(jobId: string): Promise<JobEvent[]> {
    if (this.#logs.has(jobId)) return [];
    const record = await this.read(jobId);
    if (!record || !isTerminal(record.status) || record.completedAt === null) return [];
    const { status, message, error, statusSeq } = record;
    return [{ seq: statusSeq, at: record.completedAt, kind: 'status', status, message, error }];
  }
}

const byAge = (a: JobSummary, b: JobSummary): number =>
  a.createdAt === b.createdAt ? (a.jobId < b.jobId ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1;

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
