import { css, html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-copy/fm-copy.ts';
import '#web/components/fm-dialog/fm-dialog.ts';
import '#web/components/fm-time/fm-time.ts';
import { define, FmElement } from '#web/core/element.ts';
import { safeName } from '#web/core/safeText.ts';
import { actionText } from './actions.ts';
import { actorOf, targetOf, type AuditRow } from './columns.ts';
import { differences, type Change } from './difference.ts';
import { texts } from './texts.ts';

const styles = css`
  fm-dialog {
    --fm-dialog-width: 46rem;
  }

  .changes {
    overflow-x: auto;
  }

  table {
    width: 100%;
    border-collapse: collapse;
  }

  th,
  td {
    padding: var(--fm-space-1) var(--fm-space-3) var(--fm-space-1) 0;
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }

  del,
  ins {
    text-decoration: none;
  }
`;

/** One act in full, with what it changed. Fires `fm-closed`, and `fm-only` ({ name, value }) for a filter. */
export class FmAuditRow extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { row: { attribute: false } };
  declare row: AuditRow | null;

  constructor() {
    super();
    this.row = null;
  }

  override render(): unknown {
    const { row } = this;
    if (!row) return nothing;
    const actor = row.actor.id ?? row.actor.kind;
    return html`<fm-dialog
      heading=${actionText(row.action)}
      open
      @fm-close=${() => this.dispatchEvent(new CustomEvent('fm-closed'))}
    >
      <div class="stack">${facts(row)} ${changes(differences(row.before, row.after))}</div>
      <button slot="actions" @click=${() => this.#only('actor', actor)}>Filter by this actor</button>
      ${
        row.resource.id === null
          ? nothing
          : html`<button slot="actions" @click=${() => this.#only('resource', row.resource.id)}>
              Filter by this target
            </button>`
      }
      <button slot="actions" @click=${() => this.#only('action', row.action)}>Filter by this action</button>
    </fm-dialog>`;
  }

  #only(name: string, value: string | null): void {
    this.dispatchEvent(new CustomEvent('fm-only', { detail: { name, value } }));
  }
}

function facts(row: AuditRow): TemplateResult {
  return html`<dl class="facts">
    <dt>Time</dt>
    <dd><fm-time mode="exact" datetime=${row.at}></fm-time></dd>
    <dt>Actor</dt>
    <dd>${actorOf(row)}${row.address === null ? nothing : html`, from <code>${row.address}</code>`}</dd>
    <dt>Target</dt>
    <dd>${targetOf(row)} <span class="quiet">(${row.resource.kind.replaceAll('_', ' ')})</span></dd>
    <dt>Row</dt>
    <dd>${row.row_id}</dd>
    <dt>Hash</dt>
    <dd><fm-copy name="hash" value=${row.hash}></fm-copy></dd>
    <dt>Previous hash</dt>
    <dd><fm-copy name="previous hash" value=${row.prev_hash}></fm-copy></dd>
  </dl>`;
}

function changes(found: readonly Change[]): TemplateResult {
  if (found.length === 0) return html`<p class="quiet">${texts.nothing}</p>`;
  return html`<div class="changes" tabindex="0" role="region" aria-label="Changes">
    <table>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        ${found.map(
          ({ path, before, after }) =>
            html`<tr>
              <th scope="row"><code>${safeName(path)}</code></th>
              <td>
                ${before === null ? html`<span class="quiet">(none)</span>` : html`<del>${safeName(before)}</del>`}
              </td>
              <td>
                ${after === null ? html`<span class="quiet">(none)</span>` : html`<ins>${safeName(after)}</ins>`}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

define('fm-audit-row', FmAuditRow);
