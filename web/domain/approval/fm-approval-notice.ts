import { html, nothing, type TemplateResult } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import '../../components/fm-time/fm-time.ts';
import { safeLine, safeName } from '../../core/safeText.ts';
import { icon } from '../../icons/icons.ts';
import type { Schemas } from '../../core/schema.ts';
import type { Approval } from './texts.ts';

/** A job's approvals, told above it: who approved a run, and how the request of a plan stands. */
export class FmApprovalNotice extends FmElement {
  static override properties = { approvals: { attribute: false }, jobId: {} };
  declare approvals: Schemas['JobApprovals'];
  declare jobId: string;

  override render(): unknown {
    return approvalNotice(this.approvals, this.jobId);
  }
}

function approvalNotice({ approvals }: Schemas['JobApprovals'], jobId: string): unknown {
  const own = approvals.find(({ run_job_id: run }) => run === jobId);
  if (own) return approvedBy(own);
  const [last] = approvals;
  if (!last) return nothing;
  if (last.state === 'waiting') return waitsNotice(last);
  return last.state === 'approved' ? nothing : endedNotice(last);
}

function approvedBy({ decided_by: by, decided_at: at, overridden, message }: Approval): TemplateResult {
  if (overridden)
    return html`<p class="notice warn">
      ${icon('warning')}
      <span
        ><strong>Approved without a second approver</strong> by ${safeName(by?.username ?? '')} at the
        machine, <fm-time .datetime=${at ?? ''}></fm-time>: ${safeLine(message, 500)}</span
      >
    </p>`;
  return html`<p class="notice ok">
    ${icon('check')}
    <span
      >Approved by ${safeName(by?.username ?? '')},
      <fm-time .datetime=${at ?? ''}></fm-time
      >.${message === '' ? nothing : html` “${safeLine(message, 500)}”`}</span
    >
  </p>`;
}

const waitsNotice = ({ requested_by: by, created_at: at, expires_at: until, id }: Approval): TemplateResult =>
  html`<p class="notice">
    ${icon('clock')}
    <span
      ><strong>Awaiting second approval.</strong> ${safeName(by.username)} requested it
      <fm-time .datetime=${at}></fm-time>; expires <fm-time .datetime=${until}></fm-time>.
      <a href="/approvals#a-${id}">View request</a></span
    >
  </p>`;

const ENDED: Readonly<Record<'denied' | 'withdrawn' | 'expired', string>> = {
  denied: 'The request was denied',
  withdrawn: 'The request was withdrawn',
  expired: 'The request expired',
};

function endedNotice({ state, message, decided_by: by, decided_at: at }: Approval): TemplateResult {
  const what = state === 'denied' || state === 'withdrawn' || state === 'expired' ? ENDED[state] : '';
  return html`<p class="notice warn">
    ${icon('warning')}
    <span
      ><strong>${what}</strong>${by ? html` by ${safeName(by.username)}` : nothing},
      <fm-time .datetime=${at ?? ''}></fm-time
      >.${message === '' ? nothing : html` “${safeLine(message, 500)}”`}</span
    >
  </p>`;
}

define('fm-approval-notice', FmApprovalNotice);
