import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-progress/fm-progress.ts';
import type { Column } from '../../components/fm-table/column.ts';
import '../../components/fm-time/fm-time.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { jobBadge } from './badge.ts';
import { kindOf } from './kind.ts';
import { jobDoes, jobTitle, progressParts, progressText } from './text.ts';

type Job = Schemas['Job'];

export const columns: readonly Column<Job>[] = [
  { key: 'name', header: 'Job', isSortable: true, grow: 2, render: titleCell },
  { key: 'state', header: 'State', isSortable: true, minRem: 11, render: jobBadge },
  { key: 'progress', header: 'Hosts', minRem: 9, grow: 1.5, priority: 2, render: progressCell },
  { key: 'does', header: 'Action', minRem: 8, grow: 1.5, priority: 4, render: jobDoes },
  {
    key: 'by',
    header: 'Created by',
    minRem: 6,
    priority: 3,
    render: ({ created_by: by }) => safeName(by.username),
  },
  {
    key: 'created_at',
    header: 'Created',
    isSortable: true,
    minRem: 9,
    priority: 2,
    render: ({ created_at: at }) => html`<fm-time .datetime=${at}></fm-time>`,
  },
];

function progressCell(job: Job): TemplateResult {
  const { state, schedule_at: at } = job;
  const start = state === 'scheduled' ? html`, starts <fm-time .datetime=${at}></fm-time>` : nothing;
  return html`<fm-progress label="Hosts" .parts=${progressParts(job)}></fm-progress>
    <span class="small quiet">${progressText(job)}${start}</span>`;
}

/** The title says that a job is a plan: the badge may be out of sight. */
function titleCell(job: Job): TemplateResult {
  const words = { plan: 'Plan · ', rollback: '', run: '' }[kindOf(job)];
  return html`${words === '' ? nothing : html`<span class="quiet">${words}</span>`}${jobTitle(job)}`;
}
