import { AppError } from '#server/shared/wire/appError.ts';
import { toWire } from '#server/shared/wire/names.ts';
import type { AgentHandler } from '../handler.ts';
import type { FollowLines } from '../followLines.ts';
import type { Journal } from '../../journal/journal.ts';
import { JOB_STATUSES } from '../../journal/record.ts';
import type { JobEvent, JobRecord, JobStatus, JobSummary } from '../../journal/record.ts';
import { jobDetail, logLine } from '../jobWire.ts';
import type { Reversibility } from '../../packages/backend.ts';
import { isUuid, startJob } from './startJob.ts';
import type { StartDeps } from './startJob.ts';

/** Limit for the log text of one page. */
const LOG_PAGE_BYTES = 2 * 1024 * 1024;

export interface JobRouteDeps extends StartDeps {
  journal: Journal;
  lines: FollowLines;
}

type Operation =
  | 'listJobs'
  | 'getJob'
  | 'getJobLogs'
  | 'followJob'
  | 'rollbackJob'
  | 'cancelJob'
  | 'deleteJob';

/** The id in lower case; throws INVALID_JOB_ID. */
export function jobIdOf(text: string): string {
  if (!isUuid(text)) throw new AppError('INVALID_JOB_ID');
  return text.toLowerCase();
}

const summaryToWire = ({ jobId, operation, status, createdAt, completedAt, packages }: JobSummary): object =>
  toWire({ jobId, operation, status, createdAt, completedAt, packages });

/** Handlers of the tag `jobs`, except for the WebSocket. */
export function jobRoutes(deps: JobRouteDeps): Record<Operation, AgentHandler> {
  const { journal, tasks, lines } = deps;
  return {
    async listJobs({ query }) {
      const jobs = listed(journal.summaries(), query).map(summaryToWire);
      return { status: 200, data: { jobs, total: jobs.length } };
    },

    async getJob({ params }) {
      const record = await known(journal, jobIdOf(params['id'] ?? ''));
      return { status: 200, data: await jobToWire(record, deps, await journal.lastLogs(record.jobId)) };
    },

    async followJob({ params, query }) {
      const jobId = jobIdOf(params['id'] ?? '');
      return { status: 200, stream: lines.answer({ jobId, fromSeq: Number(query['from_seq'] ?? 0) }) };
    },

    async getJobLogs({ params, query }) {
      const { jobId } = await known(journal, jobIdOf(params['id'] ?? ''));
      const afterSeq = Number(query['after_seq'] ?? 0);
      const limit = Number(query['limit'] ?? 50);
      const page = { fromSeq: afterSeq + 1, limit, kind: 'log' as const, maxBytes: LOG_PAGE_BYTES };
      const logs = (await journal.events(jobId, page)).map(logLine);
      return { status: 200, data: { logs, next_seq: logs.at(-1)?.seq ?? afterSeq } };
    },

    rollbackJob(call) {
      const originalJobId = jobIdOf(call.params['id'] ?? '');
      return startJob(call, { operation: 'rollback', originalJobId }, deps, async () => {
        const status = journal.summary(originalJobId)?.status;
        if (status === 'completed' || status === 'failed') return;
        const message = status === undefined ? historyGone : undefined;
        throw new AppError('ROLLBACK_NOT_ALLOWED', { message, details: { job_id: originalJobId } });
      });
    },

    async cancelJob({ params }) {
      const { jobId, status, operation } = await tasks.cancel(jobIdOf(params['id'] ?? ''));
      return { status: 202, data: { job_id: jobId, status, operation } };
    },

    async deleteJob({ params }) {
      const jobId = jobIdOf(params['id'] ?? '');
      await tasks.remove(jobId);
      return { status: 200, data: { deleted: true, job_id: jobId } };
    },
  };
}

const historyGone =
  'This host has no record of that job any more, so nothing that it changed can be restored.';

/** `status` is compared in lower case; an unknown status filters nothing. */
function listed(all: readonly JobSummary[], query: Readonly<Record<string, unknown>>): JobSummary[] {
  const wanted = String(query['status'] ?? '').toLowerCase();
  const status = JOB_STATUSES.includes(wanted as JobStatus) ? wanted : null;
  const key = query['idempotency_key'] === undefined ? null : String(query['idempotency_key']).toLowerCase();
  return all
    .filter((job) => status === null || job.status === status)
    .filter((job) => key === null || job.idempotencyKey === key)
    .slice(0, Number(query['limit'] ?? 50));
}

/** The job in wire form, with these lines of its log. */
export async function jobToWire(
  record: JobRecord,
  deps: Pick<JobRouteDeps, 'journal' | 'tasks' | 'backend'>,
  logs: readonly JobEvent[],
): Promise<object> {
  const reversible = await reversibleNow(record, deps);
  return jobDetail({ ...record, reversible }, logs, deps.tasks.rollbackOf(record.jobId));
}

/** The verdict of an ended job as of now: packages that a rollback needs may be gone. */
async function reversibleNow(
  { jobId, status, reversible }: JobRecord,
  { journal, backend }: Pick<JobRouteDeps, 'journal' | 'backend'>,
): Promise<Reversibility | null> {
  const mayBeUndone = (status === 'completed' || status === 'failed') && reversible?.verdict !== 'no';
  if (!mayBeUndone || !reversible || !backend.reversibility) return reversible;
  const saved = await journal.readFile(jobId, 'saved').catch(() => ({}));
  return (await backend.reversibility(saved)) ?? reversible;
}

async function known(journal: Journal, jobId: string): Promise<JobRecord> {
  const record = await journal.read(jobId);
  if (!record) throw new AppError('JOB_NOT_FOUND');
  return record;
}
