import { css, html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import { define, FmElement } from '../../core/element.ts';
import { plural } from '../../core/format.ts';
import { Resource } from '../../core/resource.ts';
import { safeName } from '../../core/safeText.ts';
import { icon } from '../../icons/icons.ts';
import { readGroups, type Group } from '../group/read.ts';

const styles = css`
  .choice {
    display: flex;
  }

  .problem {
    color: var(--fm-bad-text);
  }

  .groups {
    max-height: 16rem;
    overflow: auto;
    margin-inline-start: var(--fm-space-5);
  }
`;

/**
 * Which hosts somebody sees: all, or those of some groups. `value` is the ids of the groups; null: all hosts. Fires
 * `fm-scope` with the new value.
 */
export class FmScope extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    value: { attribute: false },
    all: {},
    legend: {},
    empty: {},
    error: { attribute: false },
  };
  declare value: readonly string[] | null;
  /** What all hosts are called here: “All hosts”. */
  declare all: string;
  declare legend: string;
  /** What it means that no group is chosen; '': the form refuses that. */
  declare empty: string;
  /** What is wrong with the choice; null: nothing. */
  declare error: string | null;
  readonly #groups = new Resource<Group[]>(this, {
    args: () => (this.value === null ? null : []),
    read: (_, signal) => readGroups(signal),
  });

  constructor() {
    super();
    this.value = null;
    this.all = 'All hosts';
    this.legend = 'Hosts';
    this.empty = '';
    this.error = null;
  }

  override render(): TemplateResult {
    return html`<fieldset>
      <legend>${this.legend}</legend>
      ${this.#choice(this.all, true)} ${this.#choice('Only hosts of these groups', false)}
      ${this.value === null ? nothing : this.#list(this.value)}
      ${this.error === null ? nothing : html`<p class="problem" role="alert">${icon('error')} ${this.error}</p>`}
    </fieldset>`;
  }

  #choice(label: string, isAll: boolean): TemplateResult {
    return html`<label class="choice">
      <input
        type="radio"
        name="scope"
        .checked=${live(isAll === (this.value === null))}
        @change=${() => this.#tell(isAll ? null : [])}
      />
      <span>${label}</span>
    </label>`;
  }

  #list(chosen: readonly string[]): unknown {
    return renderReading(this.#groups, {
      what: 'the groups',
      isEmpty: ({ length }) => length === 0,
      empty: () => html`<p class="quiet">No groups yet. Create one first under Groups.</p>`,
      complete: (groups) =>
        html`<div class="groups" role="group" aria-label="Groups">
            ${groups.map(
              ({ id, name, hosts_total: hosts }) =>
                html`<label class="choice">
                  <input
                    type="checkbox"
                    .checked=${live(chosen.includes(id))}
                    @change=${() => this.#toggle(chosen, id)}
                  />
                  <span>${safeName(name)} <span class="quiet small">${plural(hosts, 'host')}</span></span>
                </label>`,
            )}
          </div>
          ${chosen.length > 0 || this.empty === '' ? nothing : html`<p class="quiet small">${this.empty}</p>`}`,
    });
  }

  #toggle(chosen: readonly string[], id: string): void {
    this.#tell(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  }

  #tell(value: readonly string[] | null): void {
    this.value = value;
    this.dispatchEvent(new CustomEvent('fm-scope', { detail: value }));
  }
}

define('fm-scope', FmScope);
