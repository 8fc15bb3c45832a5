import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '#web/components/fm-page-header/fm-page-header.ts';
import type { PageAction } from '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import '#web/components/fm-time/fm-time.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import type { LiveEvent } from '#web/core/live.ts';
import { LiveTopic } from '#web/core/liveTopic.ts';
import { loadCode } from '#web/core/loadCode.ts';
import { may } from '#web/core/permissions.ts';
import { setQuery } from '#web/core/query.ts';
import { isGoneSince } from '#web/core/reading.ts';
import { Resource } from '#web/core/resource.ts';
import { navigate, onward } from '#web/core/router.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { session } from '#web/core/session.ts';
import { readGroupNames, type GroupNames } from '#web/domain/group/names.ts';
import { badge } from '#web/domain/job/badge.ts';
import { actOn, offersFor } from '#web/domain/policy/act.ts';
import type { Act } from '#web/domain/policy/offers.ts';
import { namesHosts } from '#web/domain/policy/draft.ts';
import '#web/domain/policy/fm-run-windows.ts';
import { readPolicy, type Policy } from '#web/domain/policy/read.ts';
import { takeWish } from '#web/domain/policy/wish.ts';
import { startsList } from '#web/domain/policy/starts.ts';
import { ACTS, doesText, runStatus, WHY_NOT } from '#web/domain/policy/texts.ts';
import './fm-policy-runs.ts';
import { notices } from './notices.ts';
import { texts, wayTexts } from './texts.ts';

type Preview = Schemas['PolicyPreview'];

const styles = css`
  .columns {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
    align-items: start;
    gap: var(--fm-space-5);
  }

  ol,
  ul {
    display: grid;
    gap: var(--fm-space-1);
    margin: 0;
    padding-inline-start: 1.75rem;
  }
`;

/** One policy: what it does, when it runs next, and what became of its runs. `?edit` opens the form. */
export class FmPagePolicy extends FmPage {
  static override styles = [FmPage.styles, styles];
  static override properties = { done: { state: true }, hasForm: { state: true } };
  /** The notice about the last act; null: none. */
  declare done: string | null;
  /** The form is loaded when it is wanted: most who look at a policy change nothing. */
  declare hasForm: boolean;
  readonly #action = new Action(this);
  /** News of the policy came while an act was under way. */
  #hasNews = false;
  /** The policy was deleted here: nothing of it is read any more. */
  #isDeleted = false;
  readonly #live = new LiveTopic(this, {
    topic: () => 'fleet',
    onEvents: (events) => this.#received(events),
  });
  readonly #policy = new Resource<Policy, readonly [string]>(this, {
    args: () => [this.params['id'] ?? ''],
    live: this.#live,
    read: ([id], signal) => readPolicy(id, signal),
  });
  readonly #names = new Resource<GroupNames>(this, {
    args: () => [],
    read: (_, signal) => readGroupNames(signal),
  });
  readonly #starts = new Resource<Preview, readonly [string]>(this, {
    args: () => (this.#policy.value ? [timesOf(this.#policy.value)] : null),
    keepsValue: true,
    read: ([times], signal) => {
      const body = JSON.parse(times) as Schemas['PreviewPolicyRequest'];
      return must(api.POST('/api/v1/policies/preview', { body, signal }));
    },
  });

  constructor() {
    super();
    this.done = null;
    this.hasForm = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('fm-policy-wish', this.#look);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('fm-policy-wish', this.#look);
  }

  readonly #look = (): void => this.requestUpdate();

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('params')) this.done = null;
    const { value: policy } = this.#policy;
    const wished = policy && policy.id === this.params['id'] ? takeWish(policy.id) : null;
    if (policy && wished) void this.#act(policy, wished);
    if (this.#isEditing() && !this.hasForm)
      void this.#action.run(async () => {
        await loadCode(() => import('#web/domain/policy/fm-policy-form.ts'));
        this.hasForm = true;
      });
  }

  override render(): TemplateResult {
    return html`<div class="page">
      ${renderReading(this.#policy, { what: 'the policy', complete: (policy) => this.#page(policy) })}
    </div>`;
  }

  #isEditing(): boolean {
    return this.query.has('edit') && may(session.user, 'policies:edit');
  }

  #page(policy: Policy): TemplateResult {
    const isEditing = this.#isEditing();
    const isGone = isGoneSince(this.#policy);
    const { active_run: run } = policy;
    return html`<fm-page-header
        heading=${safeName(policy.name)}
        .crumbs=${[{ label: 'Policies', href: '/policies' }]}
        .actions=${isEditing || isGone ? [] : this.#actions(policy)}
        @fm-action=${({ detail }: CustomEvent<Act>) => void this.#act(policy, detail)}
      >
        <p>${doesText(policy, (id) => this.#names.value?.get(id) ?? null)}</p>
        <div slot="badges" class="row">
          ${policy.state === 'paused' ? badge(['warn', 'Paused']) : nothing}
          ${run ? badge(runStatus(run)) : nothing}
        </div>
      </fm-page-header>
      ${this.done === null ? nothing : html`<p class="notice ok">${this.done}</p>`}
      ${this.#action.problem === null || isGone ? nothing : html`<div role="alert">${errorNotice(this.#action.problem)}</div>`}
      ${isEditing ? this.#form(policy) : isGone ? nothing : html`${notices(policy)} ${this.#about(policy)}`}`;
  }

  #about(policy: Policy): TemplateResult {
    return html`<div class="columns">
        <section class="card stack tight" aria-label=${texts.next}>
          <h2>${texts.next}</h2>
          ${policy.state === 'paused' ? html`<p class="quiet">${texts.pausedStarts}</p>` : nothing}
          ${renderReading(this.#starts, {
            what: 'the upcoming runs',
            complete: ({ starts }) =>
              startsList(starts, {
                timezone: policy.timezone,
                skippedAt: policy.skips_next ? policy.next_start_at : null,
              }),
          })}
          ${policy.state === 'paused' ? nothing : html`<fm-run-windows .body=${runsOf(policy)}></fm-run-windows>`}
        </section>
        <section class="card stack tight" aria-label=${texts.how}>
          <h2>${texts.how}</h2>
          ${this.#hosts()}
          <ul>
            ${wayTexts(policy).map((way) => html`<li>${way}</li>`)}
          </ul>
          <p class="quiet small">
            ${texts.edited(safeName(policy.edited_by.username))}
            <fm-time .datetime=${policy.updated_at}></fm-time>.
          </p>
        </section>
      </div>
      <section class="stack tight" aria-label=${texts.runs}>
        <h2>${texts.runs}</h2>
        <fm-policy-runs .policyId=${policy.id}></fm-policy-runs>
      </section>`;
  }

  #hosts(): unknown {
    const total = this.#starts.value?.hosts_total ?? null;
    return total === null ? nothing : html`<p>${texts.hosts(total)}</p>`;
  }

  #form(policy: Policy): unknown {
    if (!this.hasForm) return nothing;
    return html`<fm-policy-form
      .policy=${policy}
      @fm-saved=${({ detail }: CustomEvent<Policy>) => this.#saved(policy, detail)}
      @fm-cancel=${() => setQuery({ edit: null }, true)}
    ></fm-policy-form>`;
  }

  #saved(before: Policy, policy: Policy): void {
    const done = `Policy ${safeName(policy.name)} saved.`;
    announce(done);
    if (!this.isConnected) return;
    // A policy that somebody has deleted meanwhile was saved as a new one.
    if (policy.id !== before.id) return navigate(`/policies/${policy.id}`, { replace: true });
    this.done = done;
    this.#policy.change(() => policy);
    setQuery({ edit: null }, true);
  }

  #actions(policy: Policy): PageAction[] {
    return offersFor(policy).map(({ act, whyNot }) => ({
      key: act,
      ...ACTS[act],
      reason: whyNot === null ? (this.#action.isBusy ? 'In progress.' : null) : WHY_NOT[whyNot],
      ...(act === 'delete' ? { tone: 'danger' as const } : {}),
    }));
  }

  async #act(policy: Policy, act: Act): Promise<void> {
    if (act === 'edit') return setQuery({ edit: '1' }, true);
    if (this.#action.isBusy) return;
    this.done = null;
    await this.#action.run(async () => {
      const go = onward();
      const done = await actOn(policy, act);
      if (done === null) return;
      announce(done);
      this.#isDeleted = act === 'delete';
      if (this.#isDeleted) return go('/policies', { replace: true });
      this.done = done;
      await this.#policy.reload();
    });
    // A refusal may mean that the policy is out of date, so it is read again.
    if (this.#action.problem !== null || (this.#hasNews && !this.#isDeleted)) this.#again();
    this.#hasNews = false;
  }

  #received(events: readonly LiveEvent[]): void {
    const { id } = this.params;
    if (!events.some(({ kind, data }) => kind === 'policy.updated' && data.policy_id === id)) return;
    // A deletion that was asked for here leads away once its answer is there; its news may come before.
    if (this.#action.isBusy) this.#hasNews = true;
    else if (!this.#isDeleted) this.#again();
  }

  /** Reads the starts again too: one that has passed is not among the next any more. */
  #again(): void {
    this.#policy.retry();
    this.#starts.retry();
  }
}

/** What tells the windows and freezes that its runs meet; null: its target names no hosts that the reader may see. */
function runsOf({ timezone, rrule, days_after, target, respect_windows }: Policy) {
  return namesHosts(target) ? { timezone, rrule, days_after, target, respect_windows } : null;
}

/** What the starts follow from, as text, so that an unchanged rule is not asked about again. */
function timesOf({ timezone, rrule, days_after, target }: Policy): string {
  const times = { timezone, rrule, days_after };
  return JSON.stringify(namesHosts(target) ? { ...times, target } : times);
}

define('fm-page-policy', FmPagePolicy);
