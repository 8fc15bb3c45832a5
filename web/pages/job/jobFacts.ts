import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-time/fm-time.ts';
import { plural } from '../../core/format.ts';
import { icon } from '../../icons/icons.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { durationText, parseTime } from '../../core/time.ts';
import { kindOf } from '../../domain/job/kind.ts';
import { isEnded, jobDoes, jobWishes } from '../../domain/job/text.ts';

type Job = Schemas['Job'];
type Approval = Schemas['Approval'];
type Related = Job['runs'][number];
const NAMED = 5;

/** The line under the title: what the job is, what was asked for, by whom and when, and the job that it came from. */
export function jobFacts(job: Job): TemplateResult {
  const kind = kindOf(job);
  return html`${kind === 'plan' ? planFact(job) : nothing}${job.name ? html`${jobDoes(job)} · ` : nothing}
  ${jobWishes(job).map((wish) => `${wish} · `)} ${safeName(job.created_by.username)} · ${when(job)}
  ${origin('from plan', job.from_plan_job_id)} ${origin('rollback of job', job.rollback_of_job_id)}
  ${job.trace_id === undefined ? nothing : html` · trace <code>${job.trace_id}</code>`}`;
}

/** An approved plan is told with its jobs, which change things. */
const planFact = ({ runs }: Job): string =>
  runs.length > 0 ? 'Plan · ' : 'Plan: nothing changes until it is approved · ';

/** When it began, or will; and when it ended, and after how long. */
function when(job: Job): TemplateResult {
  const { schedule_at: planned, started_at: started, completed_at: ended, created_at: created } = job;
  if (job.state === 'scheduled' && planned !== null)
    return html`starts <fm-time .datetime=${planned}></fm-time>, on
      <fm-time .datetime=${planned} mode="absolute"></fm-time>`;
  const [from, to] = [parseTime(started), parseTime(ended)];
  const took = from && to ? `, took ${durationText((to.getTime() - from.getTime()) / 1_000)}` : '';
  return html`${started === null ? 'created' : 'started'}
    <fm-time .datetime=${started ?? created}></fm-time>${took}`;
}

function origin(text: string, id: string | null): unknown {
  return id === null ? nothing : html` · <a href="/jobs/${id}">${text}</a>`;
}

/**
 * The jobs made from this one: the runs of a plan, and rollbacks; the newest first. `approvals`: those of the plan; null:
 * not known, so it is not said who approved a run.
 */
export function relatedNotices({ runs, rollbacks }: Job, approvals: readonly Approval[] | null): unknown {
  const runNotices = runs.slice(0, NAMED).map((run) => {
    const given = approvals?.find(({ run_job_id: id }) => id === run.id);
    return runNotice(run, approvals && (given?.decided_by ?? run.created_by));
  });
  return [...runNotices, ...rollbacks.slice(0, NAMED).map(rollbackNotice)];
}

/** `by`: who approved it, if that is known; under a rule that is not who asked, in whose name it runs. */
function runNotice(run: Related, by: Related['created_by'] | null): TemplateResult {
  return html`<div class="notice">
    ${icon('info')}
    <div>
      Approved for ${plural(run.hosts_total, 'host')}${by ? ` by ${safeName(by.username)}` : ''}
      <fm-time .datetime=${run.created_at}></fm-time>: <a href="/jobs/${run.id}">open job</a>.
    </div>
  </div>`;
}

function rollbackNotice(rollback: Related): TemplateResult {
  const isOver = isEnded(rollback);
  return html`<div class="notice ${isOver ? '' : 'warn'}">
    ${icon('undo')}
    <div>
      ${
        isOver
          ? html`A rollback of ${plural(rollback.hosts_total, 'host')} has ended
            (${rollback.state === 'completed' ? 'all hosts rolled back' : 'not all hosts rolled back'}):`
          : html`${plural(rollback.hosts_total, 'host')} of it ${rollback.hosts_total === 1 ? 'is' : 'are'}
            being rolled back now, by ${safeName(rollback.created_by.username)}:`
      }
      <a href="/jobs/${rollback.id}">open rollback</a>.
    </div>
  </div>`;
}
