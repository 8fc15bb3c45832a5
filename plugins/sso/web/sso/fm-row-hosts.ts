import { html, nothing, type PropertyValues } from 'lit';
import '#web/components/fm-dialog/fm-dialog.ts';
import { define, FmElement } from '#web/core/element.ts';
import { safeName } from '#web/core/safeText.ts';
import '#web/domain/user/fm-scope.ts';
import type { Row } from './mapping.ts';

/**
 * Asks which hosts a row of the mapping is for; `row` null: the dialog is closed. Fires `fm-hosts` with the ids of the
 * groups, or null for all hosts, and `fm-closed` when it is cancelled.
 */
export class FmRowHosts extends FmElement {
  static override properties = {
    row: { attribute: false },
    scope: { state: true },
    fault: { state: true },
  };
  declare row: Row | null;
  declare scope: readonly string[] | null;
  declare fault: boolean;

  constructor() {
    super();
    this.row = null;
    this.scope = null;
    this.fault = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('row') || !this.row) return;
    this.scope = this.row.group_ids ?? null;
    this.fault = false;
  }

  override render(): unknown {
    const { row } = this;
    if (!row) return nothing;
    const value = row.value.trim();
    return html`<fm-dialog
      heading=${value === '' ? 'Hosts of this row' : `Hosts for ${safeName(value)}`}
      open
      @fm-close=${() => this.dispatchEvent(new Event('fm-closed'))}
    >
      <fm-scope
        .value=${this.scope}
        .error=${this.fault ? 'Select a group, or all hosts.' : null}
        @fm-scope=${({ detail }: CustomEvent<readonly string[] | null>) => {
          this.scope = detail;
          this.fault = false;
        }}
      ></fm-scope>
      <button slot="actions" type="button" class="primary" @click=${this.#take}>Apply</button>
    </fm-dialog>`;
  }

  readonly #take = (): void => {
    this.fault = this.scope !== null && this.scope.length === 0;
    if (this.fault) return;
    this.dispatchEvent(new CustomEvent('fm-hosts', { detail: this.scope }));
  };
}

define('fm-row-hosts', FmRowHosts);
