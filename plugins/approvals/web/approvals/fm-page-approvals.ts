import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import '#web/components/fm-state/fm-state.ts';
import '#web/components/fm-tabs/fm-tabs.ts';
import { chosenTab } from '#web/components/fm-tabs/fm-tabs.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { LiveTopic } from '#web/core/liveTopic.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { safeName } from '#web/core/safeText.ts';
import { STATES, type Approval } from '#web/domain/approval/texts.ts';
import './fm-approval.ts';
import './fm-approval-rules.ts';
import { texts } from './texts.ts';

const TABS = [
  { key: 'waiting', label: 'Waiting' },
  { key: 'decided', label: 'Decided' },
  { key: 'rules', label: 'Rules' },
];

/** What waits for a second person, what was decided, and the rules that ask for one. */
export class FmPageApprovals extends FmPage {
  static override properties = { decided: { state: true } };
  /** What the reader has just decided: it is no longer among those that wait. */
  declare decided: Approval | null;

  constructor() {
    super();
    this.decided = null;
  }

  readonly #live = new LiveTopic(this, {
    topic: () => 'fleet',
    onEvents: (events) => {
      if (events.some(({ kind }) => kind === 'approval.updated')) this.#all.restart();
    },
  });
  /** What waits comes first, then what was decided, the newest on top. */
  readonly #all = new PagedList<Approval>(this, {
    live: this.#live,
    query: () => ({}),
    read: async (_, query, signal) => {
      const list = await must(api.GET('/api/v1/approvals', { params: { query }, signal }));
      return { rows: list.approvals, total: list.total, cursor: list.next_cursor };
    },
  });

  override render(): TemplateResult {
    const selected = chosenTab(this.query, TABS);
    const waiting = this.#all.value?.filter(isWaiting).length ?? 0;
    const tabs = TABS.map((tab) => (tab.key === 'waiting' && waiting > 0 ? { ...tab, count: waiting } : tab));
    return html`<div class="page">
      <fm-page-header heading="Approvals">
        <p>${selected === 'rules' ? texts.rulesIntro : texts.intro}</p>
      </fm-page-header>
      ${this.#told()}
      <fm-tabs label="Approvals" .tabs=${tabs} .selected=${selected}>
        ${selected === 'rules' ? html`<fm-approval-rules></fm-approval-rules>` : this.#list(selected === 'waiting')}
      </fm-tabs>
    </div>`;
  }

  #list(areWaiting: boolean): unknown {
    return renderReading(this.#all, {
      what: 'the approvals',
      complete: (all) => {
        const rows = all.filter((one) => isWaiting(one) === areWaiting);
        if (rows.length === 0 && this.#all.isComplete) return empty(areWaiting);
        return html`<div class="stack">
          <h2 class="visually-hidden">${areWaiting ? 'Waiting' : 'Decided'}</h2>
          ${repeat(
            areWaiting ? mineFirst(rows) : rows,
            ({ id }) => id,
            (one) =>
              html`<fm-approval
                id="a-${one.id}"
                .approval=${one}
                @fm-decided=${this.#decided}
              ></fm-approval>`,
          )}
          ${this.#all.isComplete ? nothing : this.#more()}
        </div>`;
      },
    });
  }

  #more(): TemplateResult {
    const isBusy = this.#all.isLoading;
    return html`<p>
      <button ?disabled=${isBusy} @click=${() => this.#all.more()}>
        ${isBusy ? 'Reading …' : 'Show older'}
      </button>
    </p>`;
  }

  readonly #decided = ({ detail }: CustomEvent<Approval>): void => {
    this.decided = detail;
    this.#all.restart();
  };

  #told(): unknown {
    if (!this.decided) return nothing;
    const { state, name, operation, run_job_id: runId, plan_job_id: planId } = this.decided;
    const [, label] = STATES[state];
    return html`<p class="notice" role="status">
      <span
        >${safeName(name ?? operation)}: ${label}.
        <a href="/jobs/${runId ?? planId}">${runId === null ? texts.openPlan : texts.openJob}</a></span
      >
    </p>`;
  }
}

const isWaiting = ({ state }: Approval): boolean => state === 'waiting';

/** Puts those that wait for the reader first, and otherwise keeps the manager's order: what ends first on top. */
const mineFirst = (rows: readonly Approval[]): Approval[] =>
  rows.toSorted((a, b) => Number(a.may_decide !== null) - Number(b.may_decide !== null));

const empty = (areWaiting: boolean): TemplateResult =>
  html`<fm-state kind="empty" heading=${areWaiting ? texts.none : texts.noneDecided}
    >${areWaiting ? texts.noneText : nothing}</fm-state
  >`;

define('fm-page-approvals', FmPageApprovals);
