import { css, html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-field/fm-field.ts';
import { announce } from '#web/core/announce.ts';
import { define, FmElement } from '#web/core/element.ts';
import '#web/domain/user/fm-role.ts';
import { scopeText } from '#web/domain/user/texts.ts';
import { icon, type IconName } from '#web/icons/icons.ts';
import './fm-row-hosts.ts';
import {
  MAX_ROWS,
  moved,
  newRow,
  rowProblem,
  withGroups,
  without,
  withRole,
  withValue,
  type Row,
} from './mapping.ts';
import { labels, texts } from './texts.ts';

const styles = css`
  .rows {
    display: grid;
    gap: var(--fm-space-3);
  }

  .entry {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(9rem, 1fr) minmax(11rem, 1fr) auto;
    gap: var(--fm-space-3);
    align-items: start;
    padding: var(--fm-space-3);
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius);
  }

  .hosts {
    display: grid;
    gap: var(--fm-space-1);
    justify-items: start;
  }

  .hosts > span {
    font-weight: 500;
  }

  .hosts > p {
    min-height: var(--fm-control-height);
    align-content: center;
  }

  /* Beside the controls, which have a label above them. */
  .moves {
    display: flex;
    padding-block-start: calc(1.5em + var(--fm-space-1));
  }

  @container (max-width: 48rem) {
    .entry {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }

    .entry > :first-child,
    .moves {
      grid-column: 1 / -1;
    }

    .moves {
      padding-block-start: 0;
    }
  }

  @container (max-width: 24rem) {
    .entry {
      grid-template-columns: minmax(0, 1fr);
    }
  }

  .all {
    container-type: inline-size;
  }
`;

/** The table from values of the claim to roles and hosts. Fires `fm-rows` with all rows, at each change. */
export class FmRoleMapping extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    rows: { attribute: false },
    isJudged: { type: Boolean, attribute: 'judged' },
    choosing: { state: true },
  };
  declare rows: readonly Row[];
  /** Somebody has tried to save, so rows show what is wrong with them. */
  declare isJudged: boolean;
  /** The row whose hosts are being chosen; null: none. */
  declare choosing: number | null;

  constructor() {
    super();
    this.rows = [];
    this.isJudged = false;
    this.choosing = null;
  }

  override render(): TemplateResult {
    const { rows, choosing } = this;
    return html`<fieldset class="stack tight all">
      <legend>${labels.role_mapping}</legend>
      <p class="quiet small">${texts.mappingHelp}</p>
      ${
        rows.length === 0
          ? html`<p>${texts.noRows}</p>`
          : html`<div class="rows">${rows.map((row, at) => this.#row(row, at))}</div>`
      }
      <div class="row">
        <button type="button" id="add" ?disabled=${rows.length >= MAX_ROWS} @click=${this.#add}>
          ${icon('plus')} Add row
        </button>
      </div>
      <fm-row-hosts
        .row=${choosing === null ? null : (rows[choosing] ?? null)}
        @fm-closed=${() => (this.choosing = null)}
        @fm-hosts=${({ detail }: CustomEvent<readonly string[] | null>) => {
          if (choosing !== null) this.#tell(withGroups(rows, choosing, detail));
          this.choosing = null;
        }}
      ></fm-row-hosts>
    </fieldset>`;
  }

  #row(row: Row, at: number): TemplateResult {
    const { rows } = this;
    return html`<div class="entry" role="group" aria-label="Row ${at + 1}">
      <fm-field
        name="value"
        label="Value of the claim"
        maxlength="256"
        .value=${row.value}
        .error=${this.isJudged ? rowProblem(row) : null}
        @fm-input=${({ detail }: CustomEvent<string>) => this.#tell(withValue(rows, at, detail))}
      ></fm-field>
      <fm-role
        bare
        .value=${row.role}
        @fm-role=${({ detail }: CustomEvent<Row['role']>) => this.#tell(withRole(rows, at, detail))}
      ></fm-role>
      <div class="hosts">
        <span>Hosts</span>
        ${
          row.role === 'admin'
            ? html`<p>All hosts, always</p>`
            : html`<button
                type="button"
                aria-label="Hosts of row ${at + 1}: ${hostsText(row)}"
                @click=${() => (this.choosing = at)}
              >
                ${hostsText(row)} ${icon('edit')}
              </button>`
        }
      </div>
      <div class="moves">
        ${this.#move(at, -1, 'chevron-up', 'up')} ${this.#move(at, 1, 'chevron-down', 'down')}
        <button
          type="button"
          class="plain square"
          aria-label="Remove row ${at + 1}"
          @click=${() => this.#remove(at)}
        >
          ${icon('trash')}
        </button>
      </div>
    </div>`;
  }

  #move(at: number, by: 1 | -1, shape: IconName, way: string): unknown {
    if (this.rows.length < 2) return nothing;
    return html`<button
      type="button"
      class="plain square ${way}"
      aria-label="Move row ${at + 1} ${way}"
      ?disabled=${this.rows[at + by] === undefined}
      @click=${() => {
        this.#tell(moved(this.rows, at, by));
        announce(`Row ${at + 1} is now row ${at + by + 1} of ${this.rows.length}.`);
        const stays = this.rows[at + by + by] !== undefined;
        // The focus moves with the row; at the end only the button back is left.
        this.#focus(at + by, stays ? `.${way}` : by === 1 ? '.up' : '.down');
      }}
    >
      ${icon(shape)}
    </button>`;
  }

  readonly #add = (): void => {
    this.#tell([...this.rows, newRow()]);
    this.#focus(this.rows.length - 1, 'fm-field');
  };

  #remove(at: number): void {
    this.#tell(without(this.rows, at));
    announce(`Row ${at + 1} removed.`);
    this.#focus(Math.min(at, this.rows.length - 1), 'fm-field');
  }

  /** Focuses a control of a row; without rows, the button that adds one. */
  #focus(at: number, control: string): void {
    void this.updateComplete.then(() => {
      const row = this.renderRoot.querySelectorAll('.entry')[at];
      const target = row?.querySelector<HTMLElement>(control);
      (target ?? this.renderRoot.querySelector<HTMLElement>('#add'))?.focus();
    });
  }

  #tell(rows: readonly Row[]): void {
    this.rows = rows;
    this.dispatchEvent(new CustomEvent('fm-rows', { detail: rows }));
  }
}

const hostsText = ({ group_ids: ids }: Row): string => scopeText(ids ?? null, 'All hosts');

define('fm-role-mapping', FmRoleMapping);
