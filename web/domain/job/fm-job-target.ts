import { css, html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import '../../components/fm-field/fm-field.ts';
import { define, FmElement } from '../../core/element.ts';
import { plural } from '../../core/format.ts';
import { safeName } from '../../core/safeText.ts';
import { icon } from '../../icons/icons.ts';
import type { GroupNames } from '../group/names.ts';
import { filterText, MOST_GROUPS, withPart, type Target } from './target.ts';
import { TARGET_TEXTS as texts } from './texts.ts';

const styles = css`
  :host {
    display: grid;
    gap: var(--fm-space-4);
  }

  .groups {
    display: grid;
    gap: var(--fm-space-2);
    max-height: 14rem;
    overflow: auto;
  }
`;

/**
 * Which hosts a job or a policy is for: groups and tags. Other parts of the target (single hosts, a filter) stay, and can be
 * removed. Fires `fm-target` with the new target.
 */
export class FmJobTarget extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    value: { attribute: false },
    names: { attribute: false },
    error: {},
    help: {},
  };
  declare value: Target;
  declare names: GroupNames;
  /** What is wrong with it; null: nothing. */
  declare error: string | null;
  /** Stands below the tags: an example, and when the hosts are looked for. */
  declare help: string;

  constructor() {
    super();
    this.value = {};
    this.names = new Map();
    this.error = null;
    this.help = '';
  }

  override render(): TemplateResult {
    const { host_ids: hosts = [], filter } = this.value;
    return html`${this.#groups()}
      <fm-field
        kind="list"
        name="target"
        label=${texts.tags}
        help=${this.help}
        maxlength="64"
        .value=${this.value.tags ?? []}
        .error=${this.error}
        @fm-input=${({ detail }: CustomEvent<readonly string[]>) => this.#set({ tags: [...detail] })}
      ></fm-field>
      ${hosts.length > 0 ? this.#kept(plural(hosts.length, 'single host'), { host_ids: [] }) : nothing}
      ${filter ? this.#kept(filterText(filter), { filter: undefined }) : nothing}`;
  }

  #groups(): unknown {
    const { group_ids: chosen = [] } = this.value;
    const unknown = chosen.filter((id) => !this.names.has(id));
    if (this.names.size + unknown.length === 0) return html`<p class="quiet">${texts.noGroups}</p>`;
    return html`<fieldset>
      <legend>Groups</legend>
      <div class="groups">
        ${[...this.names, ...unknown.map((id) => [id, 'A group outside your scope'] as const)].map(
          ([id, name]) =>
            html`<label class="choice">
              <input
                type="checkbox"
                .checked=${live(chosen.includes(id))}
                ?disabled=${chosen.length >= MOST_GROUPS && !chosen.includes(id)}
                @change=${() => this.#toggle(id)}
              />
              <span>${safeName(name)}</span>
            </label>`,
        )}
      </div>
    </fieldset>`;
  }

  #kept(what: string, without: Partial<Record<keyof Target, unknown>>): TemplateResult {
    return html`<p class="row">
      And ${what}.
      <button type="button" @click=${() => this.#set(without as Partial<Target>)}>
        ${icon('close')} Remove
      </button>
    </p>`;
  }

  #toggle(id: string): void {
    const { group_ids: chosen = [] } = this.value;
    this.#set({ group_ids: chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id] });
  }

  #set(part: Partial<Target>): void {
    this.dispatchEvent(new CustomEvent('fm-target', { detail: withPart(this.value, part) }));
  }
}

define('fm-job-target', FmJobTarget);
