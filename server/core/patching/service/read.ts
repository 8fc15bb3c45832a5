import type { Knex } from 'knex';
import { keysetPage } from '#server/kernel/db/keyset.ts';
import type { BaseModel } from '#server/kernel/db/model.ts';
import { AppError, validationError } from '#server/shared/wire/appError.ts';
import { ts } from '#server/kernel/db/database.ts';
import type { JobHostState } from '../domain/jobHostStates.ts';
import type { JobOperation } from '../domain/jobSpec.ts';
import type { JobState } from '../domain/jobStates.ts';
import type { JobTarget } from '../domain/jobSpec.ts';
import { charsOf, dryRunOf, JobHostModel, JobModel, type Rows } from '../models.ts';
import { relatedJobs, type Related } from './relatedJobs.ts';
import { awaitingApproval } from './waitingPlans.ts';
import { cutJobs, jobsSeen, requireSeen, seenOnly, type Sight } from './visibility.ts';
import { targetsOf } from './targets.ts';

const MAX_EMBEDDED_HOSTS = 100;
/** The most characters of hosts in one answer: plans and changes can be long. The first host is always included. */
export const MAX_HOSTS_CHARS = 8 * 1024 * 1024;

export interface Page<T> {
  items: T[];
  total: number;
  nextCursor: string | null;
}

export interface PageRequest {
  sort: string;
  cursor: string | null;
  limit: number;
}

export interface JobFilter {
  state?: JobState;
  operation?: JobOperation;
  hostId?: string;
  /** Only jobs that ended then or later. */
  completedFrom?: Date;
  idempotencyKey?: string;
  isDryRun?: boolean;
  /** Only plans with changes that nobody has run as of this time. */
  awaitingAt?: Date;
}

/** A job with the hosts that the caller may see. Throws JOB_NOT_FOUND, also when it holds none of these. */
export async function getJob(
  knex: Knex,
  id: string,
  sight: Sight,
): Promise<{ job: JobModel; target: JobTarget | null; hosts: JobHostModel[]; related: Related }> {
  const whole = await findSeenJob(knex, id, sight);
  const rows = await sized(seenOnly(JobHostModel.query(knex).where('job_id', id), knex, sight))
    .orderBy(['fqdn', 'id'])
    .limit(MAX_EMBEDDED_HOSTS);
  const [job = whole] = await cutJobs(knex, [whole], sight);
  const related = await relatedOf(knex, [job], sight);
  const target = (await targetsOf(knex, [id], sight)).get(id) ?? null;
  return { job, target, hosts: await wholeRows(knex, thatFit(rows)), related: related(job) };
}

/** A host's row without its long columns, and their length in characters. */
type SizedRow = JobHostModel & { chars: number };

const LONG = ['plan', 'changes', 'reversible', 'error', 'message'];

function sized(query: Rows<JobHostModel>): Rows<SizedRow> {
  const columns = ['id', 'fqdn', 'position', 'state', 'updated_at', charsOf(LONG)];
  return query.select(columns) as unknown as Rows<SizedRow>;
}

/** The first rows that fit into one answer: at least one. */
function thatFit(rows: readonly SizedRow[]): SizedRow[] {
  let used = 0;
  const end = rows.findIndex(({ chars }, index) => (used += Number(chars)) > MAX_HOSTS_CHARS && index > 0);
  return end < 0 ? [...rows] : rows.slice(0, end);
}

/** The same rows, whole, in the same order. */
async function wholeRows(knex: Knex, rows: readonly { id: string }[]): Promise<JobHostModel[]> {
  const ids = rows.map(({ id }) => id);
  const byId = new Map((await JobHostModel.query(knex).findByIds(ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function findJob(knex: Knex, id: string): Promise<JobModel> {
  const job = await JobModel.query(knex).findById(id);
  if (!job) throw new AppError('JOB_NOT_FOUND');
  return job;
}

/** The job with all its counts. Throws JOB_NOT_FOUND, also when it holds no visible host. */
export async function findSeenJob(knex: Knex, id: string, sight: Sight): Promise<JobModel> {
  const job = await findJob(knex, id);
  await requireSeen(knex, id, sight);
  return job;
}

/** The jobs that hold a visible host, with the counts of the visible hosts. */
export async function listJobs(
  knex: Knex,
  filter: JobFilter,
  { page, sight }: { page: PageRequest; sight: Sight },
): Promise<Page<{ job: JobModel; target: JobTarget | null; related: Related }>> {
  const { state, operation, hostId, completedFrom, idempotencyKey, isDryRun, awaitingAt } = filter;
  const seen = jobsSeen(knex, sight);
  const filtered = JobModel.query(knex).where((where) => {
    if (state) where.where('state', state);
    if (operation) where.where('operation', operation);
    if (idempotencyKey) where.where('idempotency_key', idempotencyKey);
    if (completedFrom) where.where('completed_at', '>=', ts(completedFrom));
    if (isDryRun !== undefined) where.whereRaw(`${dryRunOf('patching_jobs')} ${isDryRun ? '>' : '='} 0`);
    if (seen) where.whereIn('id', seen);
    if (hostId)
      where.whereIn(
        'id',
        seenOnly(JobHostModel.query(knex).where('host_id', hostId), knex, sight).select('job_id'),
      );
  });
  const query = awaitingAt ? awaitingApproval(filtered, knex, { now: awaitingAt, sight }) : filtered;
  const found = await pageOf(query, page, { sorts: JOB_SORTS });
  const related = await relatedOf(knex, found.items, sight);
  const jobs = await cutJobs(knex, found.items, sight);
  const ids = jobs.map(({ id }) => id);
  const targets = await targetsOf(knex, ids, sight, { isList: true });
  const items = jobs.map((job) => ({ job, target: targets.get(job.id) ?? null, related: related(job) }));
  return { ...found, items };
}

async function relatedOf(
  knex: Knex,
  jobs: readonly JobModel[],
  sight: Sight,
): Promise<(job: JobModel) => Related> {
  const ids = jobs.map(({ id }) => id);
  const related = await relatedJobs(knex, ids, sight);
  return ({ id }) => related.get(id) ?? { runs: [], rollbacks: [] };
}

/** The hosts of a job that the caller may see. Throws JOB_NOT_FOUND. */
export async function listJobHosts(
  knex: Knex,
  { jobId, state, wave, sight }: { jobId: string; state?: JobHostState; wave?: number; sight: Sight },
  page: PageRequest,
): Promise<Page<JobHostModel> & { job: JobModel }> {
  const job = await findSeenJob(knex, jobId, sight);
  const which = { job_id: jobId, ...(state ? { state } : {}), ...(wave === undefined ? {} : { wave }) };
  const rows = JobHostModel.query(knex).where(which);
  const query = seenOnly(rows, knex, sight);
  const found = await pageOf(sized(query), page, { sorts: HOST_SORTS, cut: thatFit });
  return { ...found, items: await wholeRows(knex, found.items), job };
}

interface SortColumn<M> {
  column: string;
  isTime?: boolean;
  valueOf(row: M): string | number | Date | null;
}

const JOB_SORTS: Record<string, SortColumn<JobModel>> = {
  created_at: { column: 'created_at', isTime: true, valueOf: (job) => job.createdAt },
  started_at: { column: 'started_at', isTime: true, valueOf: (job) => job.startedAt },
  completed_at: { column: 'completed_at', isTime: true, valueOf: (job) => job.completedAt },
  name: { column: 'name', valueOf: (job) => job.name },
  state: { column: 'state', valueOf: (job) => job.state },
};

const HOST_SORTS: Record<string, SortColumn<SizedRow>> = {
  fqdn: { column: 'fqdn', valueOf: (row) => row.fqdn },
  position: { column: 'position', valueOf: (row) => row.position },
  state: { column: 'state', valueOf: (row) => row.state },
  updated_at: { column: 'updated_at', isTime: true, valueOf: (row) => row.updatedAt },
};

interface Paging<M> {
  sorts: Record<string, SortColumn<M>>;
  /** Cuts the rows of a page to those that fit; the next page continues after them. */
  cut?: (rows: readonly M[]) => M[];
}

/** One page by keyset: rows after the cursor's in (column, id). Rows without a value come first; last if descending. */
async function pageOf<M extends BaseModel & { id: string }>(
  query: Rows<M>,
  { sort, cursor, limit }: PageRequest,
  { sorts, cut }: Paging<M>,
): Promise<Page<M>> {
  const descending = sort.startsWith('-');
  const sortColumn = sorts[sort.replace(/^-/, '')];
  if (!sortColumn)
    throw validationError([{ path: '/query/sort', message: 'is not one of the known orders' }]);
  const direction = descending ? 'desc' : 'asc';
  const keyset = { sort, column: sortColumn.column, direction, isTime: sortColumn.isTime } as const;
  const { valueOf } = sortColumn;
  const { rows: items, ...page } = await keysetPage(query, keyset, { cursor, limit, valueOf, cut });
  return { items, ...page };
}
