import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '#web/components/fm-copy/fm-once.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import '#web/components/fm-state/fm-state.ts';
import { testNotice } from '#web/components/fm-state/testNotice.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import { deleteOnce, ifMatch } from '#web/core/edits.ts';
import { define, FmElement } from '#web/core/element.ts';
import { Resource } from '#web/core/resource.ts';
import { safeLine, safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { icon } from '#web/icons/icons.ts';
import { FORMATS } from './formats.ts';
import './fm-webhook-form.ts';
import type { SavedWebhook } from './fm-webhook-form.ts';
import { actsColumn, deleteNamed, stateColumn } from './named.ts';
import { readRulesAndWebhooks } from './read.ts';
import { texts } from './texts.ts';

type Webhook = Schemas['Webhook'];
/** A webhook with the rules that name it. Without one it is not called. */
type Told = Webhook & { rules: readonly Schemas['NotificationRule'][] };
type Written = Schemas['WebhookWithSecret'];

/** Addresses that the manager calls: a list, new ones, tests. */
export class FmWebhooks extends FmElement {
  static override properties = {
    shown: { type: Boolean },
    edited: { state: true },
    written: { state: true },
    tested: { state: true },
  };
  /** Whether its tab is in front; when it comes there again, rules may have changed. */
  declare shown: boolean;
  /** The webhook in the form; `new`: a new one; null: no form is open. */
  declare edited: Webhook | 'new' | null;
  /** A webhook whose new secret the reader must still copy. */
  declare written: Written | null;
  declare tested: { name: string; result: Schemas['TestResult'] } | null;
  readonly #action = new Action(this);
  readonly #webhooks = new Resource<readonly Told[]>(this, {
    args: () => [],
    read: async (_, signal) => {
      const { webhooks, rules } = await readRulesAndWebhooks(signal);
      return webhooks.map((one) => ({
        ...one,
        rules: rules.filter(({ webhook_ids: ids }) => ids.includes(one.id)),
      }));
    },
  });

  constructor() {
    super();
    this.shown = false;
    this.edited = null;
    this.written = null;
    this.tested = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (this.hasUpdated && this.shown && changed.has('shown')) this.#webhooks.retry();
  }

  override render(): TemplateResult {
    return html`<div class="stack">
      ${errorNotice(this.#action.problem)} ${this.tested ? told(this.tested) : nothing}
      ${this.written ? this.#shownOnce(this.written) : nothing}
      ${
        this.edited === null
          ? html`<div class="row">
              <button @click=${() => (this.edited = 'new')}>${icon('plus')} ${texts.newWebhook}</button>
            </div>`
          : this.#form(this.edited)
      }
      ${renderReading(this.#webhooks, {
        what: 'the webhooks',
        isEmpty: ({ length }) => length === 0,
        empty: () =>
          this.edited === null
            ? html`<fm-state kind="empty" heading=${texts.noWebhooks}>${texts.noWebhooksText}</fm-state>`
            : nothing,
        complete: (webhooks) =>
          html`<fm-table label="Webhooks" .columns=${this.#columns()} .rows=${webhooks}></fm-table>`,
      })}
    </div>`;
  }

  #columns(): Column<Told>[] {
    return [
      { key: 'name', header: 'Name', minRem: 10, render: ({ name }) => safeName(name) },
      {
        key: 'format',
        header: 'Format',
        minRem: 8,
        priority: 3,
        render: ({ format }) => FORMATS[format].label,
      },
      { key: 'url', header: 'Address', minRem: 14, grow: 1, priority: 2, render: ({ url }) => safeLine(url) },
      { key: 'rules', header: 'Rules', minRem: 11, text: ({ rules }) => rulesText(rules), render: ruleCell },
      stateColumn,
      actsColumn<Told>(this.#action, {
        Test: (one) => this.#test(one),
        Edit: (one) => (this.edited = one),
        Delete: (one) => this.#delete(one),
      }),
    ];
  }

  #form(edited: Webhook | 'new'): TemplateResult {
    return html`<section class="card">
      <fm-webhook-form
        .webhook=${edited === 'new' ? null : edited}
        @fm-cancelled=${() => (this.edited = null)}
        @fm-written=${({ detail }: CustomEvent<SavedWebhook>) => this.#saved(detail)}
      ></fm-webhook-form>
    </section>`;
  }

  #saved({ webhook, isTested }: SavedWebhook): void {
    this.edited = null;
    const { secret = null } = webhook;
    this.written = secret === null ? null : { ...webhook, secret };
    announce(`Webhook ${safeName(webhook.name)} saved.`);
    this.#webhooks.retry();
    if (isTested) void this.#test(webhook);
  }

  #shownOnce({ name, secret }: Written): TemplateResult {
    return html`<fm-once name="secret" .value=${secret ?? ''} @fm-done=${() => (this.written = null)}>
      <strong>${safeName(name)} saved.</strong> ${texts.secretFor}
    </fm-once>`;
  }

  async #test({ id, name }: Pick<Webhook, 'id' | 'name'>): Promise<void> {
    if (this.#action.isBusy) return;
    this.tested = null;
    await this.#action.run(async () => {
      const params = { path: { webhook_id: id } };
      const result = await must(api.POST('/api/v1/webhooks/{webhook_id}/test', { params }));
      this.tested = { name, result };
      announce(
        result.success ? `Delivery to ${safeName(name)} succeeded.` : `Delivery to ${safeName(name)} failed.`,
      );
    });
  }

  #delete({ id, name, edit_version: version }: Webhook): Promise<void> {
    return deleteNamed(this.#action, {
      what: 'webhook',
      name,
      text: 'Pending deliveries to this webhook are dropped. This cannot be undone.',
      work: async () => {
        const params = { path: { webhook_id: id }, header: ifMatch(version) };
        await deleteOnce(must(api.DELETE('/api/v1/webhooks/{webhook_id}', { params })));
        if (this.edited !== 'new' && this.edited?.id === id) this.edited = null;
        this.#webhooks.retry();
      },
    });
  }
}

const rulesText = (rules: Told['rules']): string =>
  rules.length === 0 ? texts.noRule : rules.map(({ name }) => safeName(name)).join(', ');

function ruleCell({ id, name, rules }: Told): unknown {
  if (rules.length > 0) return rulesText(rules);
  return html`${texts.noRule}
    <a
      href="/notifications?tab=rules&webhook=${encodeURIComponent(id)}"
      aria-label="${texts.newRuleFor} for ${safeName(name)}"
      >${texts.newRuleFor}</a
    >`;
}

const told = ({
  name,
  result: { success: isOk, message },
}: NonNullable<FmWebhooks['tested']>): TemplateResult =>
  testNotice({
    isOk,
    heading: `${safeName(name)}: ${isOk ? 'delivery succeeded.' : 'delivery failed.'}`,
    message,
  });

define('fm-webhooks', FmWebhooks);
