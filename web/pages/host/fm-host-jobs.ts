import { html, nothing, type TemplateResult } from 'lit';
import type { Column } from '../../components/fm-table/column.ts';
import '../../components/fm-table/fm-table.ts';
import '../../components/fm-time/fm-time.ts';
import { define, FmElement } from '../../core/element.ts';
import { countText } from '../../core/format.ts';
import { navigate } from '../../core/router.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { ownBadge } from '../../domain/job/badge.ts';
import { jobTitle } from '../../domain/job/text.ts';

type Job = Schemas['Job'];

const columns: readonly Column<Job>[] = [
  { key: 'state', header: 'State', minRem: 9.5, render: ownBadge },
  { key: 'name', header: 'Job', minRem: 8, grow: 1, render: nameOf },
  {
    key: 'created',
    header: 'Created',
    minRem: 9,
    render: ({ created_at: at }) => html`<fm-time .datetime=${at}></fm-time>`,
    priority: 2,
  },
  {
    key: 'by',
    header: 'Created by',
    minRem: 6,
    render: ({ created_by: by }) => safeName(by.username),
    priority: 4,
  },
];

/** The last jobs over one host. */
export class FmHostJobs extends FmElement {
  static override properties = { jobs: { attribute: false }, total: { type: Number } };
  declare jobs: readonly Job[];
  /** How many jobs there are; only the last are in `jobs`. */
  declare total: number;

  constructor() {
    super();
    this.jobs = [];
    this.total = 0;
  }

  override render(): TemplateResult {
    const { jobs, total } = this;
    return html`<div class="stack tight">
      <fm-table
        label="Jobs of this host"
        .rows=${jobs}
        .columns=${columns}
        .total=${jobs.length}
        @fm-open=${({ detail }: CustomEvent<Job>) => navigate(`/jobs/${detail.id}`)}
      ></fm-table>
      ${
        total > jobs.length
          ? html`<p class="quiet small">The last ${countText(jobs.length)} of ${countText(total)}.</p>`
          : nothing
      }
    </div>`;
  }
}

function nameOf(job: Job): TemplateResult {
  return html`<a href="/jobs/${job.id}" tabindex="-1">${job.dry_run ? 'Plan · ' : ''}${jobTitle(job)}</a>`;
}

define('fm-host-jobs', FmHostJobs);
