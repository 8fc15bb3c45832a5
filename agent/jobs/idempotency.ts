/**
 * Which Idempotency-Key started which job: one file a key in `<dataDir>/idempotency/`, written after the job's record
 * and before the job may start. So every key on disk belongs to a job that was stored, even if it is deleted by now.
 */
import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import canonicalize from 'canonicalize';
import { AppError } from '../../server/shared/wire/appError.ts';
import type { Clock } from '../clock.ts';
import { makePrivateDir, readJson, writeAtomic } from '../files/atomic.ts';

const KEEP_MS = 90 * 24 * 3600 * 1000;

export interface IdempotencyEntry {
  /** See requestHash; null when the request is no longer known (restored from the job's own record). */
  requestHash: string | null;
  jobId: string;
  /** The data of the 202 response, returned again for the same key. */
  accepted: Record<string, unknown>;
  /** RFC 3339. */
  createdAt: string;
}

/** What makes two requests the same: operation, path and body, whatever the order of the body's properties. */
export function requestHash(
  operationId: string,
  params: Readonly<Record<string, string>>,
  body: unknown,
): string {
  const text = canonicalize({ operationId, params, body: body ?? null });
  return createHash('sha256').update(String(text)).digest('hex');
}

export class IdempotencyStore {
  #dir: string;
  #clock: Clock;
  #isAgreed: () => boolean;
  #entries = new Map<string, IdempotencyEntry>();

  /** `isAgreed`: whether the clock may be trusted with deleting what is old. */
  constructor(dir: string, clock: Clock, isAgreed: () => boolean = () => true) {
    this.#dir = dir;
    this.#clock = clock;
    this.#isAgreed = isAgreed;
  }

  /** Reads the stored keys and deletes those older than 90 days. Unreadable files are skipped. */
  async load(): Promise<void> {
    await makePrivateDir(this.#dir).catch(() => {});
    for (const name of await readdir(this.#dir).catch(() => [])) {
      const key = /^([0-9a-f-]{36})\.json$/.exec(name)?.[1];
      const entry = key
        ? ((await readJson(this.#path(key)).catch(() => null)) as IdempotencyEntry | null)
        : null;
      if (key && entry && typeof entry.jobId === 'string') this.#entries.set(key, entry);
    }
    await this.prune();
  }

  /**
   * The entry of this key; null for an unused one. Throws IDEMPOTENCY_MISMATCH when the key was used with another
   * request.
   */
  find(key: string, hash: string): IdempotencyEntry | null {
    const entry = this.#entries.get(key.toLowerCase());
    if (!entry) return null;
    if (entry.requestHash !== null && entry.requestHash !== hash) throw new AppError('IDEMPOTENCY_MISMATCH');
    return entry;
  }

  has(key: string): boolean {
    return this.#entries.has(key.toLowerCase());
  }

  /** Durable when it resolves. */
  async put(key: string, entry: IdempotencyEntry): Promise<void> {
    await makePrivateDir(this.#dir);
    await writeAtomic(this.#path(key.toLowerCase()), JSON.stringify(entry));
    this.#entries.set(key.toLowerCase(), entry);
  }

  async prune(): Promise<void> {
    if (!this.#isAgreed()) return;
    const oldest = this.#clock.now().getTime() - KEEP_MS;
    for (const [key, entry] of [...this.#entries]) {
      if (Date.parse(entry.createdAt) >= oldest) continue;
      this.#entries.delete(key);
      await rm(this.#path(key), { force: true }).catch(() => {});
    }
  }

  #path(key: string): string {
    return join(this.#dir, `${key}.json`);
  }
}
