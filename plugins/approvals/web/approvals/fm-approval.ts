import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-badge/fm-badge.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import '#web/components/fm-time/fm-time.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { plural } from '#web/core/format.ts';
import { Resource } from '#web/core/resource.ts';
import { safeLine, safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import {
  optionsText,
  packagesText,
  risksOf,
  STATES,
  WHY_NOT,
  type Approval,
} from '#web/domain/approval/texts.ts';
import '#web/domain/job/fm-job-review.ts';
import { operationText } from '#web/domain/job/text.ts';
import '#web/domain/override/fm-override.ts';
import { icon } from '#web/icons/icons.ts';
import './fm-retries.ts';
import type { FmRetries } from './fm-retries.ts';
import { DENY, REVIEW } from './texts.ts';

/** One request: what it does, how risky it is, and the decision. Fires `fm-decided` once it is decided or withdrawn. */
export class FmApproval extends FmElement {
  static override properties = { approval: { attribute: false }, isReviewed: { state: true } };
  declare approval: Approval | null;
  /** The reader asked what would hold the run. */
  declare isReviewed: boolean;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.approval = null;
    this.isReviewed = false;
  }

  /** What its run is made of: the list names no hosts. */
  readonly #run = new Resource<Schemas['CreateJobRequest'], readonly [string]>(this, {
    args: () => (this.isReviewed && this.approval ? [this.approval.id] : null),
    read: async ([id], signal) => {
      const params = { path: { approval_id: id } };
      return runOf(await must(api.GET('/api/v1/approvals/{approval_id}', { params, signal })));
    },
  });

  override render(): unknown {
    const { approval } = this;
    if (!approval) return nothing;
    const { name, operation, state, hosts_total: hosts, plan_job_id: planId, run_job_id: runId } = approval;
    const [tone, label] = STATES[state];
    return html`<section class="card stack tight" aria-label=${safeName(name ?? operationText(operation))}>
      <div class="row spread">
        <h3><a href="/jobs/${planId}">${safeName(name ?? operationText(operation))}</a></h3>
        <fm-badge tone=${tone} label=${label}></fm-badge>
      </div>
      ${this.#who(approval)}
      <p>
        <strong>${plural(hosts, 'host')}.</strong>
        ${approval.glance ? safeLine(packagesText(approval.glance), 500) : nothing}
      </p>
      ${this.#risks(approval)}
      <p class="quiet small">${optionsText(approval).join(' ')}</p>
      ${approval.note === '' ? nothing : html`<p>“${safeLine(approval.note, 500)}”</p>`}
      ${approval.message === '' ? nothing : html`<p>“${safeLine(approval.message, 500)}”</p>`}
      ${runId === null ? nothing : html`<p><a href="/jobs/${runId}">Open job</a></p>`}
      ${state === 'waiting' ? this.#review() : nothing} ${errorNotice(this.#action.problem)}
      ${state === 'waiting' ? this.#decision(approval) : nothing}
    </section>`;
  }

  #who(approval: Approval): TemplateResult {
    const { requested_by: by, created_at: at, planned_by: planner, planned_at: planned } = approval;
    const {
      state,
      expires_at: until,
      schedule_at: start,
      decided_by: decider,
      decided_at: decided,
    } = approval;
    return html`<p class="small">
      ${safeName(by.username)} requested this <fm-time .datetime=${at}></fm-time>; planned by
      ${safeName(planner.username)} ${planned ? html`<fm-time .datetime=${planned}></fm-time>` : nothing}.
      ${start ? html`Starts <fm-time .datetime=${start} mode="absolute"></fm-time>.` : nothing}
      ${
        state === 'waiting'
          ? html`Expires <fm-time .datetime=${until}></fm-time>.`
          : html`${decider ? html`Decided by ${safeName(decider.username)}` : 'Expired'}
              <fm-time .datetime=${decided ?? ''}></fm-time>.`
      }
      ${
        approval.retries_until
          ? html`Includes retries of the job until
              <fm-time .datetime=${approval.retries_until} mode="absolute"></fm-time>.`
          : nothing
      }
    </p>`;
  }

  #risks(approval: Approval): unknown {
    const risks = risksOf(approval);
    if (risks.length === 0) return nothing;
    return html`<p class="row">
      ${risks.map(([tone, label]) => html`<fm-badge tone=${tone} label=${label}></fm-badge>`)}
    </p>`;
  }

  /** Asked for when somebody opens it: each question costs the gates of all hosts. */
  #review(): TemplateResult {
    return html`<details
      @toggle=${({ target }: Event) => {
        if ((target as HTMLDetailsElement).open) this.isReviewed = true;
      }}
    >
      <summary>${REVIEW}</summary>
      ${errorNotice(this.#run.error)}
      <fm-job-review .body=${this.#run.value ?? null} .isAsking=${true}></fm-job-review>
    </details>`;
  }

  #decision(approval: Approval): TemplateResult {
    const { isBusy } = this.#action;
    const { may_decide: whyNot, may_withdraw: mayWithdraw, hosts_total: hosts } = approval;
    return html`${
        whyNot === null
          ? html`<fm-retries .approval=${approval}></fm-retries>`
          : html`<p class="quiet">${WHY_NOT[whyNot]}</p>`
      }
      <div class="row">
        ${
          whyNot === null
            ? html`<button class="primary" ?disabled=${isBusy} @click=${() => void this.#approve(approval)}>
                  ${icon('check')} Approve and run on ${plural(hosts, 'host')}
                </button>
                <fm-override
                  .texts=${DENY}
                  .send=${(reason: string) => this.#deny(approval, reason)}
                ></fm-override>
                <a href="/jobs/${approval.plan_job_id}">Review plan</a>`
            : nothing
        }
        ${mayWithdraw && whyNot !== null ? html`<button ?disabled=${isBusy} @click=${() => void this.#withdraw(approval)}>Withdraw</button>` : nothing}
      </div>`;
  }

  #approve({ id, approval_hash: hash }: Approval): Promise<void> {
    return this.#action.run(async () => {
      const params = { path: { approval_id: id } };
      const until = this.renderRoot.querySelector<FmRetries>('fm-retries')?.until;
      const body = { approval_hash: hash, ...(until === undefined ? {} : { retries_until: until }) };
      this.#done(
        await must(api.POST('/api/v1/approvals/{approval_id}/approve', { params, body })),
        'Approved.',
      );
    });
  }

  async #deny({ id }: Approval, reason: string): Promise<void> {
    const params = { path: { approval_id: id } };
    this.#done(
      await must(api.POST('/api/v1/approvals/{approval_id}/deny', { params, body: { reason } })),
      'Denied.',
    );
  }

  #withdraw({ id }: Approval): Promise<void> {
    return this.#action.run(async () => {
      const params = { path: { approval_id: id } };
      this.#done(await must(api.POST('/api/v1/approvals/{approval_id}/withdraw', { params })), 'Withdrawn.');
    });
  }

  #done(approval: Approval, said: string): void {
    this.approval = approval;
    announce(said);
    window.dispatchEvent(new Event('fm-waiting-changed'));
    this.dispatchEvent(new CustomEvent('fm-decided', { detail: approval }));
  }
}

/** The run as the approval makes it; of more hosts than the approval names, all whose plan has not run. */
function runOf({ plan_job_id: planId, hosts = [], hosts_total: total, options, ...more }: Approval) {
  const { reboot, respect_windows, health_gate } = options;
  return {
    from_plan_job_id: planId,
    reboot,
    respect_windows,
    health_gate,
    ...(hosts.length === total && total > 0 ? { host_ids: hosts.map(({ host_id: id }) => id) } : {}),
    ...(more.schedule_at === null ? {} : { schedule_at: more.schedule_at }),
  };
}

define('fm-approval', FmApproval);
