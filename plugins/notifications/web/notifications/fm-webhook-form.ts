import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '#web/components/fm-field/fm-field.ts';
import type { FieldValue } from '#web/components/fm-field/fm-field.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { Action } from '#web/core/action.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { startOnce } from '#web/core/edits.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { FIXED, FORMATS, formatOptions } from './formats.ts';
import './fm-webhook-preview.ts';
import { choiceStyles, factFields, PROPOSED_FACTS } from './factFields.ts';
import { saveWebhook } from './save.ts';
import { texts } from './texts.ts';

type Webhook = Schemas['Webhook'];
type Format = Schemas['WebhookFormat'];

const isAddress = (text: string): boolean => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text);

/** What a webhook is called until the reader names it: its host. Empty while there is none. */
const nameOf = (url: string): string =>
  isAddress(url.trim()) ? (URL.parse(url.trim())?.hostname ?? '') : '';

export interface SavedWebhook {
  /** With its secret where that is new, and known. */
  webhook: Webhook & { secret?: string | null };
  /** The reader wants it tested at once. */
  isTested: boolean;
}

/** A new webhook, or a change of one. Fires `fm-written` with a `SavedWebhook`, or `fm-cancelled`. */
export class FmWebhookForm extends FmElement {
  static override styles = [FmElement.styles, choiceStyles];
  static override properties = {
    webhook: { attribute: false },
    format: { state: true },
    name: { state: true },
    url: { state: true },
    enabled: { state: true },
    secret: { state: true },
    facts: { state: true },
    isJudged: { state: true },
  };
  /** Null: a new one. */
  declare webhook: Webhook | null;
  declare format: Format;
  /** Null: as its address proposes. */
  declare name: string | null;
  declare url: string;
  declare enabled: boolean;
  declare secret: string;
  /** What a new one is told of. */
  declare facts: readonly Schemas['NotificationFact'][];
  declare isJudged: boolean;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.webhook = null;
    this.format = 'fleetmend';
    this.name = null;
    this.url = '';
    this.enabled = true;
    this.secret = '';
    this.facts = PROPOSED_FACTS;
    this.isJudged = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('webhook')) return;
    const { format = 'fleetmend', name = null, url = '', enabled = true } = this.webhook ?? {};
    Object.assign(this, { format, name, url, enabled, secret: '', facts: PROPOSED_FACTS, isJudged: false });
  }

  override render(): TemplateResult {
    const { webhook, isJudged } = this;
    const { isBusy, problem } = this.#action;
    const noName = isJudged && this.#name.trim() === '' ? texts.nameFirst : null;
    const noUrl = isJudged && !isAddress(this.url.trim()) ? texts.badUrl : null;
    return html`<form class="stack" @submit=${this.#submitted} novalidate>
      <h2>${webhook ? `Edit ${safeName(webhook.name)}` : texts.newWebhook}</h2>
      ${this.#field('format', 'Format', { kind: 'select' })}
      ${this.#field('url', 'Address', {
        kind: 'url',
        help: this.#isOfFormat ? texts.changeUrlHelp : FORMATS[this.format].address,
        error: noUrl,
        maxlength: 2_048,
      })}
      ${this.#field('name', 'Name', {
        help: this.name === null && this.#name !== '' ? texts.nameProposed : '',
        error: noName,
        maxlength: 100,
      })}
      ${
        webhook
          ? nothing
          : factFields({
              facts: this.facts,
              help: texts.factsHelp,
              problem: isJudged && this.facts.length === 0 ? texts.factFirst : undefined,
              changed: (facts) => (this.facts = facts),
            })
      }
      ${this.#secret()} ${this.#field('enabled', 'Enabled', { kind: 'switch' })} ${errorNotice(problem)}
      <div class="row">
        <button class="primary" ?disabled=${isBusy}>${isBusy ? 'Saving …' : texts.saveWebhook}</button>
        <button value="test" ?disabled=${isBusy}>${texts.saveAndTestWebhook}</button>
        <button type="button" @click=${() => this.dispatchEvent(new Event('fm-cancelled'))}>Cancel</button>
      </div>
      <fm-webhook-preview .format=${this.format}></fm-webhook-preview>
    </form>`;
  }

  #secret(): TemplateResult | typeof nothing {
    const { secret } = FORMATS[this.format];
    if (secret === null) return nothing;
    return this.#field('secret', secret.label, {
      kind: 'password',
      help: this.#isOfFormat ? secret.changeHelp : secret.help,
      error: this.isJudged && this.#lacksKey ? texts.keyFirst : null,
      maxlength: 128,
      required: secret.isRequired && !this.#isOfFormat,
    });
  }

  /** A key that the service needs, and that is not stored yet. */
  get #lacksKey(): boolean {
    const isNeeded = FORMATS[this.format].secret?.isRequired ?? false;
    return isNeeded && !this.#isOfFormat && this.secret.trim() === '';
  }

  /** Whether address and key of this format are stored already. */
  get #isOfFormat(): boolean {
    return this.webhook?.format === this.format;
  }

  #choose(format: Format): void {
    const isFixed = this.url === '' || Object.values(FIXED).includes(this.url);
    if (isFixed) this.url = FIXED[format] ?? '';
    Object.assign(this, { format, secret: '' });
  }

  get #name(): string {
    return this.name ?? nameOf(this.url);
  }

  #field(
    name: 'format' | 'name' | 'url' | 'secret' | 'enabled',
    label: string,
    {
      kind = 'text',
      help = '',
      error = null,
      maxlength,
      required = name === 'name' || name === 'url',
    }: {
      kind?: string;
      help?: string;
      error?: string | null;
      maxlength?: number;
      required?: boolean;
    },
  ): TemplateResult {
    return html`<fm-field
      ?required=${required}
      kind=${kind}
      name=${name}
      label=${label}
      help=${help}
      maxlength=${maxlength ?? nothing}
      autocomplete=${kind === 'password' ? 'new-password' : 'off'}
      .options=${name === 'format' ? formatOptions : []}
      .value=${name === 'name' ? this.#name : this[name]}
      .error=${error}
      @fm-input=${({ detail }: CustomEvent<FieldValue>) =>
        name === 'format' ? this.#choose(detail as Format) : Object.assign(this, { [name]: detail })}
    ></fm-field>`;
  }

  protected override firstUpdated(): void {
    this.#focus('url');
  }

  readonly #submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.#action.isBusy) return;
    this.isJudged = true;
    const [name, url, secret] = [this.#name.trim(), this.url.trim(), this.secret.trim()];
    if (!isAddress(url)) return this.#focus('url');
    if (name === '') return this.#focus('name');
    if (this.#lacksKey) return this.#focus('secret');
    if (this.facts.length === 0) return;
    const isTested = (event.submitter as HTMLButtonElement | null)?.value === 'test';
    const { webhook, format, enabled } = this;
    const body = { name, format, url, enabled, ...(secret === '' ? {} : { secret }) };
    await this.#action.run(async () => {
      const written = webhook
        ? await saveWebhook(webhook, body)
        : await this.#created({ ...body, facts: [...this.facts] });
      const detail: SavedWebhook = { webhook: written, isTested };
      this.dispatchEvent(new CustomEvent('fm-written', { detail }));
    });
  };

  #created(body: Schemas['CreateWebhookRequest']): Promise<Schemas['WebhookWithSecret']> {
    return startOnce(['/webhooks', body], (header) =>
      must(api.POST('/api/v1/webhooks', { params: { header }, body })),
    );
  }

  #focus(name: string): void {
    this.renderRoot.querySelector<HTMLElement>(`fm-field[name="${name}"]`)?.focus();
  }
}

define('fm-webhook-form', FmWebhookForm);
