import { html, type TemplateResult } from 'lit';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { plural } from '../../core/format.ts';
import { safeName } from '../../core/safeText.ts';
import type { JobHost } from '../../domain/job/state.ts';
import '../../domain/override/fm-override.ts';

/** Asks why a failed host of the job can stay as it stands, and says what is given up. Loaded where there is one. */
export class FmJobAccept extends FmElement {
  static override properties = { jobId: {}, host: { attribute: false } };
  declare jobId: string;
  declare host: JobHost;

  override render(): TemplateResult {
    return html`<fm-override .texts=${textsFor(this.host)} .send=${this.#send}></fm-override>`;
  }

  readonly #send = async (reason: string): Promise<void> => {
    const body = { host_ids: [this.host.host_id], reason };
    await must(api.POST('/api/v1/jobs/{job_id}/accept', { params: { path: { job_id: this.jobId } }, body }));
  };
}

const textsFor = ({ fqdn, changes }: JobHost) => ({
  override: 'Accept as is',
  title: `Accept ${safeName(fqdn)} as is?`,
  what:
    (changes.length > 0
      ? `${plural(changes.length, 'package')} stay as this job left them. The job can no longer be rolled back on this host: its rollback data is deleted. `
      : 'The host stays unchanged. ') +
    'The job is not retried on this host. Later jobs run as usual. The audit log records your name and reason.',
  tooShort: 'Enter a reason of at least 10 characters.',
  act: 'Accept as is',
});

define('fm-job-accept', FmJobAccept);
