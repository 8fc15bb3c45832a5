import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import '#web/components/fm-field/fm-field.ts';
import { confirmAction } from '#web/components/fm-confirm/fm-confirm.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import '#web/components/fm-state/fm-state.ts';
import '#web/components/fm-time/fm-time.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { may } from '#web/core/permissions.ts';
import { Resource } from '#web/core/resource.ts';
import { safeName } from '#web/core/safeText.ts';
import { session } from '#web/core/session.ts';
import '#web/domain/user/fm-scope.ts';
import { icon } from '#web/icons/icons.ts';
import { OPERATIONS, ruleText, texts, type Operation, type Rule } from './texts.ts';
import { ifMatch, startOnce } from '#web/core/edits.ts';

type Draft = Pick<Rule, 'name' | 'operations' | 'enabled'> & { groups: readonly string[] | null };

const NEW: Draft = { name: '', operations: [], enabled: true, groups: null };

/** The rules, and the changes of them that wait for a second administrator. */
export class FmApprovalRules extends FmElement {
  static override properties = { edited: { state: true }, draft: { state: true }, fault: { state: true } };
  /** The rule in the form; `new`: a new one; null: no form is open. */
  declare edited: Rule | 'new' | null;
  declare draft: Draft;
  declare fault: string | null;
  readonly #action = new Action(this);
  readonly #rules = new Resource<readonly Rule[]>(this, {
    args: () => [],
    read: async (_, signal) => (await must(api.GET('/api/v1/approval-rules', { signal }))).rules,
  });

  constructor() {
    super();
    this.edited = null;
    this.draft = NEW;
    this.fault = null;
  }

  override render(): TemplateResult {
    const mayEdit = may(session.user, 'approvals:manage');
    return html`<div class="stack">
      <h2 class="visually-hidden">Rules</h2>
      ${this.edited === null ? errorNotice(this.#action.problem) : nothing}
      ${
        this.edited !== null
          ? this.#form(this.edited)
          : mayEdit
            ? html`<div class="row">
                <button @click=${() => this.#edit('new')}>${icon('plus')} ${texts.newRule}</button>
              </div>`
            : nothing
      }
      ${renderReading(this.#rules, {
        what: 'the rules',
        isEmpty: (rules) => rules.length === 0,
        empty: () =>
          this.edited === null
            ? html`<fm-state kind="empty" heading=${texts.noRules}>${texts.noRulesText}</fm-state>`
            : nothing,
        complete: (rules) => rules.map((rule) => this.#rule(rule, mayEdit)),
      })}
    </div>`;
  }

  #rule(rule: Rule, mayEdit: boolean): TemplateResult {
    const { isBusy } = this.#action;
    return html`<section class="card stack tight" aria-label="Rule ${safeName(rule.name)}">
      <h3>${safeName(rule.name)}</h3>
      <p>${ruleText(rule)}.</p>
      ${rule.change ? this.#change(rule, rule.change, mayEdit) : nothing}
      ${
        mayEdit && rule.change === null
          ? html`<div class="row">
              <button ?disabled=${isBusy} @click=${() => this.#edit(rule)}>Propose change</button>
              <button ?disabled=${isBusy} @click=${() => void this.#remove(rule)}>Propose deletion</button>
            </div>`
          : nothing
      }
    </section>`;
  }

  #change(rule: Rule, change: NonNullable<Rule['change']>, mayEdit: boolean): TemplateResult {
    const { isBusy } = this.#action;
    const becomes =
      change.kind === 'delete'
        ? 'Proposed: deletion'
        : `Proposed: ${safeName(change.name)}. ${ruleText(change)}`;
    return html`<div class="notice warn" role="group" aria-label=${texts.pending}>
      ${icon('warning')}
      <div class="stack tight">
        <p>
          <strong>${texts.pending}.</strong> ${safeName(change.proposed_by.username)} proposed this
          <fm-time .datetime=${change.proposed_at}></fm-time>. ${becomes}.
        </p>
        ${change.may_confirm || !mayEdit ? nothing : html`<p>${texts.own}</p>`}
        ${
          mayEdit
            ? html`<div class="row">
                ${
                  change.may_confirm
                    ? html`<button
                        ?disabled=${isBusy}
                        @click=${() => void this.#decide(rule, change.id, 'confirm')}
                      >
                        Confirm change
                      </button>`
                    : nothing
                }
                <button ?disabled=${isBusy} @click=${() => void this.#decide(rule, change.id, 'reject')}>
                  ${change.may_confirm ? 'Reject' : 'Withdraw'}
                </button>
              </div>`
            : nothing
        }
      </div>
    </div>`;
  }

  #edit(edited: Rule | 'new'): void {
    this.#action.forget();
    this.fault = null;
    this.edited = edited;
    this.draft =
      edited === 'new' ? NEW : { ...edited, groups: edited.group_ids.length > 0 ? edited.group_ids : null };
  }

  #form(edited: Rule | 'new'): TemplateResult {
    const { isBusy, problem } = this.#action;
    const { name, operations, enabled, groups } = this.draft;
    return html`<form class="card stack" @submit=${this.#submitted} novalidate>
      <h3>${edited === 'new' ? texts.newRule : `Change ${safeName(edited.name)}`}</h3>
      <fm-field
        required
        name="name"
        label="Name"
        maxlength="100"
        .value=${name}
        .error=${this.fault === texts.nameFirst ? this.fault : null}
        @fm-input=${({ detail }: CustomEvent<string>) => (this.draft = { ...this.draft, name: detail })}
      ></fm-field>
      <fieldset>
        <legend>Operations (none selected = all)</legend>
        ${(Object.keys(OPERATIONS) as Operation[]).map(
          (one) =>
            html`<div>
              <label class="choice"
                ><input
                  type="checkbox"
                  .checked=${live(operations.includes(one))}
                  @change=${() => this.#toggle(one)}
                />
                ${OPERATIONS[one]}</label
              >
            </div>`,
        )}
      </fieldset>
      <fm-scope
        legend="Hosts"
        .value=${groups}
        .error=${this.fault === texts.groupFirst ? this.fault : null}
        @fm-scope=${({ detail }: CustomEvent<readonly string[] | null>) =>
          (this.draft = { ...this.draft, groups: detail })}
      ></fm-scope>
      <fm-field
        kind="switch"
        name="enabled"
        label="Enabled"
        .value=${enabled}
        @fm-input=${({ detail }: CustomEvent<boolean>) => (this.draft = { ...this.draft, enabled: detail })}
      ></fm-field>
      ${errorNotice(problem)}
      <div class="row">
        <button class="primary" ?disabled=${isBusy}>
          ${edited === 'new' ? 'Add rule' : 'Propose change'}
        </button>
        <button type="button" @click=${() => (this.edited = null)}>Cancel</button>
      </div>
    </form>`;
  }

  #toggle(one: Operation): void {
    const { operations: chosen } = this.draft;
    const operations = chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];
    this.draft = { ...this.draft, operations };
  }

  readonly #submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { edited } = this;
    if (this.#action.isBusy || edited === null) return;
    const { name, operations, enabled, groups } = this.draft;
    this.fault = name.trim() === '' ? texts.nameFirst : groups?.length === 0 ? texts.groupFirst : null;
    if (this.fault !== null) return;
    const body = { name: name.trim(), operations, enabled, group_ids: [...(groups ?? [])] };
    await this.#action.run(async () => {
      if (edited === 'new')
        await startOnce(['/approval-rules', body], (header) =>
          must(api.POST('/api/v1/approval-rules', { params: { header }, body })),
        );
      else await must(api.PUT('/api/v1/approval-rules/{rule_id}', { params: refOf(edited), body }));
      this.edited = null;
      this.#done(edited === 'new' ? 'Rule added.' : 'The change is awaiting a second administrator.');
    });
  };

  async #remove(rule: Rule): Promise<void> {
    const isSure = await confirmAction({
      title: `Propose deletion of “${safeName(rule.name)}”?`,
      text: 'The rule stays active until another administrator confirms the deletion.',
      action: 'Propose deletion',
    });
    if (!isSure) return;
    await this.#action.run(async () => {
      await must(api.DELETE('/api/v1/approval-rules/{rule_id}', { params: refOf(rule) }));
      this.#done('The change is awaiting a second administrator.');
    });
  }

  #decide({ id }: Rule, changeId: string, word: 'confirm' | 'reject'): Promise<void> {
    const call = { params: { path: { rule_id: id } }, body: { change_id: changeId } };
    return this.#action.run(async () => {
      if (word === 'confirm') await must(api.POST('/api/v1/approval-rules/{rule_id}/change/approve', call));
      else await must(api.POST('/api/v1/approval-rules/{rule_id}/change/deny', call));
      this.#done(word === 'confirm' ? 'Change confirmed.' : 'Change rejected; the rule is unchanged.');
    });
  }

  #done(said: string): void {
    announce(said);
    this.#rules.retry();
  }
}

const refOf = ({ id, edit_version: version }: Rule) => ({
  path: { rule_id: id },
  header: ifMatch(version),
});

define('fm-approval-rules', FmApprovalRules);
