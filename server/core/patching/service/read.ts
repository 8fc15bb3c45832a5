import type { Knex } from 'knex';
import { AppError, validationError } from '../../../contract/appError.ts';
import { ts } from '../../../kernel/db.ts';
import type { JobHostState } from '../domain/jobHostStates.ts';
import type { JobOperation } from '../domain/jobSpec.ts';
import type { JobState } from '../domain/jobStates.ts';
import { JobHostModel, JobModel, type Rows } from '../models.ts';

const MAX_EMBEDDED_HOSTS = 100;

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
}

/** Throws JOB_NOT_FOUND. */
export async function getJob(knex: Knex, id: string): Promise<{ job: JobModel; hosts: JobHostModel[] }> {
  const job = await findJob(knex, id);
  const hosts = await JobHostModel.query(knex)
    .where('job_id', id)
    .orderBy(['fqdn', 'id'])
    .limit(MAX_EMBEDDED_HOSTS);
  return { job, hosts };
}

export async function findJob(knex: Knex, id: string): Promise<JobModel> {
  const job = await JobModel.query(knex).findById(id);
  if (!job) throw new AppError('JOB_NOT_FOUND');
  return job;
}

export async function listJobs(knex: Knex, filter: JobFilter, page: PageRequest): Promise<Page<JobModel>> {
  const { state, operation, hostId, completedFrom, idempotencyKey } = filter;
  const query = JobModel.query(knex).where((where) => {
    if (state) where.where('state', state);
    if (operation) where.where('operation', operation);
    if (idempotencyKey) where.where('idempotency_key', idempotencyKey);
    if (completedFrom) where.where('completed_at', '>=', ts(completedFrom));
    if (hostId) where.whereIn('id', JobHostModel.query().select('job_id').where('host_id', hostId));
  });
  return pageOf(query, page, JOB_SORTS);
}

/** Throws JOB_NOT_FOUND. */
export async function listJobHosts(
  knex: Knex,
  jobId: string,
  state: JobHostState | undefined,
  page: PageRequest,
): Promise<Page<JobHostModel> & { job: JobModel }> {
  const job = await findJob(knex, jobId);
  const query = JobHostModel.query(knex).where({ job_id: jobId, ...(state ? { state } : {}) });
  return { ...(await pageOf(query, page, HOST_SORTS)), job };
}

interface SortColumn<M> {
  column: string;
  valueOf(row: M): string | number | Date | null;
}

const JOB_SORTS: Record<string, SortColumn<JobModel>> = {
  created_at: { column: 'created_at', valueOf: (job) => job.createdAt },
  started_at: { column: 'started_at', valueOf: (job) => job.startedAt },
  completed_at: { column: 'completed_at', valueOf: (job) => job.completedAt },
  name: { column: 'name', valueOf: (job) => job.name },
  state: { column: 'state', valueOf: (job) => job.state },
};

const HOST_SORTS: Record<string, SortColumn<JobHostModel>> = {
  fqdn: { column: 'fqdn', valueOf: (row) => row.fqdn },
  state: { column: 'state', valueOf: (row) => row.state },
  updated_at: { column: 'updated_at', valueOf: (row) => row.updatedAt },
};

interface Cursor {
  /** The sort it belongs to. */
  s: string;
  /** Value of the sort column of the last row; points of time in milliseconds. */
  v: string | number | null;
  id: string;
}

/** One page by keyset: rows after the cursor's in (column, id). Rows without a value come first, last when descending. */
async function pageOf<M extends JobModel | JobHostModel>(
  query: Rows<M>,
  { sort, cursor, limit }: PageRequest,
  sorts: Record<string, SortColumn<M>>,
): Promise<Page<M>> {
  const descending = sort.startsWith('-');
  const sortColumn = sorts[sort.replace(/^-/, '')];
  if (!sortColumn)
    throw validationError([{ path: '/query/sort', message: 'is not one of the known orders' }]);
  const direction = descending ? 'desc' : 'asc';
  const total = await query.clone().resultSize();
  const after = cursor === null ? null : readCursor(cursor, sort);
  const rows = await query
    .modify((page) => after && startAfter(page as Rows<M>, sortColumn.column, descending, after))
    .orderBy([
      { column: sortColumn.column, order: direction },
      { column: 'id', order: direction },
    ])
    .limit(limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const nextCursor =
    rows.length > limit && last ? writeCursor(sort, sortColumn.valueOf(last), last.id) : null;
  return { items, total, nextCursor };
}

function startAfter<M extends JobModel | JobHostModel>(
  query: Rows<M>,
  column: string,
  descending: boolean,
  { v, id }: Cursor,
): void {
  const beyond = descending ? '<' : '>';
  const value = typeof v === 'number' ? ts(v) : v;
  void query.where((where) => {
    void where.where((same) => {
      void (value === null ? same.whereNull(column) : same.where(column, value)).where('id', beyond, id);
    });
    if (value === null && !descending) void where.orWhereNotNull(column);
    if (value !== null) void where.orWhere(column, beyond, value);
    if (value !== null && descending) void where.orWhereNull(column);
  });
}

function writeCursor(sort: string, value: string | number | Date | null, id: string): string {
  const cursor: Cursor = { s: sort, v: value instanceof Date ? value.getTime() : value, id };
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function readCursor(text: string, sort: string): Cursor {
  try {
    const cursor = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Partial<Cursor>;
    const isValue = cursor.v === null || typeof cursor.v === 'string' || typeof cursor.v === 'number';
    if (cursor.s === sort && typeof cursor.id === 'string' && isValue) return cursor as Cursor;
  } catch {
    // Answered below, like any other cursor that was not made here.
  }
  throw validationError([{ path: '/query/cursor', message: 'does not belong to this list and order' }]);
}
