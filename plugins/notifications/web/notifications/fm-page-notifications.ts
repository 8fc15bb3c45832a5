import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-page-header/fm-page-header.ts';
import { chosenTab, type Tab } from '#web/components/fm-tabs/fm-tabs.ts';
import { AskToStay } from '#web/core/unsaved.ts';
import { define, FmPage } from '#web/core/element.ts';
import './fm-deliveries.ts';
import './fm-mail.ts';
import './fm-rules.ts';
import './fm-webhooks.ts';
import { texts } from './texts.ts';

const TABS: readonly Tab[] = [
  { key: 'mail', label: texts.mail },
  { key: 'rules', label: texts.rules },
  { key: 'webhooks', label: texts.webhooks },
  { key: 'log', label: texts.log },
];

/** Who is told of jobs and windows: by mail, by webhooks, by which rules; and what came of it. */
export class FmPageNotifications extends FmPage {
  static override properties = { isChanged: { state: true } };
  /** Something is typed that was not saved. */
  declare isChanged: boolean;
  #isOpened = false;

  constructor() {
    super();
    this.isChanged = false;
    new AskToStay(this, () => this.isChanged);
  }

  override render(): TemplateResult {
    const chosen = chosenTab(this.query, TABS);
    return html`<div class="page">
      <fm-page-header heading=${texts.title}><p>${texts.what}</p></fm-page-header>
      <fm-tabs label=${texts.title} .tabs=${TABS} .selected=${chosen}>
        <div ?hidden=${chosen !== 'mail'}>
          <fm-mail @fm-changed=${({ detail }: CustomEvent<boolean>) => (this.isChanged = detail)}></fm-mail>
        </div>
        <div ?hidden=${chosen !== 'webhooks'}>${this.#webhooks(chosen === 'webhooks')}</div>
        ${this.#panel(chosen)}
      </fm-tabs>
    </div>`;
  }

  /** Once it was opened it stays, as mail does: what was typed, and a secret that is shown once, outlast a look elsewhere. */
  #webhooks(isShown: boolean): unknown {
    this.#isOpened ||= isShown;
    return this.#isOpened ? html`<fm-webhooks ?shown=${isShown}></fm-webhooks>` : nothing;
  }

  #panel(chosen: string): unknown {
    if (chosen === 'rules') return html`<fm-rules to=${this.query.get('webhook') ?? ''}></fm-rules>`;
    return chosen === 'log' ? html`<fm-deliveries></fm-deliveries>` : nothing;
  }
}

define('fm-page-notifications', FmPageNotifications);
