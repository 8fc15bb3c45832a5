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
  { key: 'name', header: 'Job', isSortable: true, width: 'minmax(0, 2fr)', render: titleCell },
  { key: 'state', header: 'State', isSortable: true, width: 'minmax(0, 11rem)', render: jobBadge },
  { key: 'progress', header: 'Hosts', width: 'minmax(0, 1.5fr)', hideBelowPx: 640, render: progressCell },
  { key: 'does', header: 'Does', width: 'minmax(0, 1.5fr)', hideBelowPx: 900, render: jobDoes },
  {
    key: 'by',
    header: 'By',
    width: 'minmax(0, 7rem)',
    hideBelowPx: 780,
    render: ({ created_by: by }) => safeName(by.username),
  },
  {
    key: 'created_at',
    header: 'Created',
    isSortable: true,
    width: 'minmax(0, 10rem)',
    hideBelowPx: 480,
    render: ({ created_at: at }) => html`<fm-time .datetime=${at}></fm-time>`,
  },
];

function progressCell(job: Job): TemplateResult {
  const { state, schedule_at: at } = job;
  const start = state === 'scheduled' ? html`, starts <fm-time .datetime=${at}></fm-time>` : nothing;
  return html`<fm-progress label="Hosts" .parts=${progressParts(job)}></fm-progress>
    <span class="small quiet">${progressText(job)}${start}</span>`;
}

/** A plan is told as one also where the badge is not seen. */
function titleCell(job: Job): TemplateResult {
  const words = { plan: 'Plan · ', rollback: '', run: '' }[kindOf(job)];
  return html`${words === '' ? nothing : html`<span class="quiet">${words}</span>`}${jobTitle(job)}`;
}
