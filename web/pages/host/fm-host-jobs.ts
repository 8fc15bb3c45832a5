import { Task } from '@lit/task';
import { html, type TemplateResult } from 'lit';
import { api, must } from '../../core/api.ts';
import { renderTask } from '../../components/fm-state/renderTask.ts';
import type { Column } from '../../components/fm-table/column.ts';
import '../../components/fm-table/fm-table.ts';
import '../../components/fm-time/fm-time.ts';
import { define, FmElement } from '../../core/element.ts';
import type { LiveEvent } from '../../core/live.ts';
import { navigate } from '../../core/router.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { jobBadge } from '../../domain/job/badge.ts';

type Job = Schemas['Job'];

const SHOWN = 50;

const columns: readonly Column<Job>[] = [
  { key: 'state', header: 'State', width: '9.5rem', render: jobBadge },
  { key: 'name', header: 'Job', width: 'minmax(8rem, 1fr)', render: nameOf },
  {
    key: 'created',
    header: 'Created',
    width: '10rem',
    render: ({ created_at: at }) => html`<fm-time .datetime=${at}></fm-time>`,
    hideBelowPx: 520,
  },
  {
    key: 'by',
    header: 'By',
    width: '10rem',
    render: ({ created_by: by }) => safeName(by.username),
    hideBelowPx: 700,
  },
];

/** The last jobs over one host. */
export class FmHostJobs extends FmElement {
  static override properties = { hostId: {} };
  declare hostId: string;

  readonly #known = new Map<string, Partial<Job>>();
  /** Jobs that are not in the list, which was read again for each of them once: it holds only the last ones. */
  readonly #asked = new Set<string>();

  readonly #jobs = new Task(this, {
    task: async ([id], { signal }) => {
      this.#known.clear();
      const query = { host_id: id, limit: SHOWN };
      return must(api.GET('/api/v1/jobs', { params: { query }, signal }));
    },
    args: () => [this.hostId] as const,
  });

  constructor() {
    super();
    this.hostId = '';
  }

  /** News of the fleet: how the jobs in the list stand, and whether there is another one. */
  receive(events: readonly LiveEvent[]): void {
    const shown = new Set(this.#jobs.value?.jobs.map(({ id }) => id));
    let isNew = false;
    for (const { kind, data } of events) {
      if (kind === 'job.updated' && shown.has(data.job_id)) {
        const { job_id: id, ...changes } = data;
        this.#known.set(id, changes);
      }
      if (kind !== 'job.host.updated' || data.host.host_id !== this.hostId || shown.has(data.job_id))
        continue;
      const asked = `${this.hostId} ${data.job_id}`;
      isNew ||= !this.#asked.has(asked);
      this.#asked.add(asked);
    }
    if (isNew) this.reload();
    else this.requestUpdate();
  }

  reload(): void {
    void this.#jobs.run();
  }

  override render(): unknown {
    return renderTask(this.#jobs, {
      what: 'the jobs',
      isEmpty: ({ jobs }) => jobs.length === 0,
      empty: () =>
        html`<fm-state kind="empty" heading="No job has touched this host yet.">
          Its jobs and plans will be listed here.
        </fm-state>`,
      complete: ({ jobs, total }) => this.#table(jobs, total),
    });
  }

  #table(jobs: readonly Job[], total: number): TemplateResult {
    return html`<div class="stack tight">
      <fm-table
        label="Jobs of this host"
        .rows=${jobs.map((job): Job => ({ ...job, ...this.#known.get(job.id) }))}
        .columns=${columns}
        .total=${jobs.length}
        @fm-open=${({ detail }: CustomEvent<Job>) => navigate(`/jobs/${detail.id}`)}
      ></fm-table>
      ${total > jobs.length ? html`<p class="quiet small">The last ${jobs.length} of ${total}.</p>` : ''}
    </div>`;
  }
}

function nameOf({ id, name, operation, dry_run: isPlan }: Job): TemplateResult {
  const what = isPlan ? `Plan: ${operation}` : operation;
  const text = name === null ? what.charAt(0).toUpperCase() + what.slice(1) : safeName(name);
  return html`<a href="/jobs/${id}" tabindex="-1">${text}</a>`;
}

define('fm-host-jobs', FmHostJobs);

declare global {
  interface HTMLElementTagNameMap {
    'fm-host-jobs': FmHostJobs;
  }
}
