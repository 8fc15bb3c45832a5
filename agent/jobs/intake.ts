/** Accepts a job: its record and its idempotency key are on disk before the caller gets an answer. */
import { v7 as uuidv7 } from 'uuid';
import type { Logger } from 'pino';
import { AppError } from '../../server/shared/wire/appError.ts';
import type { Clock } from '../clock.ts';
import type { IdempotencyStore } from './idempotency.ts';
import type { Journal, Saved } from '../journal/journal.ts';
import { changedNothing, failureOf } from './outcome.ts';
import { newRecord } from '../journal/record.ts';
import type { JobRecord, JobRequest } from '../journal/record.ts';

export interface Submission {
  request: JobRequest;
  /** null when the caller gave no key, or when the agent itself submits the job. */
  idempotency: { key: string; requestHash: string } | null;
  /** Id of a job that the agent itself chains to another: it does not count towards the queue's limit. */
  ownJobId?: string;
}

/** Data of the 202, in wire form. */
export type Accepted = Record<string, unknown>;

export function acceptedOf(record: Pick<JobRecord, 'jobId' | 'operation' | 'originalJobId'>): Accepted {
  const base = { job_id: record.jobId, status: 'pending', operation: record.operation };
  if (record.originalJobId === null) return base;
  return { ...base, original_job_id: record.originalJobId, exclusive_mode: true };
}

export interface IntakeDeps {
  journal: Journal;
  idempotency: IdempotencyStore;
  clock: Clock;
  log: Logger;
}

export class Intake {
  #deps: IntakeDeps;

  constructor(deps: IntakeDeps) {
    this.#deps = deps;
  }

  /** Reads the keys. A crash between a job's record and its key loses nothing: the record names the key. */
  async load(): Promise<void> {
    const { journal, idempotency } = this.#deps;
    await idempotency.load();
    for (const job of journal.summaries()) {
      if (!job.idempotencyKey || idempotency.has(job.idempotencyKey)) continue;
      const entry = {
        requestHash: null,
        jobId: job.jobId,
        accepted: acceptedOf(job),
        createdAt: job.createdAt,
      };
      await idempotency.put(job.idempotencyKey, entry).catch((error) => {
        this.#deps.log.warn({ jobId: job.jobId, err: error }, 'idempotency key not restored');
      });
    }
  }

  /** The answer of an earlier call with this key, if there was one. Throws IDEMPOTENCY_MISMATCH. */
  earlier(idempotency: Submission['idempotency']): Accepted | null {
    if (!idempotency) return null;
    return this.#deps.idempotency.find(idempotency.key, idempotency.requestHash)?.accepted ?? null;
  }

  /**
   * Stores and returns the new pending job. Throws JOB_NOT_FOUND (no job to undo) or JOB_CREATE_ERROR, and then
   * stores nothing.
   */
  async take({ request, idempotency, ownJobId }: Submission): Promise<JobRecord> {
    const { journal, clock } = this.#deps;
    const record = newRecord({
      jobId: ownJobId ?? uuidv7(),
      request,
      idempotencyKey: idempotency?.key ?? null,
      createdAt: clock.now(),
    });
    const original =
      request.operation === 'rollback' ? await this.#originalRecord(request.originalJobId) : null;
    await journal.create(record, original ? { record: original } : {}).catch(throwCreateError);
    if (idempotency) await this.#storeKey(record, idempotency);
    return record;
  }

  async #storeKey(
    record: JobRecord,
    { key, requestHash }: { key: string; requestHash: string },
  ): Promise<void> {
    const { jobId, createdAt } = record;
    try {
      await this.#deps.idempotency.put(key, { requestHash, jobId, accepted: acceptedOf(record), createdAt });
    } catch (error) {
      await this.#deps.journal.discard(jobId);
      throwCreateError(error);
    }
  }

  /** What the job to undo has saved; `original` is null when it changed nothing. A copy, as that job may be deleted. */
  async #originalRecord(jobId: string): Promise<Saved> {
    const { journal } = this.#deps;
    const original = await journal.read(jobId);
    if (!original) throw new AppError('JOB_NOT_FOUND');
    return { original: changedNothing(original) ? null : await journal.readFile(jobId, 'saved') };
  }
}

function throwCreateError(cause: unknown): never {
  const { code, message } = failureOf(cause);
  throw new AppError(
    'JOB_CREATE_ERROR',
    { message: `The job could not be recorded. ${message}`, details: { cause: code } },
    { cause },
  );
}
