import { html, nothing, type TemplateResult } from 'lit';
import { statusBadge } from '#web/components/fm-badge/status.ts';
import '#web/components/fm-time/fm-time.ts';
import { countText, plural } from '#web/core/format.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { operationText } from '#web/domain/job/text.ts';
import { texts } from './texts.ts';

type Summary = Schemas['JobSummary'];

const FIGURES: readonly (readonly [keyof Summary & `hosts_${string}`, string])[] = [
  ['hosts_changed', 'Hosts patched'],
  ['hosts_unchanged', 'Nothing to do'],
  ['hosts_failed', 'Failed'],
  ['hosts_rolled_back', 'Rolled back'],
  ['hosts_rebooted', 'Rebooted'],
];

/** What the jobs of the last patch night did. `canRun`: the reader may make a job. */
export function lastRunCard(summary: Summary, canRun: boolean): TemplateResult {
  const { to, jobs, jobs_total: total } = summary;
  return html`<section class="card" aria-labelledby="last-run">
    <h2 id="last-run">${texts.lastRun}</h2>
    ${
      to === null
        ? html`<p class="quiet">
            ${texts.lastRunNone} ${canRun ? html`<a href="/jobs/new">${texts.makeJob}</a>` : nothing}
          </p>`
        : html`<div class="stack">
            <p class="quiet">
              ${plural(total, 'job')} in 24 hours, last one ended <fm-time datetime=${to}></fm-time>.
            </p>
            <dl class="totals">
              ${FIGURES.map(([key, label]) =>
                summary[key] === 0 && key !== 'hosts_changed' && key !== 'hosts_failed'
                  ? nothing
                  : html`<div>
                      <dt class="quiet">${label}</dt>
                      <dd class=${key === 'hosts_failed' && summary[key] > 0 ? 'bad' : ''}>
                        ${countText(summary[key])}
                      </dd>
                    </div>`,
              )}
            </dl>
            <ul class="ended" aria-label="Jobs of the last run">
              ${jobs.map((job) => endedJob(job))}
            </ul>
          </div>`
    }
  </section>`;
}

function endedJob(job: Schemas['EndedJob']): TemplateResult {
  const name = safeName(job.name) || operationText(job.operation);
  return html`<li>
    <a href="/jobs/${job.id}">${name}</a> ${statusBadge('job', job.state)}
    <span class="quiet small">
      ${countText(job.hosts_completed)} of ${plural(job.hosts_total, 'host')} completed,
      <fm-time datetime=${job.completed_at}></fm-time>
    </span>
  </li>`;
}
