import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { Action } from '../../core/action.ts';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { Resource } from '../../core/resource.ts';
import type { Schemas } from '../../core/schema.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { watchTexts as texts } from './texts.ts';

/** Lets the reader be told, once, when the job ends. */
export class FmJobWatch extends FmElement {
  static override properties = { jobId: { attribute: false } };
  declare jobId: string;
  readonly #action = new Action(this);
  readonly #watch = new Resource<Schemas['JobWatch'], readonly [string]>(this, {
    args: () => (this.jobId === '' ? null : [this.jobId]),
    read: ([id], signal) =>
      must(api.GET('/api/v1/jobs/{job_id}/watch', { params: { path: { job_id: id } }, signal })),
  });

  constructor() {
    super();
    this.jobId = '';
  }

  override render(): unknown {
    const { value } = this.#watch;
    if (!value) return nothing;
    const { watching, mail } = value;
    return html`<label class="choice">
        <input
          type="checkbox"
          .checked=${live(watching)}
          ?disabled=${this.#action.isBusy || (mail !== 'on' && !watching)}
          @change=${({ target }: Event) => void this.#set((target as HTMLInputElement).checked)}
        />
        <span
          >${texts.label}${mail === 'on' ? nothing : html` <span class="quiet small">${texts[mail]}</span>`}</span
        >
      </label>
      ${errorNotice(this.#action.problem)}`;
  }

  #set(watching: boolean): Promise<void> {
    return this.#action.run(async () => {
      const params = { path: { job_id: this.jobId } };
      if (watching) await must(api.PUT('/api/v1/jobs/{job_id}/watch', { params }));
      else await must(api.DELETE('/api/v1/jobs/{job_id}/watch', { params }));
      this.#watch.change((before) => ({ ...before, watching }));
    });
  }
}

define('fm-job-watch', FmJobWatch);
