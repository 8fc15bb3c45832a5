import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import '../../components/fm-tabs/fm-tabs.ts';
import { Action } from '../../core/action.ts';
import { api, must } from '../../core/api.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { define, FmElement } from '../../core/element.ts';
import { countText, plural } from '../../core/format.ts';
import { icon } from '../../icons/icons.ts';
import { may } from '../../core/permissions.ts';
import { onward } from '../../core/router.ts';
import type { Schemas } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import { startOnce } from '../../core/edits.ts';
import { styles } from './fm-job-plan.styles.ts';
import type { JobHost } from '../../domain/job/state.ts';
import { factsOfHosts, offersOf, type Offer, type WhyNot } from '../../domain/job/offers.ts';
import { whyNotText } from '../../domain/job/texts.ts';
import { fieldOf, momentOf } from '../../domain/job/moments.ts';
import {
  destructionOf,
  heldPackages,
  isApprovable,
  planGroups,
  planPackages,
  planTotals,
  workOf,
  type PlanGroup,
} from '../../domain/job/planGroups.ts';
import '../../domain/job/fm-job-review.ts';
import { planCard } from '../../domain/job/planText.ts';
import { approveLabel, destructionNotice, tokenOf } from './destruction.ts';
import { heldNotice, idleNotice, packageTable, runLinks, totals, unplannedNotice } from './planParts.ts';
import { runOptions, type RunChoice } from './runOptions.ts';

/** How many plans are shown at first: each can be long. */
const CARDS = 10;
/** The most hosts that an approval can name. */
const MAX_NAMED = 10_000;

/** The plans of a dry run, grouped by what they do, and the approval that runs exactly them. */
export class FmJobPlan extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    job: { attribute: false },
    hosts: { attribute: false },
    approvals: { attribute: false },
    note: { state: true },
    chosenReboot: { state: true },
    chosenRollback: { state: true },
    query: { attribute: false },
    chosenStart: { state: true },
    cardsShown: { state: true },
    seen: { state: true },
    runId: { attribute: false },
  };
  declare job: Schemas['Job'] | null;
  declare hosts: readonly JobHost[];
  /** Which rules ask for a second person, and what was asked for; null: not known, or none do. */
  declare approvals: Schemas['JobApprovals'] | null;
  /** What the second person should know. */
  declare note: string;
  /** The reader's choice instead of the plan's own; null: none yet. */
  declare chosenReboot: Schemas['RebootPolicy'] | null;
  declare chosenRollback: boolean | null;
  /** The start as it is typed; null: what the address says. */
  declare chosenStart: string | null;
  declare query: URLSearchParams;
  declare cardsShown: number;
  /** The run whose part of the plan is shown, which cannot be approved again; null: the plan itself is. */
  declare runId: string | null;
  /** The destructive part that the reader ticked as seen; if it changes, it has to be ticked again. */
  declare seen: string | null;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.job = null;
    this.hosts = [];
    this.approvals = null;
    this.note = '';
    this.chosenReboot = null;
    this.chosenRollback = null;
    this.seen = null;
    this.runId = null;
    this.chosenStart = null;
    this.query = new URLSearchParams();
    this.cardsShown = CARDS;
  }

  get #startAt(): string {
    const given = this.query.get('at');
    const at = given === null ? null : momentOf(given);
    return this.chosenStart ?? (at === null ? '' : fieldOf(at));
  }

  get #reboot(): Schemas['RebootPolicy'] {
    return this.chosenReboot ?? this.job?.reboot ?? 'never';
  }

  get #rollback(): boolean {
    return this.chosenRollback ?? this.job?.rollback_on_failure ?? false;
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    const before = changes.get('job');
    if (!before || before.id === this.job?.id) return;
    this.chosenReboot = null;
    this.chosenRollback = null;
    this.chosenStart = null;
    this.cardsShown = CARDS;
    this.#action.forget();
  }

  override render(): unknown {
    const { job, hosts } = this;
    if (!job) return nothing;
    if (this.runId !== null) return this.#ofRun(job, this.runId);
    const groups = planGroups(hosts);
    return html`${this.#decision(job)} ${heldNotice(job, heldPackages(groups))}
    ${unplannedNotice(job, hosts, this.#approveOffer(job).whyNot)}
    ${groups.length === 0 ? nothing : this.#contents(groups)}`;
  }

  #ofRun({ id }: Schemas['Job'], runId: string): TemplateResult {
    const groups = planGroups(this.hosts.filter(({ run_job_id: run }) => run === runId));
    return html`<section class="card stack" aria-label="Plan of this job">
        <h2>Plan</h2>
        ${totals(planTotals(groups))}
        <p><a href="/jobs/${id}">Open plan</a></p>
      </section>
      ${groups.length === 0 ? nothing : this.#contents(groups)}`;
  }

  /** The totals and the approval, above all that is long. */
  #decision(job: Schemas['Job']): TemplateResult {
    const { act, whyNot } = this.#approveOffer(job);
    const isAsking = act === 'ask';
    const { busy, idle } = workOf(planGroups(this.hosts.filter(isApprovable)), this.#reboot);
    const isOffered = whyNot === null;
    return html`<section class="card stack" aria-label="Approve this plan">
      <h2>${isOffered ? (isAsking ? 'Request approval' : 'Approve') : 'Plan'}</h2>
      ${totals(planTotals(planGroups(this.hosts)))}
      ${isOffered ? this.#approval(job, busy, isAsking) : this.#whyNot(whyNot)}
      ${whyNot === 'asked' ? this.#holds(job, busy, true) : nothing} ${isOffered ? idleNotice(idle) : nothing}
    </section>`;
  }

  #approveOffer(job: Schemas['Job']): Offer {
    const facts = factsOfHosts(job, this.hosts, may(session.user, 'jobs:run'));
    const { rules = [], approvals = [] } = this.approvals ?? {};
    const isAsked = approvals.some(({ state }) => state === 'waiting');
    const secondPerson = rules.length === 0 ? undefined : isAsked ? 'asked' : 'needed';
    const offers = offersOf({ ...facts, ...(secondPerson ? { secondPerson } : {}) });
    const offer = offers.find(({ act }) => act === 'approve' || act === 'ask');
    return offer ?? { act: 'approve', whyNot: 'none-planned' };
  }

  #whyNot(why: WhyNot): TemplateResult {
    return html`<p class="quiet">${whyNotText(why)}</p>
      ${errorNotice(this.#action.problem, runLinks(this.#action.problem))}`;
  }

  #approval(job: Schemas['Job'], groups: readonly PlanGroup[], isAsking: boolean): TemplateResult {
    const destruction = destructionOf(groups, this.#reboot, job.operation);
    const isDestructive = destruction.removals.length > 0 || destruction.rebootHosts.length > 0;
    const token = tokenOf(destruction, this.#reboot);
    const isUnseen = isDestructive && this.seen !== token;
    const ids = idsOf(groups);
    const unplanned = this.hosts.filter(({ plan }) => !plan).length;
    return html`<p>Runs exactly this plan. Hosts that changed since are skipped.</p>
      ${isAsking ? this.#asking() : nothing}
      ${runOptions({ reboot: this.#reboot, rollback: this.#rollback, startAt: this.#startAt }, (change) =>
        this.#change(change),
      )}
      ${this.#holds(job, groups, isAsking)}
      ${
        isDestructive
          ? destructionNotice(destruction, {
              reboot: this.#reboot,
              isSeen: !isUnseen,
              see: (isSeen) => (this.seen = isSeen ? token : null),
            })
          : nothing
      }
      ${errorNotice(this.#action.problem, runLinks(this.#action.problem))}
      <p class="row">
        <button
          class="approve ${isDestructive ? 'danger' : 'primary'}"
          ?disabled=${this.#action.isBusy || isUnseen}
          @click=${() => void (isAsking ? this.#ask(job, ids) : this.#approve(job, ids))}
        >
          ${
            isAsking
              ? html`${icon('check')} Request approval for ${plural(ids.length, 'host')}`
              : html`${icon('play')}
                ${approveLabel({ count: ids.length, unplanned, reboot: this.#reboot }, destruction)}`
          }
        </button>
      </p>`;
  }

  /** What would hold the run, before anybody approves it. */
  #holds(job: Schemas['Job'], groups: readonly PlanGroup[], isAsking: boolean): TemplateResult {
    return html`<h3>Before it runs</h3>
      <fm-job-review
        .body=${this.#runOf(job, idsOf(groups))}
        .isAsking=${isAsking}
        .dueAfter=${dueAfter(groups)}
      ></fm-job-review>`;
  }

  /** Most plans need no second person: the code for that is loaded for those that do. */
  #asking(): TemplateResult {
    void import('../../domain/approval/fm-approval-ask.ts');
    return html`<fm-approval-ask
      .rules=${this.approvals?.rules ?? []}
      .approvers=${this.approvals?.approvers ?? null}
      @fm-note=${({ detail }: CustomEvent<string>) => (this.note = detail)}
    ></fm-approval-ask>`;
  }

  /** Each distinct plan once, or package by package over all hosts. */
  #contents(groups: readonly PlanGroup[]): TemplateResult {
    const packages = planPackages(groups);
    const by = this.query.get('by') === 'package' ? 'package' : 'plan';
    const tabs = [
      { key: 'plan', label: 'By plan', count: groups.length },
      { key: 'package', label: 'By package', count: packages.length },
    ];
    return html`<fm-tabs label="Plan contents" .tabs=${tabs} .selected=${by} param="by">
      <div class="stack">${by === 'package' ? packageTable(packages) : this.#cards(groups)}</div>
    </fm-tabs>`;
  }

  #cards(groups: readonly PlanGroup[]): TemplateResult {
    const left = groups.length - this.cardsShown;
    return html`${repeat(groups.slice(0, this.cardsShown), ({ hash }) => hash, planCard)}
    ${
      left > 0
        ? html`<p>
            <button @click=${() => (this.cardsShown += CARDS)}>
              Show ${plural(Math.min(left, CARDS), 'more plan')} of ${countText(left)}
            </button>
          </p>`
        : nothing
    }`;
  }

  #change({ reboot, rollback, startAt }: Partial<RunChoice>): void {
    if (reboot !== undefined) {
      this.chosenReboot = reboot;
      this.seen = null;
    }
    if (rollback !== undefined) this.chosenRollback = rollback;
    if (startAt !== undefined) this.chosenStart = startAt;
  }

  /** Asks for a run of the plans on the screen; the request then shows above the plan. */
  async #ask(job: Schemas['Job'], hostIds: string[]): Promise<void> {
    await this.#action.run(async () => {
      const note = this.note.trim();
      const body = { ...this.#runOf(job, hostIds), ...(note === '' ? {} : { note }) };
      await startOnce(['/approvals', body], (header) =>
        must(api.POST('/api/v1/approvals', { params: { header }, body })),
      );
      this.note = '';
      window.dispatchEvent(new Event('fm-waiting-changed'));
    });
    this.dispatchEvent(new Event('fm-asked'));
  }

  /** Runs the plans on the screen; hosts that are planned meanwhile need another approval. */
  async #approve(plan: Schemas['Job'], hostIds: string[]): Promise<void> {
    await this.#action.run(async () => {
      const body = this.#runOf(plan, hostIds);
      const go = onward();
      const job = await startOnce(['/jobs', body], (header) =>
        must(api.POST('/api/v1/jobs', { params: { header }, body })),
      );
      go(`/jobs/${job.id}`);
    });
  }

  #runOf({ id, name }: Schemas['Job'], hostIds: string[]) {
    const at = momentOf(this.#startAt);
    return {
      from_plan_job_id: id,
      ...(hostIds.length > MAX_NAMED ? {} : { host_ids: hostIds }),
      reboot: this.#reboot,
      rollback_on_failure: this.#rollback,
      ...(name === null ? {} : { name }),
      ...(at === null ? {} : { schedule_at: at.toISOString() }),
    };
  }
}

const dueAfter = (groups: readonly PlanGroup[]): number =>
  idsOf(groups.filter(({ plan }) => plan.reboot_expected === true)).length;

const idsOf = (groups: readonly PlanGroup[]): string[] =>
  groups.flatMap(({ hosts }) => hosts.map(({ host_id: id }) => id));

define('fm-job-plan', FmJobPlan);

declare global {
  interface HTMLElementTagNameMap {
    'fm-job-plan': FmJobPlan;
  }
}
