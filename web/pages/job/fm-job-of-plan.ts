import { html, type TemplateResult } from 'lit';
import { errorState } from '../../components/fm-state/renderTask.ts';
import { define, FmElement } from '../../core/element.ts';
import { Resource } from '../../core/resource.ts';
import { readJob } from '../../domain/job/read.ts';
import type { JobState } from '../../domain/job/state.ts';
import './fm-job-plan.ts';

/** What a run does by its plan: read once, because a plan whose hosts run does not change. */
export class FmJobOfPlan extends FmElement {
  static override properties = {
    planId: { attribute: false },
    jobId: { attribute: false },
    query: { attribute: false },
  };
  declare planId: string;
  declare jobId: string;
  declare query: URLSearchParams;

  constructor() {
    super();
    this.planId = '';
    this.jobId = '';
    this.query = new URLSearchParams();
  }

  readonly #plan = new Resource<JobState, readonly [string]>(this, {
    args: () => (this.planId === '' ? null : [this.planId]),
    read: ([id], signal) => readJob(id, signal),
  });

  override render(): TemplateResult {
    const { value, error } = this.#plan;
    if (value)
      return html`<fm-job-plan
        .job=${value.job}
        .hosts=${[...value.hosts.values()]}
        .runId=${this.jobId}
        .query=${this.query}
      ></fm-job-plan>`;
    if (error !== null)
      return errorState(error, () => this.#plan.retry(), { what: 'Loading the plan failed.' });
    return html`<fm-state kind="loading" heading="Loading the plan"></fm-state>`;
  }
}

define('fm-job-of-plan', FmJobOfPlan);
