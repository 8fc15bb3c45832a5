import { html, nothing, type TemplateResult } from 'lit';
import { may } from '#web/core/permissions.ts';
import { session } from '#web/core/session.ts';
import type { PolicyRun } from '#web/domain/policy/read.ts';

/** Links to the jobs of a run: the plan, the job, and both again for hosts whose plan had changed. */
export function runLinks(run: PolicyRun): TemplateResult | typeof nothing {
  if (!may(session.user, 'jobs:read')) return nothing;
  const links: readonly (readonly [string, string | null])[] = [
    ['Plan', run.plan_job_id],
    ['Job', run.run_job_id],
    ['Second plan', run.replan_job_id],
    ['Second job', run.rerun_job_id],
  ];
  // Inside a table links look like the text around them.
  return html`${links.map(([label, id]) =>
    id === null ? nothing : html`<a href="/jobs/${id}"><u>${label}</u></a> `,
  )}`;
}
