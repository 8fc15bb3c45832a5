import { css, html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-badge/fm-badge.ts';
import { confirmAction } from '#web/components/fm-confirm/fm-confirm.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import '#web/components/fm-time/fm-time.ts';
import { Action } from '#web/core/action.ts';
import { define, FmElement } from '#web/core/element.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Group } from '#web/domain/group/read.ts';
import { zonedText } from '#web/domain/recurrence/texts.ts';
import { icon } from '#web/icons/icons.ts';
import type { Entry, Kind } from './draft.ts';
import { conflictNotes, type Outlook } from './outlook.ts';
import { ownerText } from './owner.ts';
import { deleteEntry } from './read.ts';
import { KINDS, timesText } from './texts.ts';
import { isPast } from '#web/core/managerTime.ts';

const styles = css`
  ul {
    display: grid;
    gap: var(--fm-space-3);
    margin: 0;
    padding: 0;
    list-style: none;
  }

  h3 {
    margin: 0;
    overflow-wrap: anywhere;
  }

  .notes {
    gap: var(--fm-space-1);
    padding-inline-start: 1.25rem;
    list-style: disc;
  }

  li p {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

/** Windows or freezes, by their next start, each with what may be done. Fires `fm-edit` (the id) and `fm-changed`. */
export class FmEntries extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    kind: {},
    entries: { attribute: false },
    groups: { attribute: false },
    mayEdit: { type: Boolean },
    outlooks: { attribute: false },
  };
  declare kind: Kind;
  declare entries: readonly Entry[];
  declare groups: readonly Group[];
  declare mayEdit: boolean;
  /** What begins in the next openings, by the id of the window; without what is not known. */
  declare outlooks: ReadonlyMap<string, Outlook>;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.kind = 'window';
    this.entries = [];
    this.groups = [];
    this.mayEdit = false;
    this.outlooks = new Map();
  }

  override render(): TemplateResult {
    return html`${errorNotice(this.#action.problem)}
      <ul>
        ${this.entries.map((entry) => this.#row(entry))}
      </ul>`;
  }

  #row(entry: Entry): TemplateResult {
    const name = safeName(entry.name);
    const outlook = this.outlooks.get(entry.id);
    return html`<li class="card stack tight">
      <div class="row spread">
        <h3>${name}</h3>
        ${entry.enabled ? nothing : html`<fm-badge tone="neutral" label="Disabled"></fm-badge>`}
      </div>
      <p>${safeName(timesText(entry))}</p>
      <p>${ownerText(entry, this.groups)} · ${next(entry)}</p>
      ${outlook ? conflictNotes({ kind: this.kind, timezone: entry.timezone }, outlook) : nothing}
      ${this.mayEdit ? this.#acts(entry, name) : nothing}
    </li>`;
  }

  #acts(entry: Entry, name: string): TemplateResult {
    return html`<div class="row">
      <button
        aria-label="Edit ${name}"
        @click=${() => this.dispatchEvent(new CustomEvent('fm-edit', { detail: entry.id }))}
      >
        ${icon('edit')} Edit
      </button>
      <button
        aria-label="Delete ${name}"
        ?disabled=${this.#action.isBusy}
        @click=${() => void this.#delete(entry)}
      >
        ${icon('trash')} Delete
      </button>
    </div>`;
  }

  async #delete(entry: Entry): Promise<void> {
    const isSure = await confirmAction({
      title: `Delete the ${KINDS[this.kind].one} “${safeName(entry.name)}”?`,
      text:
        this.kind === 'window'
          ? 'Waiting hosts wait for their next window; hosts without another window can be patched at any time.'
          : 'Work blocked by the freeze starts once a window is open.',
      action: 'Delete',
    });
    if (!isSure) return;
    await this.#action.run(async () => {
      await deleteEntry(entry);
      this.dispatchEvent(new Event('fm-changed'));
    });
  }
}

function next({ next_start_at: from, next_end_at: to, timezone }: Entry): unknown {
  if (from === null) return html`<span class="quiet">No further occurrences.</span>`;
  return isPast(from)
    ? html`<strong>Now</strong>, until ${to === null ? nothing : zonedText(to, timezone)}`
    : html`next start ${zonedText(from, timezone)} (<fm-time .datetime=${from}></fm-time>)`;
}

define('fm-entries', FmEntries);
