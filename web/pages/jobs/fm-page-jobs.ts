import { Task } from '@lit/task';
import { html, nothing, type TemplateResult } from 'lit';
import { api, must } from '../../core/api.ts';
import { putFilter } from '../../components/fm-filter-bar/address.ts';
import '../../components/fm-filter-bar/fm-filter-bar.ts';
import type { Filter } from '../../components/fm-filter-bar/fm-filter-bar.ts';
import { errorNotice, renderTask } from '../../components/fm-state/renderTask.ts';
import type { Sort } from '../../components/fm-table/column.ts';
import '../../components/fm-table/fm-table.ts';
import { nextSort, readSort, sortText } from '../../components/fm-table/sorting.ts';
import { define, FmPage } from '../../core/element.ts';
import { plural } from '../../core/format.ts';
import { icon } from '../../icons/icons.ts';
import { openLive, type LiveEvent, type LiveHandle } from '../../core/live.ts';
import { may } from '../../core/permissions.ts';
import { setQuery } from '../../core/query.ts';
import type { Paths, Schemas } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import { statusText } from '../../components/fm-badge/status.ts';
import { columns } from '../../domain/job/columns.ts';
import { ENDED_WITHIN, endedFrom, endedText, operationText } from '../../domain/job/text.ts';

type Job = Schemas['Job'];
const PAGE_ROWS = 100;
const NEWEST = '-created_at';
const STATES: readonly Schemas['JobState'][] = [
  'running',
  'paused',
  'failed',
  'partial',
  'completed',
  'scheduled',
  'pending',
  'waiting_health_check',
  'cancelling',
  'cancelled',
];
const OPERATIONS: readonly Schemas['JobOperation'][] = [
  'patch',
  'install',
  'update',
  'remove',
  'hold',
  'unhold',
  'refresh',
  'reboot',
  'connection',
  'rollback',
  'agent_update',
];

const KINDS = [
  { value: 'false', label: 'Runs' },
  { value: 'true', label: 'Plans' },
];
const FILTERS = ['state', 'operation', 'ended', 'host', 'awaiting_approval', 'dry_run'] as const;

/** All jobs, newest first, kept up to date by the live events of the fleet. */
export class FmPageJobs extends FmPage {
  static override properties = {
    more: { state: true },
    problem: { state: true },
    isLive: { state: true },
  };
  /** Pages after the first one. */
  declare more: Schemas['JobList'][];
  declare problem: unknown;
  declare isLive: boolean;
  #live: LiveHandle | null = null;
  #isLoadingMore = false;
  #known = new Map<string, Partial<Job>>();
  /** Jobs that are not in the list. It was read again once for each of them: a filter may leave them out. */
  readonly #asked = new Set<string>();

  constructor() {
    super();
    this.more = [];
    this.problem = null;
    this.isLive = true;
  }

  readonly #jobs = new Task(this, {
    task: async ([filter], { signal }) => {
      this.more = [];
      this.#known.clear();
      await this.#live?.ready;
      return this.#read(filter, undefined, signal);
    },
    args: () => [String(this.query)] as const,
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#live = openLive({
      subscribe: 'fleet',
      onEvents: (events) => this.#received(events),
      onState: (state) => (this.isLive = state !== 'offline'),
      onResync: () => void this.#jobs.run(),
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#live?.close();
  }

  override render(): TemplateResult {
    return html`<div class="page">
      <div class="page-header">
        <h1>Jobs</h1>
        ${
          may(session.user, 'jobs:run')
            ? html`<a class="button primary" href="/jobs/new">${icon('plus')} New job</a>`
            : nothing
        }
      </div>
      <fm-filter-bar
        label="Filter jobs"
        no-search
        .filters=${this.#filters()}
        @fm-filter=${putFilter}
        @fm-clear-filters=${() => this.#clear()}
      ></fm-filter-bar>
      ${
        this.isLive
          ? nothing
          : html`<div class="notice warn" role="status">
              ${icon('offline')} Not live: the connection to the manager is down. Reconnecting …
            </div>`
      }
      ${errorNotice(this.problem)}
      ${renderTask(this.#jobs, {
        what: 'jobs',
        complete: (list) => this.#table(list),
        isEmpty: (list) => list.jobs.length === 0,
        empty: () => this.#empty(),
      })}
    </div>`;
  }

  #filters(): Filter[] {
    const chosen = (name: string): string | null => this.query.get(name);
    const stateName = (state: string): string => statusText('job', state)[1];
    const states = chosen('state')?.split(',') ?? [];
    return [
      {
        name: 'state',
        label: 'State',
        value: chosen('state'),
        options: STATES.map((value) => ({ value, label: stateName(value) })),
        // A link may name several.
        ...(states.length > 1 ? { valueText: states.map(stateName).join(', ') } : {}),
      },
      {
        name: 'operation',
        label: 'Operation',
        value: chosen('operation'),
        options: OPERATIONS.map((value) => ({ value, label: operationText(value) })),
      },
      {
        name: 'ended',
        label: 'Ended',
        value: chosen('ended'),
        options: ENDED_WITHIN.map((value) => ({ value, label: endedText(value) })),
      },
      { name: 'dry_run', label: 'Kind', value: chosen('dry_run'), options: KINDS },
      {
        name: 'awaiting_approval',
        label: 'Approval',
        value: chosen('awaiting_approval'),
        options: [{ value: 'true', label: 'Pending' }],
      },
      // Only a link sets it.
      { name: 'host', label: 'Host', value: chosen('host'), valueText: 'One host' },
    ];
  }

  #clear(): void {
    setQuery(Object.fromEntries(FILTERS.map((name) => [name, null])));
  }

  #table(first: Schemas['JobList']): TemplateResult {
    const pages = [first, ...this.more];
    const rows = pages
      .flatMap(({ jobs }) => jobs)
      .map((job): Job => ({ ...job, ...this.#known.get(job.id) }));
    return html`<p class="quiet small" role="status">${plural(first.total, 'job')}</p>
      <fm-table
        label="Jobs"
        .rows=${rows}
        .columns=${columns}
        .rowHref=${({ id }: Job) => `/jobs/${id}`}
        .sort=${this.#sort()}
        .total=${first.total}
        .rowHeightPx=${48}
        @fm-sort=${({ detail }: CustomEvent<string>) => this.#sortBy(detail)}
        @fm-near-end=${() => void this.#readMore(pages)}
      ></fm-table>`;
  }

  #empty(): TemplateResult {
    const isFiltered = FILTERS.some((name) => this.query.get(name) !== null);
    if (isFiltered)
      return html`<fm-state kind="empty" heading="No jobs match.">
        <button slot="actions" @click=${() => this.#clear()}>Show all jobs</button>
      </fm-state>`;
    return html`<fm-state kind="empty" heading="No jobs yet">
      A job patches the hosts that you select. You review its plan before anything changes.
      ${
        may(session.user, 'jobs:run')
          ? html`<a slot="actions" class="button primary" href="/jobs/new">Create job</a>`
          : nothing
      }
    </fm-state>`;
  }

  #sort(): Sort {
    return readSort(this.query.get('sort') ?? NEWEST);
  }

  #sortBy(key: string): void {
    setQuery({ sort: sortText(nextSort(this.#sort(), key, new Set(['created_at']))) });
  }

  async #read(filter: string, cursor?: string, signal?: AbortSignal): Promise<Schemas['JobList']> {
    const given = new URLSearchParams(filter);
    const query = {
      state: given.get('state')?.split(','),
      operation: given.get('operation') ?? undefined,
      host_id: given.get('host') ?? undefined,
      awaiting_approval: given.get('awaiting_approval') === 'true' || undefined,
      dry_run: given.get('dry_run') === null ? undefined : given.get('dry_run') === 'true',
      completed_from: endedFrom(given.get('ended'), new Date())?.toISOString(),
      sort: given.get('sort') ?? NEWEST,
      limit: PAGE_ROWS,
      cursor,
      // The type is asserted: the manager checks what somebody typed into the address.
    } as NonNullable<JobsQuery>;
    return must(api.GET('/api/v1/jobs', { params: { query }, signal: signal ?? null }));
  }

  async #readMore(pages: readonly Schemas['JobList'][]): Promise<void> {
    const cursor = pages.at(-1)?.next_cursor;
    if (!cursor || this.#isLoadingMore) return;
    this.#isLoadingMore = true;
    const { more } = this;
    try {
      const page = await this.#read(String(this.query), cursor);
      // Another filter may have been chosen meanwhile, or the list read again from its start.
      if (this.more !== more) return;
      this.more = [...more, page];
      this.problem = null;
    } catch (error) {
      this.problem = error;
    } finally {
      this.#isLoadingMore = false;
    }
  }

  #received(events: readonly LiveEvent[]): void {
    const rows = [this.#jobs.value, ...this.more].flatMap((list) => list?.jobs ?? []);
    const shown = new Map(rows.map((job) => [job.id, job]));
    let isNew = false;
    for (const event of events) {
      if (event.kind !== 'job.updated') continue;
      const { job_id: id, ...changes } = event.data;
      // The row of the job that it was made from also shows how it ended.
      const isRelated = [changes.from_plan_job_id, changes.rollback_of_job_id].some((of) =>
        shown.has(of ?? ''),
      );
      if (isRelated && changes.state !== this.#known.get(id)?.state) isNew = true;
      // Only the list says whether a plan that has ended holds anything to approve.
      const row = shown.get(id);
      if (row?.dry_run && changes.completed_at !== null && row.state !== changes.state) isNew = true;
      if (shown.has(id)) this.#known.set(id, changes);
      else if (!this.#asked.has(id)) {
        this.#asked.add(id);
        isNew = true;
      }
    }
    if (isNew && this.more.length === 0) void this.#jobs.run();
    this.requestUpdate();
  }
}

type JobsQuery = Paths['/api/v1/jobs']['get']['parameters']['query'];

define('fm-page-jobs', FmPageJobs);
