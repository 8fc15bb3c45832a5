import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { jobTitle } from '../../domain/job/text.ts';
import type { Notice } from './notices.ts';

type News = Omit<Notice, 'isRead'>;
type Ended = 'completed' | 'partial' | 'failed' | 'cancelled';

const JOB_ENDS: Readonly<Record<Ended, readonly [Notice['tone'], (title: string) => string]>> = {
  completed: ['ok', (title) => `The job “${title}” is completed.`],
  partial: ['warn', (title) => `The job “${title}” is completed on some hosts and failed on others.`],
  failed: ['bad', (title) => `The job “${title}” has failed.`],
  cancelled: ['info', (title) => `The job “${title}” was cancelled.`],
};

const PLAN_ENDS: typeof JOB_ENDS = {
  completed: ['info', (title) => `The plan “${title}” is ready for review.`],
  partial: ['warn', (title) => `The plan “${title}” is ready for some hosts and failed for others.`],
  failed: ['bad', (title) => `The plan “${title}” could not be created.`],
  cancelled: ['info', (title) => `The plan “${title}” was cancelled.`],
};

/** The news that a job has ended; null while it has not. */
export function jobNews(job: Schemas['Job']): News | null {
  const ends = job.dry_run ? PLAN_ENDS : JOB_ENDS;
  const end = Object.hasOwn(ends, job.state) ? ends[job.state as Ended] : null;
  if (!end || job.completed_at === null) return null;
  const [tone, text] = end;
  return {
    key: `job:${job.id}`,
    text: text(jobTitle(job)),
    href: `/jobs/${job.id}`,
    tone,
    at: job.completed_at,
  };
}

export function requestNews({ id, fqdn, created_at: at }: Schemas['EnrollmentRequest']): News {
  return {
    key: `enrollment:${id}`,
    text: `${safeName(fqdn)} requests enrollment.`,
    href: '/enrollments',
    tone: 'info',
    at,
  };
}
