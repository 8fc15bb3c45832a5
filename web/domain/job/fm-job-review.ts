import { css, html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-time/fm-time.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { AfterTyping } from '../../core/afterTyping.ts';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { plural } from '../../core/format.ts';
import { safeName, safeLine } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { icon, type IconName } from '../../icons/icons.ts';
import { freeText, holdEffect, holdReason, holdTitle, rebootText } from './reviewTexts.ts';

type Body = Schemas['CreateJobRequest'];
type Preview = Schemas['JobPreview'];
type Hold = Schemas['JobPreviewHold'];

/** Hosts that the headline names. */
const NAMED = 8;
const ICONS: Readonly<Record<Hold['effect'], IconName>> = {
  wait: 'clock',
  skip: 'warning',
  fail: 'error',
  warn: 'warning',
};

const styles = css`
  :host {
    display: block;
  }

  ul {
    display: grid;
    gap: var(--fm-space-3);
    margin: 0;
    padding: 0;
    list-style: none;
  }

  li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: var(--fm-space-2);
    overflow-wrap: anywhere;
  }

  p {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

/**
 * What would hold a job before it is created, as the manager's gates say now; nothing is stored. Fires `fm-preview` with
 * what it read; null: nothing is known.
 */
export class FmJobReview extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    body: { attribute: false },
    isAsking: { type: Boolean },
    dueAfter: { type: Number },
    preview: { state: true },
    problem: { state: true },
  };
  /** The request that would create the job; null: it is not complete. */
  declare body: Body | null;
  /** Approval is requested here: that it is needed goes without saying. */
  declare isAsking: boolean;
  /** Hosts whose plans say that the work leaves them in need of a reboot; 0: none, or it is not known. */
  declare dueAfter: number;
  declare preview: Preview | null;
  declare problem: unknown;

  constructor() {
    super();
    this.body = null;
    this.isAsking = false;
    this.dueAfter = 0;
    this.preview = null;
    this.problem = null;
    new AfterTyping<Body>(this, {
      body: () => this.body,
      forget: () => this.#show(null),
      ask: (body, signal) => this.#read(body, signal),
    });
  }

  override render(): unknown {
    const { preview, problem } = this;
    if (problem !== null) return errorNotice(problem);
    if (!preview) return html`<p class="quiet">${this.body === null ? nothing : 'Checking …'}</p>`;
    const holds = preview.holds.filter(({ kind }) => kind !== 'approval' || !this.isAsking);
    const more = preview.holds_total - preview.holds.length;
    return html`<div class="stack">
      <div class="stack tight" role="status">
        <p><strong>${plural(preview.hosts_total, 'host')}</strong>${names(preview)}</p>
        <p>${freeText({ ...preview, holds })}</p>
      </div>
      ${this.#refusal(preview)} ${holds.length === 0 ? nothing : holdsList(holds)}
      ${more > 0 ? html`<p class="quiet">And ${plural(more, 'more', 'more')}.</p>` : nothing}
      <p>${icon('refresh')} ${rebootText(preview, this.dueAfter)}</p>
    </div>`;
  }

  /** What a rule asks for is in the list. */
  #refusal({ refusal }: Preview): unknown {
    if (refusal === null || refusal.code === 'APPROVAL_REQUIRED') return nothing;
    return html`<p class="notice warn">${icon('warning')} ${safeLine(refusal.message, 300)}</p>`;
  }

  async #read(body: Body, signal: AbortSignal): Promise<void> {
    try {
      this.#show(await must(api.POST('/api/v1/jobs/preview', { body, signal })));
    } catch (error) {
      if (!signal.aborted) this.#show(null, error);
    }
  }

  #show(preview: Preview | null, problem: unknown = null): void {
    Object.assign(this, { preview, problem });
    this.dispatchEvent(new CustomEvent('fm-preview', { detail: preview }));
  }
}

/** What holds hosts, a line each. */
const holdsList = (holds: readonly Hold[]): TemplateResult =>
  html`<ul aria-label="Holds">
    ${holds.map(item)}
  </ul>`;

function names({ hosts, hosts_total: total }: Preview): string {
  const named = hosts.slice(0, NAMED).map(({ fqdn }) => safeName(fqdn));
  const more = total - named.length;
  return `: ${named.join(', ')}${more > 0 ? ` and ${plural(more, 'more', 'more')}` : ''}`;
}

function item(hold: Hold): TemplateResult {
  const { until, ends_at: ends, effect, hosts, hosts_total: total } = hold;
  const reason = holdReason(hold);
  const more = total - hosts.length;
  return html`<li>
    ${icon(ICONS[effect])}
    <div>
      <strong>${holdTitle(hold)}</strong>:
      ${holdEffect(hold)}${
        until === null
          ? nothing
          : html` until <fm-time .datetime=${until} mode="absolute"></fm-time>${
                ends === null
                  ? nothing
                  : html`, open until <fm-time .datetime=${ends} mode="absolute"></fm-time>`
              }`
      }.
      <span class="quiet"
        >${hosts.map(
          ({ host_id: id, fqdn }, index) =>
            html`${index > 0 ? ', ' : nothing}<a href="/hosts/${id}">${safeName(fqdn)}</a>`,
        )}${more > 0 ? ` and ${plural(more, 'more', 'more')}` : nothing}</span
      >
      ${reason === null ? nothing : html`<br /><span class="small">${reason}</span>`}
    </div>
  </li>`;
}

define('fm-job-review', FmJobReview);

declare global {
  interface HTMLElementTagNameMap {
    'fm-job-review': FmJobReview;
  }
}
