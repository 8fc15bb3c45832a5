import { html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../core/action.ts';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { explain } from '../../core/errors.ts';
import { PagedList } from '../../core/pagedList.ts';
import { navigate } from '../../core/router.ts';
import type { Schemas } from '../../core/schema.ts';
import { confirmAction } from '../../components/fm-confirm/fm-confirm.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import '../../components/fm-table/fm-table.ts';
import { memberColumns } from '../../domain/group/columns.ts';
import type { Group } from '../../domain/group/read.ts';
import type { BulkFailure } from '../../domain/host/bulkRun.ts';
import { hostHref } from '../../domain/host/columns.ts';
import { hostName } from '../../domain/host/hostName.ts';
import { icon } from '../../icons/icons.ts';
import './fm-add-hosts.ts';
import { takeOut } from './members.ts';
import { texts } from './texts.ts';

type Host = Schemas['Host'];

/** The hosts of a group. Those who may can change them, where they are listed by hand. Fires `fm-changed`. */
export class FmGroupMembers extends FmElement {
  static override properties = {
    group: { attribute: false },
    mayEdit: { type: Boolean },
    selected: { state: true },
    isAdding: { state: true },
    done: { state: true },
    refused: { state: true },
  };
  declare group: Group;
  declare mayEdit: boolean;
  declare selected: ReadonlySet<string>;
  declare isAdding: boolean;
  /** What was done last, in words. */
  declare done: string | null;
  /** The hosts that could not be taken out, and why. */
  declare refused: readonly BulkFailure[];
  readonly #action = new Action(this);

  constructor() {
    super();
    this.mayEdit = false;
    this.selected = new Set();
    this.isAdding = false;
    this.done = null;
    this.refused = [];
  }

  readonly #hosts = new PagedList<Host, { id: string }>(this, {
    query: () => ({ id: this.group.id }),
    read: async ({ id }, query, signal) => {
      const params = { path: { group_id: id }, query };
      const list = await must(api.GET('/api/v1/groups/{group_id}/hosts', { params, signal }));
      return { rows: list.hosts, total: list.total, cursor: list.next_cursor };
    },
  });

  override render(): TemplateResult {
    return html`<section class="stack" aria-label="Hosts of the group">
      ${this.mayEdit ? this.#bar() : nothing}
      ${this.done === null ? nothing : html`<p class="notice ok" role="status">${icon('check')} ${this.done}</p>`}
      ${this.#refusals()} ${errorNotice(this.#action.problem)}
      ${
        this.isAdding
          ? html`<fm-add-hosts
              .groupId=${this.group.id}
              @fm-added=${({ detail }: CustomEvent<number>) => this.#changed(texts.added(detail))}
              @fm-cancel=${() => (this.isAdding = false)}
            ></fm-add-hosts>`
          : nothing
      }
      ${renderReading(this.#hosts, {
        what: 'the hosts',
        isEmpty: () => this.#hosts.total === 0,
        empty: () =>
          html`<fm-state
            kind="empty"
            heading=${this.group.rule ? texts.noneByRule : texts.noneListed}
          ></fm-state>`,
        complete: (rows) => this.#table(rows),
      })}
    </section>`;
  }

  #bar(): TemplateResult {
    const { size } = this.selected;
    return html`<div class="row">
      <button ?disabled=${this.isAdding} @click=${() => this.#add()}>${icon('plus')} Add hosts</button>
      ${
        size === 0
          ? nothing
          : html`<button ?disabled=${this.#action.isBusy} @click=${() => void this.#takeOut()}>
              ${icon('trash')} ${texts.takeOut(size)}
            </button>`
      }
    </div>`;
  }

  #refusals(): unknown {
    if (this.refused.length === 0) return nothing;
    return html`<div class="notice bad" role="alert">
      <div>
        <strong>${texts.notTakenOut(this.refused.length)}</strong>
        <ul>
          ${this.refused.map(({ target, error }) => html`<li>${target.name}: ${explain(error).what}</li>`)}
        </ul>
      </div>
    </div>`;
  }

  #table(rows: readonly Host[]): TemplateResult {
    return html`<fm-table
      label="Hosts of the group"
      .rows=${rows}
      .total=${this.#hosts.total}
      .columns=${memberColumns}
      .selected=${this.mayEdit ? this.selected : null}
      @fm-select=${({ detail }: CustomEvent<ReadonlySet<string>>) => (this.selected = detail)}
      @fm-open=${({ detail }: CustomEvent<Host>) => navigate(hostHref(detail))}
      @fm-near-end=${() => this.#hosts.more()}
    ></fm-table>`;
  }

  #add(): void {
    this.done = null;
    this.isAdding = true;
  }

  async #takeOut(): Promise<void> {
    const hosts = this.#hosts.rows.filter(({ id }) => this.selected.has(id));
    const isSure = await confirmAction({
      title: texts.takeOutTitle(hosts.length, this.group.name),
      text: texts.takeOutText,
      items: hosts.map(hostName),
      action: 'Remove',
    });
    if (!isSure) return;
    this.done = null;
    await this.#action.run(async () => {
      this.refused = await takeOut(this.group.id, hosts);
      const left = new Set(this.refused.map(({ target }) => target.id));
      this.selected = left;
      this.#changed(texts.takenOut(hosts.length - left.size));
    });
    // A refusal may mean that the group was deleted.
    if (this.#action.problem !== null) this.dispatchEvent(new CustomEvent('fm-changed'));
  }

  #changed(done: string): void {
    this.isAdding = false;
    this.done = done;
    this.#hosts.restart();
    this.dispatchEvent(new CustomEvent('fm-changed'));
  }
}

define('fm-group-members', FmGroupMembers);
