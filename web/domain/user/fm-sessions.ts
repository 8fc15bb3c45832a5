import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-badge/fm-badge.ts';
import '../../components/fm-table/fm-table.ts';
import type { Column } from '../../components/fm-table/column.ts';
import '../../components/fm-time/fm-time.ts';
import { define, FmElement } from '../../core/element.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { deviceText, methodText } from './texts.ts';

export type UserSession = Schemas['UserSession'];

/** The sessions of a user. Fires `fm-end` with the session to end. */
export class FmSessions extends FmElement {
  static override properties = {
    sessions: { attribute: false },
    isBusy: { type: Boolean, attribute: 'busy' },
  };
  declare sessions: readonly UserSession[];
  declare isBusy: boolean;

  constructor() {
    super();
    this.sessions = [];
    this.isBusy = false;
  }

  override render(): TemplateResult {
    return html`<fm-table label="Sessions" .columns=${this.#columns()} .rows=${this.sessions}></fm-table>`;
  }

  #columns(): Column<UserSession>[] {
    return [
      {
        key: 'device',
        header: 'Device',
        minRem: 13,
        grow: 2,
        render: (one) =>
          html`<span title=${safeName(one.device)}>${safeName(deviceText(one.device))}</span>
            ${one.current ? html`<fm-badge tone="ok" label="This one"></fm-badge>` : nothing}`,
      },
      { key: 'address', header: 'From', minRem: 9, render: ({ address }) => html`<code>${address}</code>` },
      {
        key: 'created_at',
        header: 'Signed in',
        minRem: 11,
        priority: 2,
        render: ({ created_at: at, method }) =>
          html`<fm-time datetime=${at}></fm-time> <span class="quiet">${methodText(method)}</span>`,
      },
      {
        key: 'last_used_at',
        header: 'Last used',
        minRem: 8,
        priority: 2,
        render: ({ last_used_at: at }) => html`<fm-time datetime=${at}></fm-time>`,
      },
      {
        key: 'end',
        header: 'End',
        minRem: 5,
        text: () => null,
        render: (one) =>
          one.current
            ? nothing
            : html`<button
                ?disabled=${this.isBusy}
                aria-label="End the session of ${deviceText(one.device)} from ${one.address}"
                @click=${() => this.dispatchEvent(new CustomEvent('fm-end', { detail: one }))}
              >
                End
              </button>`,
      },
    ];
  }
}

define('fm-sessions', FmSessions);
