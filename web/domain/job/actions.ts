import { api, must } from '../../core/api.ts';
import { idempotencyKey } from '../../core/idempotencyKey.ts';
import { confirmAction } from '../../components/fm-confirm/fm-confirm.ts';
import { plural } from '../../core/format.ts';
import { safeLine, safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { isLimited } from '../../core/permissions.ts';
import { session } from '../../core/session.ts';
import { startOnce } from '../../core/edits.ts';
import { endedOf, jobTitle } from './text.ts';
import { retryText } from './texts.ts';
import { kindOf } from './kind.ts';
import type { Act } from './offers.ts';
import { changed, retryable, type JobHost, type JobState } from './state.ts';
import { requestLike } from './likeJob.ts';

type Job = Schemas['Job'];
const VERDICTS = { yes: 'full rollback', partly: 'partial rollback', no: 'cannot be rolled back' } as const;

/** What each act does; null: the reader cancelled. `approve` and `ask` are done by the plan itself. */
export const ACTIONS: Readonly<
  Record<
    Exclude<Act, 'approve' | 'ask'>,
    (state: JobState, hostIds?: readonly string[]) => Promise<Job | null>
  >
> = {
  retry: retryJob,
  replan: replanJob,
  rollback: rollbackJob,
  rollbackWave: (state) => rollbackJob(state, undefined, 'wave'),
  resume: resumeJob,
  end: endJob,
  cancel: cancelJob,
};

/** Asks, then cancels; null: the reader decided against it. */
export async function cancelJob({ job }: JobState): Promise<Job | null> {
  if (kindOf(job) === 'plan') return stopPlanning(job);
  const isSure = await confirmAction({
    title: `Cancel “${jobTitle(job)}”?`,
    text: 'Hosts that have not started stay unchanged. Running hosts stop at the next safe point, and may still complete.',
    action: 'Cancel job',
    dismiss: 'Keep running',
  });
  return isSure ? must(api.POST('/api/v1/jobs/{job_id}/cancel', call(job))) : null;
}

/** Does not ask: nothing was changed, and what is planned stays. */
async function stopPlanning(job: Job): Promise<Job> {
  return must(api.POST('/api/v1/jobs/{job_id}/cancel', call(job)));
}

/** Plans the same again, over the hosts that could be planned and whose plan has not run. */
export async function replanJob({ job, hosts }: JobState): Promise<Job> {
  const ids = [...hosts.values()].flatMap(({ host_id: id, plan, run_job_id: run }) =>
    plan !== null && !run ? [id] : [],
  );
  const body = requestLike(job, ids);
  return startOnce(['/jobs', body], (header) => must(api.POST('/api/v1/jobs', { params: { header }, body })));
}

/** Asks, then lets a paused job go on; null: the reader cancelled. */
export async function resumeJob({ job }: JobState): Promise<Job | null> {
  const waiting = job.hosts_total - endedOf(job);
  const isSure = await confirmAction({
    title: `Resume “${jobTitle(job)}”?`,
    text: `Continues with ${plural(waiting, 'host')}. The failure count starts again at zero.`,
    action: 'Resume job',
    dismiss: 'Keep paused',
  });
  return isSure ? must(api.POST('/api/v1/jobs/{job_id}/resume', call(job))) : null;
}

/** Asks, then ends a paused job; null: the reader cancelled. */
export async function endJob({ job }: JobState): Promise<Job | null> {
  const isSure = await confirmAction({
    title: `End “${jobTitle(job)}”?`,
    text: 'Hosts that have not started are skipped. Running hosts finish, and are not retried.',
    action: 'End job',
    dismiss: 'Keep paused',
  });
  return isSure ? must(api.POST('/api/v1/jobs/{job_id}/end', call(job))) : null;
}

/**
 * Asks, unless nothing new can come of it; then runs the job again on the hosts that did not complete. All of
 * them is an act on the whole job; whoever sees a part of it names the hosts of that part, which moves these alone. Null:
 * the reader cancelled.
 */
export async function retryJob({ job, hosts }: JobState, hostIds?: readonly string[]): Promise<Job | null> {
  const list = retryable(hosts.values()).filter(({ host_id: id }) => !hostIds || hostIds.includes(id));
  const his = isLimited(session.user) ? list.map(({ host_id: id }) => id) : null;
  const ids = hostIds ?? his;
  if (isRetryAsked(job) && !(await isRetrySure(job, list, ids !== null))) return null;
  const body = ids ? { host_ids: [...ids] } : {};
  const params = { path: { job_id: job.id } };
  return startOnce(['/retry', job.id, body], (header) =>
    must(api.POST('/api/v1/jobs/{job_id}/retry', { params: { ...params, header }, body })),
  );
}

/**
 * Whether a retry asks first. A plan changes nothing; and the run of a plan does on the same hosts what is left of what
 * somebody saw and approved, with its gates asked anew. A paused job continues on others, too, and any other job takes the
 * packages of today.
 */
const isRetryAsked = (job: Job): boolean =>
  kindOf(job) !== 'plan' && (job.from_plan_job_id === null || job.state === 'paused');

function isRetrySure(job: Job, hosts: readonly JobHost[], isNamed: boolean): Promise<boolean> {
  return confirmAction({
    title: `Retry “${jobTitle(job)}”?`,
    text: retryText(job, { hosts: hosts.length, isNamed }),
    items: hosts.map(({ fqdn }) => safeName(fqdn)),
    action: `Retry ${plural(hosts.length, 'host')}`,
    tone: 'primary',
  });
}

/**
 * Shows for each host how far it can be restored, asks, and starts the rollback: a job of its own. A paused job ends by
 * this. `scope` `wave`: only the job's current wave. Null: the reader cancelled.
 */
export async function rollbackJob(
  { job, hosts }: JobState,
  hostIds?: readonly string[],
  scope: 'wave' | 'all' = 'all',
): Promise<Job | null> {
  const isWave = scope === 'wave';
  const list = changed(hosts.values()).filter(
    ({ host_id: id, wave }) => (!hostIds || hostIds.includes(id)) && (!isWave || wave === job.current_wave),
  );
  const isPaused = job.state === 'paused';
  const isSure = await confirmAction({
    title: `Roll back ${isWave ? `wave ${job.current_wave} of ` : ''}“${jobTitle(job)}”?`,
    text: `Reverts the packages this job changed on ${plural(list.length, 'host')}.${
      isPaused ? ' The job ends: hosts that have not started are skipped.' : ''
    } Rollbacks start at once, outside of maintenance windows and during freezes, too. Expected result:`,
    items: list.sort((a, b) => loss(b) - loss(a)).map(restoring),
    action: `Roll back ${plural(list.length, 'host')}`,
  });
  const body = isPaused ? { scope } : hostIds ? { host_ids: [...hostIds] } : undefined;
  const params = { path: { job_id: job.id } };
  return isSure
    ? startOnce(['/rollback', job.id, body], (header) =>
        must(api.POST('/api/v1/jobs/{job_id}/rollback', { params: { ...params, header }, body })),
      )
    : null;
}

/** The order of the hosts: those that lose most come first, because a dialog shows only so many. */
function loss({ reversible }: JobHost): number {
  return reversible ? Object.keys(VERDICTS).indexOf(reversible.verdict) : 1;
}

/** How far a host is restored: “web-1: 3 packages, in part. …” with why. */
function restoring({ fqdn, reversible, changes }: JobHost): string {
  const verdict = reversible ? VERDICTS[reversible.verdict] : 'result unknown';
  const reasons = reversible?.verdict === 'yes' ? [] : reversible?.reasons;
  const why = [...new Set(reasons?.map(({ message }) => message))].join(' ');
  const told = `${safeName(fqdn)}: ${plural(changes.length, 'package')}, ${verdict}`;
  return why === '' ? told : `${told}. ${safeLine(why, 300)}`;
}

function call({ id }: Job): {
  params: { path: { job_id: string }; header: ReturnType<typeof idempotencyKey> };
} {
  return { params: { path: { job_id: id }, header: idempotencyKey() } };
}
