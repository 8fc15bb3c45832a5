import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { navigate } from '../../core/router.ts';
import { safeName } from '../../core/safeText.ts';
import { icon } from '../../icons/icons.ts';
import { jobsOfAdvisory, type AdvisoryJobs, type WantedJob } from './jobOf.ts';
import { advisoryJobHref, type Patch } from './patches.ts';
import { patchTexts as texts } from './patchTexts.ts';

/**
 * Leads to the review of a job for the patches of one advisory. Where hosts lack different packages, it lets the reader
 * take one job after the other; where all is held, it says so.
 */
export class AdvisoryJobChoice {
  readonly #host: LitElement;
  #shown: (AdvisoryJobs & { name: string | null }) | null = null;

  constructor(host: LitElement) {
    this.#host = host;
  }

  /** `name`: of the advisory, as the notice shows it; null: the page is about no other. */
  start(name: string | null, patches: readonly Patch[]): void {
    const { jobs, hostsHeld } = jobsOfAdvisory(patches);
    const [only, another] = jobs;
    if (only && !another) navigate(advisoryJobHref(only, hostsHeld));
    else this.#shown = { name, jobs, hostsHeld };
    this.#host.requestUpdate();
  }

  clear(): void {
    this.#shown = null;
    this.#host.requestUpdate();
  }

  notice(): TemplateResult | typeof nothing {
    if (this.#shown === null) return nothing;
    const { name, jobs, hostsHeld } = this.#shown;
    const what = name === null ? nothing : html`<strong>${safeName(name)}</strong>: `;
    if (jobs.length === 0)
      return html`<p class="notice warn" role="alert">
        ${icon('warning')} <span>${what}${texts.onlyHeld}</span>
      </p>`;
    return html`<div class="notice" role="alert">
      ${icon('info')}
      <div>
        <p>${what}${texts.severalJobs}</p>
        <ul>
          ${jobs.map((job) => html`<li>${jobButton(job, hostsHeld)}</li>`)}
        </ul>
      </div>
    </div>`;
  }
}

// The address is made on the click: that of many hosts keeps them in the tab, which has room for the last few.
const jobButton = (job: WantedJob, hostsHeld: number): TemplateResult => {
  const label = texts.jobOn(job.hostIds.length);
  const names = job.packages.map((one) => safeName(one)).join(', ');
  return html`<button
      aria-label="${label}: ${names}"
      @click=${() => navigate(advisoryJobHref(job, hostsHeld))}
    >
      ${label}
    </button>
    <span>${names}</span>`;
};
