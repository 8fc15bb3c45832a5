import { Task } from '@lit/task';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { Action } from '../../core/action.ts';
import { announce } from '../../core/announce.ts';
import { api, must } from '../../core/api.ts';
import '../../components/fm-page-header/fm-page-header.ts';
import type { PageAction } from '../../components/fm-page-header/fm-page-header.ts';
import '../../components/fm-progress/fm-progress.ts';
import { errorNotice, renderTask } from '../../components/fm-state/renderTask.ts';
import '../../components/fm-time/fm-time.ts';
import { define, FmPage } from '../../core/element.ts';
import { features } from '../../core/features.ts';
import { Resource } from '../../core/resource.ts';
import { icon, type IconName } from '../../icons/icons.ts';
import { LiveTopic } from '../../core/liveTopic.ts';
import type { LiveEvent } from '../../core/live.ts';
import { loadCode } from '../../core/loadCode.ts';
import { may } from '../../core/permissions.ts';
import { setQuery } from '../../core/query.ts';
import { onward } from '../../core/router.ts';
import type { Schemas } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import { jobBadge } from '../../domain/job/badge.ts';
import { jobStateText } from '../../domain/job/stateText.ts';
import { isEnded, jobTitle, progressParts, progressText } from '../../domain/job/text.ts';
import { actText, whyNotText } from '../../domain/job/texts.ts';
import { kindOf } from '../../domain/job/kind.ts';
import { failures } from '../../domain/job/failures.ts';
import { waitingOf } from '../../domain/window/waiting.ts';
import './fm-job-host.ts';
import './fm-job-hosts.ts';
import { jobFacts, relatedNotices } from './jobFacts.ts';
import { holdersCard, standstill, type Holder } from './holders.ts';
import { haltNotice, wavesCard } from './waves.ts';
import { styles } from './fm-page-job.styles.ts';
import { applyEvents, omitsParts, type JobState } from '../../domain/job/state.ts';
import { factsOfHosts, offersOf, type Act, type Offer } from '../../domain/job/offers.ts';
import { readJob } from '../../domain/job/read.ts';

const READ_AGAIN_LIMIT_MS = 10_000;
const TABS = [
  { key: 'run', label: 'Run' },
  { key: 'plan', label: 'Plan' },
];
const CRUMBS = [{ label: 'Jobs', href: '/jobs' }];
const ICONS: Readonly<Record<Act, IconName>> = {
  approve: 'play',
  ask: 'check',
  resume: 'play',
  retry: 'refresh',
  replan: 'plus',
  rollback: 'undo',
  end: 'check',
  cancel: 'stop',
  rollbackWave: 'undo',
};

/** One job or plan, live: how far it is, what failed and why, its hosts, and the chosen host. */
export class FmPageJob extends FmPage {
  static override styles = [FmPage.styles, styles];
  static override properties = { current: { state: true } };
  declare current: JobState | null;
  readonly #action = new Action(this);
  #hasWaited = false;
  #hasWaitedForChecks = false;
  /** An approval was requested here: once its notice is there, the page shows it. */
  #hasAsked = false;
  readonly #live = new LiveTopic(this, {
    topic: () => (this.current ? { jobId: this.current.job.id, fromSeq: this.current.job.last_seq } : null),
    onEvents: (events) => this.#received(events),
    onResync: () => void this.#readAgain(),
  });

  constructor() {
    super();
    this.current = null;
    // A run or a rollback of this job tells of its own begin and end, so the page follows the fleet too.
    new LiveTopic(this, { topic: () => 'fleet', onEvents: (events) => this.#fleetReceived(events) });
  }

  /** The approvals of a plan, or of a plan's run: other jobs have none. */
  readonly #approvals = new Resource<Schemas['JobApprovals'], readonly [string]>(this, {
    args: () => {
      const { job } = this.current ?? {};
      const isOurs = job && (kindOf(job) === 'plan' || job.from_plan_job_id !== null);
      return isOurs && features.serves('getJobApprovals') ? [job.id] : null;
    },
    read: ([id], signal) =>
      must(api.GET('/api/v1/jobs/{job_id}/approvals', { params: { path: { job_id: id } }, signal })),
  });

  /** Why nothing happens: read again when other hosts wait. */
  readonly #held = new Resource<readonly Holder[], readonly [string, string]>(this, {
    args: () => {
      const { job, hosts } = this.current ?? {};
      const still = job && hosts ? standstill(job, hosts.values()) : null;
      return job && still !== null ? [job.id, still] : null;
    },
    read: async ([id], signal) => {
      const path = { job_id: id };
      const job = await must(api.GET('/api/v1/jobs/{job_id}', { params: { path }, signal }));
      return job.waits_for ?? [];
    },
  });

  /** Null while they are not known. */
  #knownApprovals(): readonly Schemas['Approval'][] | null {
    const { value, isLoading, error } = this.#approvals;
    return value?.approvals ?? (isLoading || error !== null ? null : []);
  }

  readonly #job = new Task(this, {
    task: async ([id], { signal }) => {
      this.current = null;
      this.#hasWaited = this.#hasAsked = false;
      this.#action.forget();
      const state = id ? await readJob(id, signal) : null;
      // Only plans have this part; a run neither waits for it nor fetches it.
      if (state && kindOf(state.job) === 'plan') await loadCode(() => import('./fm-job-plan.ts'));
      else if (state?.job.from_plan_job_id)
        await loadCode(() => import('../../components/fm-tabs/fm-tabs.ts'));
      signal.throwIfAborted();
      this.current = state;
      return state;
    },
    args: () => [this.params['id']] as const,
  });

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('keydown', this.#keydown);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('keydown', this.#keydown);
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
    const head = html`${this.#header(state)} ${errorNotice(this.#action.problem)}`;
    if (job.from_plan_job_id === null) return html`${head} ${this.#run(state)}`;
    const tab = this.query.get('tab') === 'plan' ? 'plan' : 'run';
    return html`${head}
      <fm-tabs label="Job" .tabs=${TABS} .selected=${tab}>
        <div class="stack">
          ${tab === 'plan' ? this.#plan(job.from_plan_job_id, job.id) : this.#run(state)}
        </div>
      </fm-tabs>`;
  }

  /** The part of its plan that the job runs. */
  #plan(planId: string, jobId: string): TemplateResult {
    void import('./fm-job-of-plan.ts');
    return html`<fm-job-of-plan .planId=${planId} .jobId=${jobId} .query=${this.query}></fm-job-of-plan>`;
  }

  #run(state: JobState): TemplateResult {
    const { job } = state;
    const hosts = [...state.hosts.values()];
    const isPlan = kindOf(job) === 'plan';
    return html`${relatedNotices(job, this.#knownApprovals())} ${this.#approvalNotice(job.id)}
      ${haltNotice(job, this.#offers(state))} ${holdersCard(this.#held.value ?? [])}
      ${isPlan ? html`<fm-job-plan .job=${job} .hosts=${hosts} .approvals=${this.#approvals.value ?? null} .query=${this.query} @fm-asked=${() => this.#asked()}></fm-job-plan>` : nothing}
      <section class="card stack tight" aria-label="Progress">
        <div class="row spread">
          <strong>${progressText(job)}</strong>
          ${this.#liveMark(job)}
        </div>
        <fm-progress label="Hosts of the job" .parts=${progressParts(job)}></fm-progress>
        ${this.#watch(job)}
      </section>
      ${this.#waits(hosts) ? html`<fm-window-wait .jobId=${job.id} .hosts=${hosts} .isOver=${isEnded(job)}></fm-window-wait>` : nothing}
      ${this.#waitsForChecks(hosts) ? html`<fm-check-wait .jobId=${job.id} .hosts=${hosts} .isOver=${isEnded(job)}></fm-check-wait>` : nothing}
      ${wavesCard(job)} ${isPlan ? nothing : failures(job, hosts)}
      <fm-job-hosts .job=${job} .hosts=${hosts} .query=${this.query}></fm-job-hosts>
      ${this.#panel(state)}`;
  }

  #watch(job: Schemas['Job']): unknown {
    if (isEnded(job) || kindOf(job) === 'plan' || !features.serves('watchJob')) return nothing;
    void import('./fm-job-watch.ts');
    return html`<fm-job-watch .jobId=${job.id}></fm-job-watch>`;
  }

  /** Most jobs have no approvals: the code for them is loaded for those that do. */
  #approvalNotice(jobId: string): unknown {
    const { value } = this.#approvals;
    if (!value || value.approvals.length === 0) return nothing;
    void import('../../domain/approval/fm-approval-notice.ts');
    return html`<fm-approval-notice .approvals=${value} .jobId=${jobId}></fm-approval-notice>`;
  }

  #asked(): void {
    this.#hasAsked = true;
    this.#approvals.retry();
  }

  /** The button is at the foot of a long page; what became of the request is told at its top. */
  #showRequest(): void {
    if (!this.#hasAsked || this.#approvals.isLoading) return;
    const notice = this.renderRoot.querySelector<HTMLElement>('fm-approval-notice');
    if (this.#approvals.value?.approvals[0]?.state !== 'waiting' || !notice) return;
    this.#hasAsked = false;
    notice.tabIndex = -1;
    notice.focus({ preventScroll: true });
    notice.scrollIntoView({ block: 'center' });
  }

  #waitsForChecks(hosts: readonly Schemas['JobHost'][]): boolean {
    if (!this.#hasWaitedForChecks && hosts.some(({ state }) => state === 'waiting_health_check')) {
      this.#hasWaitedForChecks = true;
      void import('../../domain/check/fm-check-wait.ts');
    }
    return this.#hasWaitedForChecks;
  }

  /** Whether hosts have waited for a window. Most jobs never do: the code for it is loaded for those that do. */
  #waits(hosts: readonly Schemas['JobHost'][]): boolean {
    if (!this.#hasWaited && waitingOf(hosts) !== null) {
      this.#hasWaited = true;
      void import('../../domain/window/fm-window-wait.ts');
    }
    return this.#hasWaited;
  }

  #header(state: JobState): TemplateResult {
    const { job } = state;
    const actions = this.#offers(state)
      // The plan's own card approves it, where the reader sees what it does.
      .filter(({ act }) => act !== 'approve' && act !== 'ask')
      .filter(({ whyNot }) => whyNot !== 'no-right')
      .map(({ act, whyNot }): PageAction => ({
        key: act,
        label: actText(act, kindOf(job)),
        icon: ICONS[act],
        reason: this.#action.isBusy ? 'In progress.' : whyNot && whyNotText(whyNot),
      }));
    return html`<fm-page-header
      heading=${jobTitle(job)}
      tab-title="${jobTitle(job)}: ${jobStateText(job)[1]}"
      .crumbs=${CRUMBS}
      .actions=${actions}
      @fm-action=${({ detail }: CustomEvent<string>) => void this.#act(detail as Act)}
    >
      ${jobFacts(job)}<span slot="badges">${jobBadge(job)}</span>
    </fm-page-header>`;
  }

  #offers({ job, hosts }: JobState): Offer[] {
    return offersOf(factsOfHosts(job, [...hosts.values()], may(session.user, 'jobs:run')));
  }

  #liveMark(job: Schemas['Job']): unknown {
    if (isEnded(job) || this.#live.state !== 'live') return nothing;
    return html`<span class="live small quiet">${icon('live')} Live</span>`;
  }

  #panel(state: JobState): unknown {
    const host = state.hosts.get(this.query.get('host') ?? '');
    if (!host) return nothing;
    return html`<fm-job-host
      id="host"
      .state=${state}
      .host=${host}
      .query=${this.query}
      @fm-close=${() => this.#closeHost()}
    ></fm-job-host>`;
  }

  protected override updated(changes: PropertyValues<this>): void {
    this.#showRequest();
    const isChosen = changes.has('query') && this.query.get('host') !== changes.get('query')?.get('host');
    if (isChosen) this.renderRoot.querySelector('#host')?.scrollIntoView({ block: 'nearest' });
  }

  /** Escape closes the chosen host, unless a field or a dialog uses the key itself. */
  readonly #keydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || !this.query.get('host')) return;
    const [target] = event.composedPath();
    if (target instanceof HTMLElement && target.matches('input, select, textarea, dialog, dialog *')) return;
    if (document.querySelector('fm-confirm')) return;
    this.#closeHost();
  };

  #closeHost(): void {
    setQuery({ host: null, line: null });
    this.renderRoot.querySelector('fm-job-hosts')?.focus();
  }

  /** Reads the job again where there are no events. If that fails, the next reading makes up for it. */
  async #readAgain(): Promise<void> {
    const id = this.current?.job.id ?? '';
    const state = await readJob(id, AbortSignal.timeout(READ_AGAIN_LIMIT_MS)).catch(() => null);
    if (!state || this.params['id'] !== id) return;
    this.current = state;
  }

  #received(all: readonly LiveEvent[]): void {
    if (!this.current) return;
    // Drops events that are older than what was read: it contains them.
    const { last_seq: readSeq } = this.current.job;
    const events = all.filter(({ seq }) => seq === null || seq > readSeq);
    // What is too long for an event is read with the job; later events continue from there.
    if (omitsParts(events)) return void this.#readAgain();
    const before = jobStateText(this.current.job)[1];
    this.current = applyEvents(this.current, events);
    const { job } = this.current;
    const now = jobStateText(job)[1];
    if (now !== before) announce(`The job is now: ${now}`, job.state === 'failed' ? 'assertive' : 'polite');
    const chosen = this.query.get('host');
    const lines = events.flatMap(({ kind, data }) =>
      kind === 'job.log' && data.host_id === chosen ? data.lines : [],
    );
    if (lines.length > 0) this.renderRoot.querySelector('fm-job-host')?.receive(lines);
  }

  #fleetReceived(events: readonly LiveEvent[]): void {
    const id = this.current?.job.id;
    const isAsked = events.some(
      (event) => event.kind === 'approval.updated' && event.data.plan_job_id === id,
    );
    if (isAsked) this.#approvals.retry();
    const isOurs = events.some(
      ({ kind, data }) =>
        kind === 'job.updated' &&
        id !== undefined &&
        [data.from_plan_job_id, data.rollback_of_job_id].includes(id),
    );
    if (isOurs) void this.#readAgain();
  }

  /** Runs an act, whose code most readers never need. A job that it starts is opened; this one is updated by its events. */
  #act(act: Act): Promise<void> {
    return this.#action.run(async () => {
      if (act === 'approve' || act === 'ask' || !this.current) return;
      const go = onward();
      const state = this.current;
      const { ACTIONS } = await loadCode(() => import('../../domain/job/actions.ts'));
      const job = await ACTIONS[act](state);
      if (job && job.id !== this.params['id']) go(`/jobs/${job.id}`);
    });
  }
}

define('fm-page-job', FmPageJob);
