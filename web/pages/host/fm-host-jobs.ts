import { Task } from '@lit/task';
import { html, type TemplateResult } from 'lit';
import { api, must } from '../../api.ts';
import { renderTask } from '../../components/fm-state/renderTask.ts';
import type { Column } from '../../components/fm-table/column.ts';
import '../../components/fm-table/fm-table.ts';
import '../../components/fm-time/fm-time.ts';
import { define, FmElement } from '../../element.ts';
import { navigate } from '../../router.ts';
import { safeName } from '../../safeText.ts';
import type { Schemas } from '../../schema.ts';
import { jobBadge } from '../jobs/jobBadge.ts';

type Job = Schemas['Job'];

const SHOWN = 50;

const columns: readonly Column<Job>[] = [
  { key: 'state', header: 'State', width: '9.5rem', render: jobBadge },
  { key: 'name', header: 'Job', width: 'minmax(8rem, 1fr)', render: nameOf },
  {
    key: 'created',
    header: 'Started',
    width: '10rem',
    render: ({ started_at: at, created_at: made }) => html`<fm-time .datetime=${at ?? made}></fm-time>`,
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

  readonly #jobs = new Task(this, {
    task: async ([id], { signal }) => {
      const query = { host_id: id, limit: SHOWN };
      return must(api.GET('/api/v1/jobs', { params: { query }, signal }));
    },
    args: () => [this.hostId] as const,
  });

  constructor() {
    super();
    this.hostId = '';
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
        .rows=${jobs}
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
