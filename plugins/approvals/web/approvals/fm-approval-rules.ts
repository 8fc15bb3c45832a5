import { html, nothing, type TemplateResult } from 'lit';
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
import { icon } from '#web/icons/icons.ts';
import './fm-approval-rule-form.ts';
import { ruleText, texts, type Rule } from './texts.ts';
import { ifMatch } from '#web/core/edits.ts';

/** The rules, and the changes of them that wait for a second administrator. */
export class FmApprovalRules extends FmElement {
  static override properties = { edited: { state: true }, done: { state: true } };
  /** The rule in the form; `new`: a new one; null: no form is open. */
  declare edited: Rule | 'new' | null;
  /** The notice about the last act; null: none. */
  declare done: string | null;
  readonly #action = new Action(this);
  readonly #rules = new Resource<readonly Rule[]>(this, {
    args: () => [],
    read: async (_, signal) => (await must(api.GET('/api/v1/approval-rules', { signal }))).rules,
  });

  constructor() {
    super();
    this.edited = null;
    this.done = null;
  }

  override render(): TemplateResult {
    const mayEdit = may(session.user, 'approvals:manage');
    return html`<div class="stack">
      <h2 class="visually-hidden">Rules</h2>
      ${errorNotice(this.#action.problem)}
      ${this.done === null ? nothing : html`<p class="notice ok" role="status">${icon('check')} ${this.done}</p>`}
      ${
        this.edited !== null
          ? html`<fm-approval-rule-form
              .rule=${this.edited === 'new' ? null : this.edited}
              @fm-cancel=${() => (this.edited = null)}
              @fm-saved=${({ detail }: CustomEvent<string>) => {
                this.edited = null;
                this.#done(detail);
              }}
            ></fm-approval-rule-form>`
          : mayEdit
            ? html`<div class="row">
                <button @click=${() => this.#edit('new')}>${icon('plus')} ${texts.newRule}</button>
              </div>`
            : nothing
      }
      ${renderReading(this.#rules, {
        what: 'the rules',
        // Nothing is empty while its first one is being written.
        isEmpty: (rules) => rules.length === 0 && this.edited === null,
        empty: () => html`<fm-state kind="empty" heading=${texts.noRules}>${texts.noRulesText}</fm-state>`,
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
    const isOwn = change.proposed_by.id === session.user?.id;
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
        ${change.may_confirm || !mayEdit ? nothing : html`<p>${isOwn ? texts.own : texts.dependent}</p>`}
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
                  ${isOwn ? 'Withdraw' : 'Reject'}
                </button>
              </div>`
            : nothing
        }
      </div>
    </div>`;
  }

  #edit(edited: Rule | 'new'): void {
    this.#action.forget();
    this.done = null;
    this.edited = edited;
  }

  async #remove(rule: Rule): Promise<void> {
    const isSure = await confirmAction({
      title: `Propose deletion of “${safeName(rule.name)}”?`,
      text: 'The rule stays active until another administrator confirms the deletion.',
      action: 'Propose deletion',
    });
    if (!isSure) return;
    await this.#action.run(async () => {
      await must(api.DELETE('/api/v1/approval-rules/{rule_id}', { params: refOf(rule) }));
      this.#done(texts.proposed);
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
    this.done = said;
    announce(said);
    this.#rules.retry();
  }
}

const refOf = ({ id, edit_version: version }: Rule) => ({
  path: { rule_id: id },
  header: ifMatch(version),
});

define('fm-approval-rules', FmApprovalRules);
