import { Task } from '@lit/task';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { Action } from '../../core/action.ts';
import { announce } from '../../core/announce.ts';
import '../../components/fm-progress/fm-progress.ts';
import { errorNotice, renderTask } from '../../components/fm-state/renderTask.ts';
import '../../components/fm-table/fm-table.ts';
import '../../components/fm-time/fm-time.ts';
import { define, FmPage } from '../../core/element.ts';
import { icon, type IconName } from '../../icons/icons.ts';
import { openLive, type LiveEvent, type LiveHandle, type LiveState } from '../../core/live.ts';
import { may } from '../../core/permissions.ts';
import { setQuery } from '../../core/query.ts';
import { navigate } from '../../core/router.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import { statusText } from '../../components/fm-badge/status.ts';
import { durationText, parseTime } from '../../core/time.ts';
import { jobBadge } from '../../domain/job/badge.ts';
import { isEnded, jobDoes, jobTitle, jobWishes, progressParts, progressText } from '../../domain/job/text.ts';
import { cancelJob, endJob, resumeJob, retryJob, rollbackJob } from '../../domain/job/actions.ts';
import { failures } from '../../domain/job/failures.ts';
import './fm-job-plan.ts';
import { styles } from './fm-page-job.styles.ts';
import { hostColumns } from '../../domain/job/hostColumns.ts';
import { hostPanel } from './hostPanel.ts';
import { applyEvents, omitsParts, type JobHost, type JobState } from '../../domain/job/state.ts';
import { offers, type Offer } from '../../domain/job/offers.ts';
import { readJob } from '../../domain/job/read.ts';

const READ_AGAIN_LIMIT_MS = 10_000;

const BUTTONS: Readonly<
  Record<Offer, readonly [IconName, string, (state: JobState) => Promise<Schemas['Job'] | null>]>
> = {
  resume: ['play', 'Resume', resumeJob],
  retry: ['refresh', 'Retry failed', retryJob],
  rollback: ['undo', 'Roll back', rollbackJob],
  end: ['check', 'End', endJob],
  cancel: ['stop', 'Cancel', cancelJob],
};

/** One job, live: how far it is, each host, what failed and why, and the log of the host that is looked at. */
export class FmPageJob extends FmPage {
  static override styles = [FmPage.styles, styles];
  static override properties = {
    current: { state: true },
    liveState: { state: true },
  };
  declare current: JobState | null;
  declare liveState: LiveState;
  readonly #action = new Action(this);
  #live: LiveHandle | null = null;

  constructor() {
    super();
    this.current = null;
    this.liveState = 'connecting';
  }

  readonly #job = new Task(this, {
    task: async ([id], { signal }) => {
      this.#live?.close();
      this.current = null;
      this.#action.forget();
      const state = id ? await readJob(id, signal) : null;
      signal.throwIfAborted();
      if (state) this.#open(state);
      return state;
    },
    args: () => [this.params['id']] as const,
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#live?.close();
  }

  override render(): TemplateResult {
    return html`<div class="page">
      ${renderTask(this.#job, {
        what: 'the job',
        complete: () => (this.current ? this.#view(this.current) : nothing),
      })}
    </div>`;
  }

  #view(state: JobState): TemplateResult {
    const { job } = state;
    const hosts = [...state.hosts.values()];
    const parts = progressParts(job.counts, job.hosts_total);
    return html`${this.#header(state)} ${this.#notLive()} ${errorNotice(this.#action.problem)}
      <section class="card stack tight" aria-label="Progress">
        <div class="row spread">
          <strong>${progressText(job.counts, job.hosts_total)}</strong>
          ${this.#liveMark(job)}
        </div>
        <fm-progress label="Hosts of the job" .parts=${parts}></fm-progress>
      </section>
      ${failures(hosts)}
      ${job.dry_run ? html`<fm-job-plan .job=${job} .hosts=${hosts}></fm-job-plan>` : nothing}
      <h2>Hosts</h2>
      <fm-table
        label="Hosts of the job"
        .rows=${hosts}
        .columns=${hostColumns}
        .rowKey=${({ host_id: id }: JobHost) => id}
        .rowHref=${({ host_id: id }: JobHost) => this.#hostHref(job.id, id)}
        .total=${hosts.length}
      ></fm-table>
      ${this.#panel(state)}`;
  }

  #header(state: JobState): TemplateResult {
    const { job } = state;
    return html`<div class="page-header">
      <div>
        <h1>${jobTitle(job)}</h1>
        <p>
          ${job.dry_run ? 'Plan only · ' : nothing}${job.name ? html`${jobDoes(job)} · ` : nothing}
          ${jobWishes(job).map((wish) => `${wish} · `)} ${safeName(job.created_by.username)} · ${when(job)}
          ${related('of a plan', job.from_plan_job_id)} ${related('rolls back a job', job.rollback_of_job_id)}
        </p>
      </div>
      <div class="row">
        ${jobBadge(job)} ${may(session.user, 'jobs:run') ? this.#actions(state) : nothing}
      </div>
    </div>`;
  }

  #actions(state: JobState): unknown {
    const isDisabled = this.#action.isBusy || state.job.state === 'cancelling';
    return offers(state).map((offer) => {
      const [name, text, act] = BUTTONS[offer];
      return html`<button ?disabled=${isDisabled} @click=${() => void this.#act(() => act(state))}>
        ${icon(name)} ${text}
      </button>`;
    });
  }

  #notLive(): unknown {
    if (this.liveState !== 'offline') return nothing;
    return html`<div class="notice warn" role="status">
      ${icon('offline')} Not live: the connection to the manager is down. What you see may be old; it goes on
      by itself where it was.
    </div>`;
  }

  #liveMark(job: Schemas['Job']): unknown {
    if (isEnded(job) || this.liveState !== 'live') return nothing;
    return html`<span class="live small quiet">${icon('live')} Live</span>`;
  }

  /** With what else the address says. */
  #hostHref(jobId: string, hostId: string): string {
    const query = new URLSearchParams(this.query);
    query.set('host', hostId);
    return `/jobs/${jobId}?${query}`;
  }

  #panel({ job, hosts }: JobState): unknown {
    const host = hosts.get(this.query.get('host') ?? '');
    return host ? hostPanel(job.id, host, () => setQuery({ host: null })) : nothing;
  }

  protected override updated(changes: PropertyValues<this>): void {
    const isChosen = changes.has('query') && this.query.get('host') !== changes.get('query')?.get('host');
    if (isChosen) this.renderRoot.querySelector('#host')?.scrollIntoView({ block: 'nearest' });
  }

  #open(state: JobState): void {
    this.current = state;
    this.#live = openLive({
      subscribe: { jobId: state.job.id, fromSeq: state.job.last_seq },
      onEvents: (events) => this.#received(events),
      onState: (liveState) => (this.liveState = liveState),
      onResync: () => void this.#readAgain(state.job.id),
    });
  }

  /** Where there are no events. A reading that fails is repeated by the next one. */
  async #readAgain(id: string): Promise<void> {
    const state = await readJob(id, AbortSignal.timeout(READ_AGAIN_LIMIT_MS)).catch(() => null);
    if (state && this.params['id'] === id) this.current = state;
  }

  #received(events: readonly LiveEvent[]): void {
    if (!this.current) return;
    // What is too long for an event is read with the job, whose events go on from there.
    if (omitsParts(events)) return void this.#job.run();
    const before = this.current.job;
    this.current = applyEvents(this.current, events);
    const { job } = this.current;
    if (job.state !== before.state)
      announce(
        `The job is now: ${statusText('job', job.state)[1]}`,
        job.state === 'failed' ? 'assertive' : 'polite',
      );
    const chosen = this.query.get('host');
    const lines = events.flatMap(({ kind, data }) =>
      kind === 'job.log' && data.host_id === chosen ? data.lines : [],
    );
    if (lines.length > 0) this.renderRoot.querySelector('fm-job-log')?.receive(lines);
  }

  /** Runs an action; a job that it started is opened, this one goes on by its events. */
  #act(action: () => Promise<Schemas['Job'] | null>): Promise<void> {
    return this.#action.run(async () => {
      const job = await action();
      if (job && job.id !== this.params['id']) navigate(`/jobs/${job.id}`);
    });
  }
}

/** When it began, or will; and when it ended, and after how long. */
function when(job: Schemas['Job']): TemplateResult {
  const { schedule_at: planned, started_at: started, completed_at: ended, created_at: created } = job;
  if (job.state === 'scheduled' && planned !== null)
    return html`starts <fm-time .datetime=${planned}></fm-time>, on
      <fm-time .datetime=${planned} mode="absolute"></fm-time>`;
  const [from, to] = [parseTime(started), parseTime(ended)];
  const took = from && to ? `, took ${durationText((to.getTime() - from.getTime()) / 1_000)}` : '';
  return html`${started === null ? 'made' : 'started'}
    <fm-time .datetime=${started ?? created}></fm-time>${took}`;
}

function related(text: string, id: string | null): unknown {
  return id === null ? nothing : html` · <a href="/jobs/${id}">${text}</a>`;
}

define('fm-page-job', FmPageJob);
