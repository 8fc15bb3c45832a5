import { html, nothing, type TemplateResult } from 'lit';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import '#web/components/fm-time/fm-time.ts';
import { AfterTyping } from '#web/core/afterTyping.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { plural } from '#web/core/format.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { approversView, someOf, warningNotice } from '#web/domain/approval/approvers.ts';
import { PREVIEW } from './texts.ts';

type Body = Schemas['PreviewApprovalRuleRequest'];
type Preview = Schemas['ApprovalRulePreview'];

/** Says before a rule is saved whom it leaves to approve, which jobs it stops, and which policies it holds. */
export class FmApprovalRulePreview extends FmElement {
  static override properties = {
    body: { attribute: false },
    preview: { state: true },
    problem: { state: true },
  };
  /** The rule as it would be; null: it is incomplete, or asks for nobody. */
  declare body: Body | null;
  declare preview: Preview | null;
  declare problem: unknown;

  constructor() {
    super();
    this.body = null;
    this.preview = null;
    this.problem = null;
    new AfterTyping<Body>(this, {
      body: () => this.body,
      forget: () => Object.assign(this, { preview: null, problem: null }),
      ask: (body, signal) => this.#read(body, signal),
    });
  }

  override render(): unknown {
    const { body, preview, problem } = this;
    if (body === null) return nothing;
    if (problem !== null) return errorNotice(problem);
    if (!preview) return html`<p class="quiet">${PREVIEW.checking}</p>`;
    return html`<div class="stack tight" role="group" aria-label=${PREVIEW.label}>
      ${approversView(preview)} ${jobs(preview)} ${policies(preview)}
      ${preview.is_cut ? html`<p class="quiet small">${PREVIEW.cut}</p>` : nothing}
    </div>`;
  }

  async #read(body: Body, signal: AbortSignal): Promise<void> {
    try {
      const preview = await must(api.POST('/api/v1/approval-rules/preview', { body, signal }));
      Object.assign(this, { preview, problem: null });
    } catch (error) {
      if (!signal.aborted) Object.assign(this, { preview: null, problem: error });
    }
  }
}

function jobs({ jobs: found, jobs_total: total }: Preview): TemplateResult {
  if (total === 0) return html`<p class="quiet">${PREVIEW.noJobs}</p>`;
  const items = found.map(
    ({ id, name, hosts_total: hosts, schedule_at: at }) =>
      html`<a href="/jobs/${id}">${name === null ? PREVIEW.unnamed : safeName(name)}</a> (${plural(
          hosts,
          'host',
        )}${at === null ? nothing : html`, ${PREVIEW.starts} <fm-time .datetime=${at} mode="absolute"></fm-time>`})`,
  );
  return warningNotice(PREVIEW.stops(total), html`${PREVIEW.stopsText} ${someOf(items, total)}.`);
}

function policies({ policies: found, policies_total: total }: Preview): TemplateResult {
  if (total === 0) return html`<p class="quiet">${PREVIEW.noPolicies}</p>`;
  const items = found.map(
    ({ id, name, hosts_total: hosts, starts_at: at }) =>
      html`<a href="/policies/${id}">${safeName(name)}</a> (${plural(hosts, 'host')}, ${PREVIEW.starts}
        <fm-time .datetime=${at} mode="absolute"></fm-time>)`,
  );
  return warningNotice(PREVIEW.holds(total), html`${PREVIEW.holdsText} ${someOf(items, total)}.`);
}

define('fm-approval-rule-preview', FmApprovalRulePreview);
