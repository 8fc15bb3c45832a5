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
  override: 'Accept as it stands',
  title: `Accept ${safeName(fqdn)} as it stands?`,
  what:
    (changes.length > 0
      ? `${plural(changes.length, 'package')} stay as this job left them, and it cannot be rolled back here any more: what the host keeps for that is deleted. `
      : 'The host stays as it is. ') +
    'This job is not tried again on it. Later jobs run as before. Your name and reason go into the audit log.',
  tooShort: 'Say in at least 10 characters why it can stay so.',
  act: 'Accept as it stands',
});

define('fm-job-accept', FmJobAccept);
