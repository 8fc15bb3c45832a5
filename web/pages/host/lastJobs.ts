import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import { api, must } from '../../core/api.ts';
import type { LiveEvent } from '../../core/live.ts';
import type { LiveTopic } from '../../core/liveTopic.ts';
import type { Reading } from '../../core/reading.ts';
import { Resource } from '../../core/resource.ts';
import type { Schemas } from '../../core/schema.ts';
import { asker } from '../../domain/host/asker.ts';
import { ownBadge } from '../../domain/job/badge.ts';
import { jobTitle } from '../../domain/job/text.ts';
import '../../components/fm-time/fm-time.ts';
import './fm-host-jobs.ts';
import { texts } from './texts.ts';

type Job = Schemas['Job'];
type List = { jobs: Job[]; total: number };

const JOBS_SHOWN = 50;
/** Jobs of the overview. */
const JOBS_NAMED = 5;

interface Options {
  hostId(): string;
  /** Whether the page shows them now; a reader of other tabs waits for no jobs. */
  isShown(): boolean;
  live: LiveTopic;
}

/** The last jobs and plans of a host, for a reader who may see jobs; the page hands it the live events. */
export class LastJobs {
  readonly #hostId: () => string;
  readonly #list: Resource<List, readonly [hostId: string]>;
  /** Jobs that are not in the list. It was read again once for each of them: it holds only the last ones. */
  readonly #asked = new Set<string>();

  constructor(page: ReactiveControllerHost, { hostId, isShown, live }: Options) {
    this.#hostId = hostId;
    this.#list = new Resource<List, readonly [hostId: string]>(page, {
      args: () => (asker.may('jobs:read') && isShown() ? [hostId()] : null),
      live,
      read: ([id], signal) => {
        const query = { host_id: id, limit: JOBS_SHOWN };
        return must(api.GET('/api/v1/jobs', { params: { query }, signal }));
      },
    });
  }

  /** Empty while they are not read. */
  get jobs(): readonly Job[] {
    return this.#list.value?.jobs ?? [];
  }

  get reading(): Reading<List> {
    return this.#list;
  }

  received(events: readonly LiveEvent[]): void {
    const hostId = this.#hostId();
    const shown = new Set(this.jobs.map((job) => job.id));
    for (const { kind, data } of events) {
      if (kind === 'job.updated' && shown.has(data.job_id)) this.#changed(data);
      if (kind !== 'job.host.updated' || data.host.host_id !== hostId) continue;
      if (shown.has(data.job_id)) this.#moved(data.job_id, data.host.state);
      else this.#came(`${hostId} ${data.job_id}`);
    }
  }

  #changed({ job_id: id, ...changes }: Extract<LiveEvent, { kind: 'job.updated' }>['data']): void {
    this.#list.change((list) => ({
      ...list,
      jobs: list.jobs.map((job) => (job.id === id ? { ...job, ...changes } : job)),
    }));
  }

  #moved(jobId: string, state: Schemas['JobHostState']): void {
    this.#list.change((list) => ({
      ...list,
      jobs: list.jobs.map((job) => (job.id === jobId ? { ...job, host_state: state } : job)),
    }));
  }

  #came(key: string): void {
    if (!this.#asked.has(key)) this.#list.retry();
    this.#asked.add(key);
  }

  /** The newest jobs, a line each, with a link to what each did on this host. Call it once they are read. */
  renderLast(): TemplateResult {
    if (this.jobs.length === 0) return html`<span class="quiet">${texts.noJob}</span>`;
    return html`<ul>
      ${this.jobs.slice(0, JOBS_NAMED).map(
        (job) =>
          html`<li>
            ${ownBadge(job)}
            <a href="/jobs/${job.id}?host=${this.#hostId()}"
              >${job.dry_run ? 'Plan · ' : ''}${jobTitle(job)}</a
            >,
            <fm-time .datetime=${job.completed_at ?? job.created_at}></fm-time>
          </li>`,
      )}
      ${this.jobs.length > JOBS_NAMED ? html`<li><a href="?tab=activity">${texts.allJobs}</a></li>` : nothing}
    </ul>`;
  }

  render(): TemplateResult {
    return html`<div>
      ${renderReading(this.#list, {
        what: 'the jobs',
        isEmpty: ({ jobs }) => jobs.length === 0,
        empty: () =>
          html`<fm-state kind="empty" heading="No jobs yet">
            Jobs and plans for this host are listed here.
          </fm-state>`,
        complete: ({ jobs, total }) => html`<fm-host-jobs .jobs=${jobs} .total=${total}></fm-host-jobs>`,
      })}
    </div>`;
  }
}
