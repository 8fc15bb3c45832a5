import type { Knex } from 'knex';
import { tagInTheWay, tagsAtStart, takenText, type TagClaim } from '../domain/hostTags.ts';
import { isFailure } from '../domain/jobHostStates.ts';
import { activeOf, isJobOpen } from '../domain/jobStates.ts';
import { PLAN_RETRY_DELAY_MS } from '../domain/retryPolicy.ts';
import { JobHostModel, type JobModel } from '../models.ts';
import type { HostInfo } from '../ports.ts';
import type { JobTx } from '../service/jobTx.ts';
import { claimsOf, takeTags } from '../service/tagClaims.ts';
import { isNews, type Judged } from './verdicts.ts';

export interface Started {
  row: JobHostModel;
  job: JobModel;
  host: HostInfo;
}

/** The result of a batch. */
export interface Batch {
  started: Started[];
  /** Could start, but found no place in `max_parallel`. */
  unplaced: JobHostModel[];
  /** Hosts of a person's dry run that are busy: looked at once more when due; if still busy they fail. */
  pausing: { row: JobHostModel; due: Date }[];
}

/** Carries the verdicts out, in one transaction. A change that nobody could see is not written. */
export async function startHosts(jobTx: JobTx, judged: readonly Judged[]): Promise<Batch> {
  const batch: Batch = { started: [], unplaced: [], pausing: [] };
  if (!isJobOpen(jobTx.job.state)) return batch;
  const busy = await busyHosts(
    jobTx.tx.knex,
    judged.map(({ row }) => row.hostId),
  );
  const now = mayHalt(jobTx, judged) ? judged.filter(({ verdict }) => verdict.to !== 'dispatching') : judged;
  const tags = await TagsOfBatch.read(jobTx, now);
  let places = jobTx.job.spec.maxParallel - activeOf(jobTx.job.counts);
  for (const { row, verdict } of now) {
    if (!hasCome(jobTx, row)) continue;
    if (verdict.to !== 'dispatching') await change(jobTx, row, verdict);
    else if (busy.has(row.hostId)) await leaveBusy(jobTx, row, batch);
    else if (places <= 0) batch.unplaced.push(row);
    else {
      const other = tags.inTheWay(row, verdict.host);
      if (other) {
        await change(jobTx, row, tagTaken(other));
        continue;
      }
      const heldTags = tags.wantedBy(verdict.host);
      const set = { ...firstColumns(row, jobTx.now), heldTags: heldTags.length > 0 ? heldTags : null };
      const next = await jobTx.changeHost(row, 'dispatching', set);
      if (!next) continue;
      tags.take(row, heldTags);
      places -= 1;
      batch.started.push({ row: next, job: jobTx.job, host: verdict.host });
    }
  }
  await tags.write();
  return batch;
}

/** The tags that the hosts of a batch must claim: read once, and written together. */
class TagsOfBatch {
  readonly #jobTx: JobTx;
  readonly #claims: Map<string, TagClaim>;
  readonly #taken: TagClaim[] = [];

  private constructor(jobTx: JobTx, claims: Map<string, TagClaim>) {
    this.#jobTx = jobTx;
    this.#claims = claims;
  }

  static async read(jobTx: JobTx, judged: readonly Judged[]): Promise<TagsOfBatch> {
    const wanted = judged.flatMap(({ verdict }) =>
      verdict.to === 'dispatching' ? wantedTags(jobTx.job, verdict.host) : [],
    );
    return new TagsOfBatch(jobTx, await claimsOf(jobTx.tx.knex, [...new Set(wanted)]));
  }

  wantedBy(host: HostInfo): string[] {
    return wantedTags(this.#jobTx.job, host);
  }

  inTheWay(row: JobHostModel, host: HostInfo): TagClaim | null {
    return tagInTheWay(this.wantedBy(host), this.#claims, row.id);
  }

  take({ id, fqdn }: JobHostModel, tags: readonly string[]): void {
    for (const tag of tags) {
      const claim = { tag, rowId: id, fqdn };
      this.#claims.set(tag, claim);
      this.#taken.push(claim);
    }
  }

  async write(): Promise<void> {
    if (this.#taken.length > 0) await takeTags(this.#jobTx.tx.knex, this.#taken, this.#jobTx.now);
  }
}

const wantedTags = ({ operation, spec }: JobModel, { tags }: HostInfo): string[] =>
  tagsAtStart(tags, { operation, dryRun: spec.dryRun });

const tagTaken = (claim: TagClaim): Change => ({
  to: 'pending',
  set: { ...HOST_BUSY.set, reason: 'TAG_TAKEN', message: takenText(claim), waitsForTag: claim.tag },
});

/** Refused hosts may use up the failure budget: then no host starts before the refusals are written. */
function mayHalt({ job: { spec } }: JobTx, judged: readonly Judged[]): boolean {
  const hasBudget = spec.failureBudgetPercent !== null && !spec.dryRun;
  return hasBudget && judged.some(({ verdict }) => isFailure(verdict.to));
}

/** Whether the host's wave has come: it may have changed since the gates were asked. */
const hasCome = ({ job: { currentWave } }: JobTx, { wave }: JobHostModel): boolean =>
  currentWave === null || (wave ?? 0) <= currentWave;

export const HOST_BUSY = {
  to: 'pending',
  set: {
    reason: 'HOST_BUSY',
    message: '',
    nextAttemptAt: null,
    gatedBy: null,
    gatedSince: null,
    windowEndAt: null,
  },
} as const;

/**
 * Work waits until its host is free, and so does a plan that the manager made by itself. A dry run for whose plan a
 * person waits does so only once and briefly.
 */
async function leaveBusy(jobTx: JobTx, row: JobHostModel, batch: Batch): Promise<void> {
  const { spec, createdById } = jobTx.job;
  if (!spec.dryRun || createdById === null) return change(jobTx, row, HOST_BUSY);
  if (row.reason === 'HOST_BUSY') return change(jobTx, row, BUSY_STILL);
  const due = new Date(jobTx.now.getTime() + PLAN_RETRY_DELAY_MS);
  await change(jobTx, row, { to: 'pending', set: { ...HOST_BUSY.set, nextAttemptAt: due } });
  batch.pausing.push({ row, due });
}

const BUSY_STILL = {
  to: 'failed',
  set: {
    reason: null,
    nextAttemptAt: null,
    error: {
      code: 'HOST_BUSY',
      message: 'Another job is running on this host.',
      retryable: true,
    },
  },
} as const;

type Change = Pick<Extract<Judged['verdict'], { set: unknown }>, 'to' | 'set'>;

async function change(jobTx: JobTx, row: JobHostModel, { to, set }: Change): Promise<void> {
  if (isNews(row, to, set)) await jobTx.changeHost(row, to, set);
}

/** Those of the hosts that another job works on; no second one starts there. */
export async function busyHosts(knex: Knex, hostIds: readonly string[]): Promise<Set<string>> {
  const rows = await JobHostModel.query(knex)
    .select('active_host_id')
    .whereIn('active_host_id', [...hostIds]);
  return new Set(rows.map(({ activeHostId }) => activeHostId ?? ''));
}

/** A new attempt starts afresh, except for what earlier attempts changed. */
function firstColumns(row: JobHostModel, now: Date): Partial<JobHostModel> {
  return {
    attempt: row.attempt + 1,
    repetition: 0,
    reason: null,
    nextAttemptAt: null,
    gatedBy: null,
    gatedSince: null,
    windowEndAt: null,
    heldBy: null,
    waitsForTag: null,
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
