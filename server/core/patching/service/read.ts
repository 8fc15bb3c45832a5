import type { Knex } from 'knex';
import {
  keysetPage,
  whereState,
  type Page,
  type PageQuery,
  type StateQuery,
} from '#server/kernel/db/keyset.ts';
import { allFields, type ChosenFields } from '#server/kernel/http/fields.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import { ts } from '#server/kernel/db/database.ts';
import type { JobHostState } from '../domain/jobHostStates.ts';
import type { JobOperation } from '../domain/jobSpec.ts';
import type { JobState } from '../domain/jobStates.ts';
import type { JobTarget } from '../domain/jobSpec.ts';
import { charsOf, dryRunOf, JobHostModel, JobModel, LIGHT_COLUMNS, type Rows } from '../models.ts';
import { relatedJobs, type Related } from './relatedJobs.ts';
import { awaitingApproval } from './waitingPlans.ts';
import { cutJobs, jobsSeen, requireSeen, seenOnly, type Sight } from './visibility.ts';
import { targetsOf } from './targets.ts';

const MAX_EMBEDDED_HOSTS = 100;
/** The most characters of hosts in one answer: plans and changes can be long. The first host is always included. */
export const MAX_HOSTS_CHARS = 8 * 1024 * 1024;

export interface JobFilter extends StateQuery<JobState> {
  name?: string;
  operation?: JobOperation;
  hostId?: string;
  /** Only jobs that hold one of these hosts. */
  among?: Sight;
  /** The account of a person, or of the owner of a token. */
  createdBy?: string;
  /** Inclusive; the ends are exclusive. */
  completedFrom?: Date;
  completedTo?: Date;
  createdFrom?: Date;
  createdTo?: Date;
  idempotencyKey?: string;
  isDryRun?: boolean;
  /** Only plans with changes that nobody has run as of this time. */
  awaitingAt?: Date;
}

/** A job with the hosts that the caller may see. Throws JOB_NOT_FOUND, also when it holds none of these. */
export async function getJob(
  knex: Knex,
  id: string,
  { sight, fields = allFields }: Seeing,
): Promise<{ job: JobModel; target: JobTarget | null; hosts: JobHostModel[]; related: Related }> {
  const whole = await findSeenJob(knex, id, sight);
  const [job = whole] = await cutJobs(knex, [whole], sight);
  const related = await relatedOf(knex, [job], { sight, fields });
  const target = fields.has('target') ? ((await targetsOf(knex, [id], sight)).get(id) ?? null) : null;
  const hosts = fields.has('hosts') ? await embeddedHosts(knex, id, sight) : [];
  return { job, target, hosts, related: related(job) };
}

async function embeddedHosts(knex: Knex, id: string, sight: Sight): Promise<JobHostModel[]> {
  const rows = await sized(seenOnly(JobHostModel.query(knex).where('job_id', id), knex, sight), LONG)
    .orderBy(['fqdn', 'id'])
    .limit(MAX_EMBEDDED_HOSTS);
  return wholeRows(knex, thatFit(rows));
}

/** Which hosts the caller sees, and what he wants to know. */
interface Seeing {
  sight: Sight;
  fields?: ChosenFields;
}

/** A host's row without its long columns, and their length in characters. */
type SizedRow = JobHostModel & { chars: number };

const LONG = ['plan', 'changes', 'reversible', 'error', 'message'] as const;

type Long = (typeof LONG)[number];

/** What stands for a long column that nobody asked for. */
const UNREAD = { plan: null, changes: null, reversible: null, error: null, message: '' };

const SHORT = LIGHT_COLUMNS.filter((name) => !Object.hasOwn(UNREAD, name));

function sized(query: Rows<JobHostModel>, long: readonly Long[]): Rows<SizedRow> {
  const columns = ['id', 'fqdn', 'position', 'state', 'updated_at', charsOf(long)];
  return query.select(columns) as unknown as Rows<SizedRow>;
}

/** The first rows that fit into one answer: at least one. */
function thatFit(rows: readonly SizedRow[]): SizedRow[] {
  let used = 0;
  const end = rows.findIndex(({ chars }, index) => (used += Number(chars)) > MAX_HOSTS_CHARS && index > 0);
  return end < 0 ? [...rows] : rows.slice(0, end);
}

/** The same rows, in the same order: whole, or of their long columns only these. */
async function wholeRows(
  knex: Knex,
  rows: readonly { id: string }[],
  long: readonly Long[] = LONG,
): Promise<JobHostModel[]> {
  const ids = rows.map(({ id }) => id);
  const query = JobHostModel.query(knex).findByIds(ids);
  const found = await (long.length === LONG.length ? query : query.select([...SHORT, ...long]));
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    for (const name of LONG) if (!long.includes(name)) Object.assign(row, { [name]: UNREAD[name] });
    return row;
  });
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
  { page, sight, fields = allFields }: Seeing & { page: PageQuery },
): Promise<Page<ListedJob>> {
  const { name, operation, hostId, among, createdBy, idempotencyKey, isDryRun, awaitingAt } = filter;
  const seen = jobsSeen(knex, sight);
  const amongThem = among && jobsSeen(knex, among);
  const filtered = JobModel.query(knex).where((where) => {
    whereState(where, filter);
    if (name !== undefined) where.where('name', name);
    if (operation) where.where('operation', operation);
    if (idempotencyKey) where.where('idempotency_key', idempotencyKey);
    if (createdBy)
      where.where((by) => by.where('created_by_id', createdBy).orWhere('created_by_owner_id', createdBy));
    whereTimes(where as never, filter);
    if (isDryRun !== undefined) where.whereRaw(`${dryRunOf('patching_jobs')} ${isDryRun ? '>' : '='} 0`);
    if (seen) where.whereIn('id', seen);
    if (amongThem) where.whereIn('id', amongThem);
    if (hostId)
      where.whereIn(
        'id',
        seenOnly(JobHostModel.query(knex).where('host_id', hostId), knex, sight).select('job_id'),
      );
  });
  const query = awaitingAt ? awaitingApproval(filtered, knex, { now: awaitingAt, sight }) : filtered;
  const { rows: found, ...more } = await keysetPage(query, page);
  const related = await relatedOf(knex, found, { sight, fields });
  const jobs = await cutJobs(knex, found, sight);
  const ids = fields.has('target') ? jobs.map(({ id }) => id) : [];
  const targets = await targetsOf(knex, ids, sight, { isList: true });
  const states = hostId ? await statesOf(knex, { hostId, jobs }) : null;
  const rows = jobs.map((job) => ({
    job,
    target: targets.get(job.id) ?? null,
    related: related(job),
    hostState: states?.get(job.id),
  }));
  return { ...more, rows };
}

export interface ListedJob {
  job: JobModel;
  target: JobTarget | null;
  related: Related;
  /** Of the host whose jobs were asked for. */
  hostState?: JobHostState | undefined;
}

/** The state of one host in each of these jobs, which are known to hold it and to be seen. */
async function statesOf(
  knex: Knex,
  { hostId, jobs }: { hostId: string; jobs: readonly JobModel[] },
): Promise<Map<string, JobHostState>> {
  const ids = jobs.map(({ id }) => id);
  const rows = await JobHostModel.query(knex)
    .where('host_id', hostId)
    .whereIn('job_id', ids)
    .select('job_id', 'state');
  return new Map(rows.map(({ jobId, state }) => [jobId, state]));
}

function whereTimes(
  jobs: Knex.QueryBuilder,
  { completedFrom, completedTo, createdFrom, createdTo }: JobFilter,
): void {
  if (completedFrom) jobs.where('completed_at', '>=', ts(completedFrom));
  if (completedTo) jobs.where('completed_at', '<', ts(completedTo));
  if (createdFrom) jobs.where('created_at', '>=', ts(createdFrom));
  if (createdTo) jobs.where('created_at', '<', ts(createdTo));
}

const RELATED = ['runs', 'rollbacks', 'hosts_to_approve'] as const;

async function relatedOf(
  knex: Knex,
  jobs: readonly JobModel[],
  { sight, fields }: Required<Seeing>,
): Promise<(job: JobModel) => Related> {
  const isAsked = RELATED.some((name) => fields.has(name));
  const related = await relatedJobs(knex, isAsked ? jobs : [], sight);
  return ({ id }) => related.get(id) ?? { runs: [], rollbacks: [], hostsToApprove: null };
}

/** The hosts of a job that the caller may see. Throws JOB_NOT_FOUND. */
export async function listJobHosts(
  knex: Knex,
  {
    jobId,
    wave,
    sight,
    fields = allFields,
    ...states
  }: StateQuery<JobHostState> & Seeing & { jobId: string; wave?: number },
  page: PageQuery,
): Promise<Page<JobHostModel> & { job: JobModel }> {
  const job = await findSeenJob(knex, jobId, sight);
  const which = { job_id: jobId, ...(wave === undefined ? {} : { wave }) };
  const query = seenOnly(JobHostModel.query(knex).where(which), knex, sight);
  whereState(query, states);
  const long = LONG.filter((name) => fields.has(name));
  const found = await keysetPage(sized(query, long), page, { cut: thatFit });
  return { ...found, rows: await wholeRows(knex, found.rows, long), job };
}
