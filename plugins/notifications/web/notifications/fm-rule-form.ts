import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import '#web/components/fm-field/fm-field.ts';
import type { FieldValue } from '#web/components/fm-field/fm-field.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { Action } from '#web/core/action.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import '#web/domain/user/fm-scope.ts';
import { choiceStyles, factFields, PROPOSED_FACTS, problemLine, toggled } from './factFields.ts';
import { saveRule } from './save.ts';
import { texts } from './texts.ts';
import { startOnce } from '#web/core/edits.ts';

type Rule = Schemas['NotificationRule'];

/** A new rule, or a change of one. Fires `fm-written` with what the manager answered, or `fm-cancelled`. */
export class FmRuleForm extends FmElement {
  static override styles = [FmElement.styles, choiceStyles];
  static override properties = {
    rule: { attribute: false },
    to: { attribute: false },
    webhooks: { attribute: false },
    draft: { state: true },
    isJudged: { state: true },
  };
  /** Null: a new one. */
  declare rule: Rule | null;
  /** The webhook that a new rule proposes; null: none. */
  declare to: Schemas['Webhook'] | null;
  declare webhooks: readonly Schemas['Webhook'][];
  declare draft: Pick<Rule, 'name' | 'enabled' | 'facts' | 'group_ids' | 'recipients' | 'webhook_ids'> & {
    hasGroups: boolean;
  };
  declare isJudged: boolean;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.rule = null;
    this.to = null;
    this.webhooks = [];
    this.draft = draftOf(null);
    this.isJudged = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('rule')) return;
    this.draft = draftOf(this.rule);
    if (this.rule === null && this.to) this.#set({ name: this.to.name, webhook_ids: [this.to.id] });
    this.isJudged = false;
  }

  override render(): TemplateResult {
    const { rule, draft } = this;
    const { isBusy, problem } = this.#action;
    const wrong = this.isJudged ? this.#problems() : {};
    return html`<form class="stack" @submit=${this.#submitted} novalidate>
      <h2>${rule ? `Edit ${safeName(rule.name)}` : texts.newRule}</h2>
      <fm-field
        required
        name="name"
        label="Name"
        maxlength="100"
        .value=${draft.name}
        .error=${wrong.name ?? null}
        @fm-input=${({ detail }: CustomEvent<string>) => this.#set({ name: detail })}
      ></fm-field>
      ${factFields({
        facts: draft.facts,
        problem: wrong.facts,
        changed: (facts) => this.#set({ facts }),
      })}
      <fm-scope
        legend="Hosts"
        .value=${draft.hasGroups ? draft.group_ids : null}
        .error=${wrong.groups ?? null}
        @fm-scope=${({ detail }: CustomEvent<readonly string[] | null>) =>
          this.#set({ hasGroups: detail !== null, group_ids: [...(detail ?? [])] })}
      ></fm-scope>
      <fm-field
        kind="list"
        name="recipients"
        label="Mail addresses"
        maxlength="254"
        .value=${draft.recipients}
        .error=${wrong.recipients ?? null}
        @fm-input=${({ detail }: CustomEvent<FieldValue>) =>
          this.#set({ recipients: Array.isArray(detail) ? [...(detail as string[])] : [] })}
      ></fm-field>
      ${this.webhooks.length === 0 ? nothing : this.#calls()} ${problemLine(wrong.to)}
      <fm-field
        kind="switch"
        name="enabled"
        label="Enabled"
        .value=${draft.enabled}
        @fm-input=${({ detail }: CustomEvent<boolean>) => this.#set({ enabled: detail })}
      ></fm-field>
      ${errorNotice(problem)}
      <div class="row">
        <button class="primary" ?disabled=${isBusy}>${isBusy ? 'Saving …' : 'Save rule'}</button>
        <button type="button" @click=${() => this.dispatchEvent(new Event('fm-cancelled'))}>Cancel</button>
      </div>
    </form>`;
  }

  #calls(): TemplateResult {
    const { webhook_ids: ids } = this.draft;
    return html`<fieldset>
      <legend>Webhooks</legend>
      ${this.webhooks.map(
        ({ id, name }) =>
          html`<label class="choice">
            <input
              type="checkbox"
              .checked=${live(ids.includes(id))}
              @change=${() => this.#set({ webhook_ids: toggled(ids, id) })}
            />
            <span>${safeName(name)}</span>
          </label>`,
      )}
    </fieldset>`;
  }

  #set(change: Partial<FmRuleForm['draft']>): void {
    this.draft = { ...this.draft, ...change };
  }

  #problems(): { name?: string; facts?: string; groups?: string; recipients?: string; to?: string } {
    const { name, facts, hasGroups, group_ids: groups, recipients, webhook_ids: ids } = this.draft;
    const isNobody = recipients.length + ids.length === 0;
    return {
      ...(name.trim() === '' ? { name: texts.nameFirst } : {}),
      ...(facts.length === 0 ? { facts: texts.factFirst } : {}),
      ...(hasGroups && groups.length === 0 ? { groups: texts.factFirst } : {}),
      ...(recipients.every((to) => /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(to))
        ? {}
        : { recipients: texts.badRecipients }),
      ...(isNobody ? { to: texts.toFirst } : {}),
    };
  }

  protected override firstUpdated(): void {
    this.renderRoot.querySelector<HTMLElement>('fm-field[name="name"]')?.focus();
  }

  readonly #submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.#action.isBusy) return;
    this.isJudged = true;
    if (Object.keys(this.#problems()).length > 0) return;
    const { rule } = this;
    const { hasGroups, group_ids: groups, ...others } = this.draft;
    const body = { ...others, name: others.name.trim(), group_ids: hasGroups ? groups : [] };
    await this.#action.run(async () => {
      const detail = rule
        ? await saveRule(rule, body)
        : await startOnce(['/notification-rules', body], (header) =>
            must(api.POST('/api/v1/notification-rules', { params: { header }, body })),
          );
      this.dispatchEvent(new CustomEvent('fm-written', { detail }));
    });
  };
}

function draftOf(rule: Rule | null): FmRuleForm['draft'] {
  const { name = '', enabled = true, facts = [...PROPOSED_FACTS] } = rule ?? {};
  const { group_ids = [], recipients = [], webhook_ids = [] } = rule ?? {};
  return { name, enabled, facts, group_ids, recipients, webhook_ids, hasGroups: group_ids.length > 0 };
}

define('fm-rule-form', FmRuleForm);
