import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import '#web/components/fm-state/fm-state.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import { deleteOnce, ifMatch } from '#web/core/edits.ts';
import { define, FmElement } from '#web/core/element.ts';
import { plural } from '#web/core/format.ts';
import { Resource } from '#web/core/resource.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { icon } from '#web/icons/icons.ts';
import './fm-rule-form.ts';
import { actsColumn, deleteNamed, stateColumn } from './named.ts';
import { readRulesAndWebhooks, type RulesAndWebhooks } from './read.ts';
import { FACTS, texts } from './texts.ts';

type Rule = Schemas['NotificationRule'];
type Webhook = Schemas['Webhook'];

/** Who is told of what: a list, new ones, edits. */
export class FmRules extends FmElement {
  static override properties = { edited: { state: true }, to: {} };
  /** The rule in the form; `new`: a new one; null: no form is open. */
  declare edited: Rule | 'new' | null;
  /** The id of a webhook for which a new rule is wanted; '': none. */
  declare to: string;
  readonly #action = new Action(this);
  readonly #known = new Resource<RulesAndWebhooks>(this, {
    args: () => [],
    read: (_, signal) => readRulesAndWebhooks(signal),
  });

  constructor() {
    super();
    this.edited = null;
    this.to = '';
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('to') && this.to !== '') this.edited = 'new';
  }

  override render(): TemplateResult {
    return html`<div class="stack">
      ${errorNotice(this.#action.problem)}
      ${renderReading(this.#known, { what: 'the rules', complete: (known) => this.#all(known) })}
    </div>`;
  }

  #all({ rules, webhooks }: RulesAndWebhooks): TemplateResult {
    return html`<div class="stack">
      ${
        this.edited === null
          ? html`<div class="row">
              <button @click=${() => (this.edited = 'new')}>${icon('plus')} ${texts.newRule}</button>
            </div>`
          : this.#form(this.edited, webhooks)
      }
      ${
        rules.length === 0
          ? this.edited === null
            ? html`<fm-state kind="empty" heading=${texts.noRules}>${texts.noRulesText}</fm-state>`
            : nothing
          : html`<fm-table label="Rules" .columns=${this.#columns(webhooks)} .rows=${rules}></fm-table>`
      }
    </div>`;
  }

  #columns(webhooks: readonly Webhook[]): Column<Rule>[] {
    const names = new Map(webhooks.map(({ id, name }) => [id, name]));
    return [
      { key: 'name', header: 'Name', minRem: 10, render: ({ name }) => safeName(name) },
      {
        key: 'facts',
        header: 'Events',
        minRem: 13,
        grow: 1,
        render: ({ facts }) => facts.map((fact) => html`<div>${FACTS[fact][0]}</div>`),
      },
      {
        key: 'hosts',
        header: 'Hosts',
        minRem: 7,
        priority: 2,
        render: ({ group_ids: ids }) => (ids.length === 0 ? texts.allHosts : plural(ids.length, 'group')),
      },
      {
        key: 'to',
        header: 'Recipients',
        minRem: 12,
        grow: 1,
        priority: 2,
        isLong: true,
        render: ({ recipients, webhook_ids: ids }) =>
          [...recipients, ...ids.map((id) => names.get(id) ?? id)].map(safeName).join(', '),
      },
      stateColumn,
      actsColumn<Rule>(this.#action, {
        Edit: (one) => (this.edited = one),
        Delete: (one) => this.#delete(one),
      }),
    ];
  }

  #form(edited: Rule | 'new', webhooks: readonly Webhook[]): TemplateResult {
    return html`<section class="card">
      <fm-rule-form
        .rule=${edited === 'new' ? null : edited}
        .webhooks=${webhooks}
        .to=${webhooks.find(({ id }) => id === this.to) ?? null}
        @fm-cancelled=${() => (this.edited = null)}
        @fm-written=${({ detail }: CustomEvent<Rule>) => {
          this.edited = null;
          announce(`Rule ${safeName(detail.name)} saved.`);
          this.#known.retry();
        }}
      ></fm-rule-form>
    </section>`;
  }

  #delete({ id, name, edit_version: version }: Rule): Promise<void> {
    return deleteNamed(this.#action, {
      what: 'rule',
      name,
      text: 'The recipients are no longer notified, unless another rule includes them.',
      work: async () => {
        const params = { path: { rule_id: id }, header: ifMatch(version) };
        await deleteOnce(must(api.DELETE('/api/v1/notification-rules/{rule_id}', { params })));
        if (this.edited !== 'new' && this.edited?.id === id) this.edited = null;
        this.#known.retry();
      },
    });
  }
}

define('fm-rules', FmRules);
