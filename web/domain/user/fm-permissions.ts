import { css, html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { plural } from '../../core/format.ts';
import { Resource } from '../../core/resource.ts';
import type { Schemas } from '../../core/schema.ts';

type Permission = Schemas['PermissionDetails'];

const styles = css`
  .features {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr));
    gap: var(--fm-space-4);
  }

  .choice {
    display: flex;
  }

  details {
    margin-inline-start: var(--fm-space-5);
  }

  ul {
    margin-block: var(--fm-space-1);
    padding-inline-start: var(--fm-space-5);
  }
`;

/**
 * What a set of permissions lets its holder call, by feature and in the words of the contract. With `editable` each can
 * be chosen that a custom role may hold; fires `fm-permissions` with the names that are chosen.
 */
export class FmPermissions extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    value: { attribute: false },
    isEditable: { type: Boolean, attribute: 'editable' },
  };
  declare value: readonly string[];
  declare isEditable: boolean;
  readonly #table = new Resource<readonly Permission[]>(this, {
    args: () => [],
    read: async (_, signal) => (await must(api.GET('/api/v1/permissions', { signal }))).permissions,
  });

  constructor() {
    super();
    this.value = [];
    this.isEditable = false;
  }

  override render(): unknown {
    return renderReading(this.#table, {
      what: 'the permissions',
      complete: (table) => this.#features(table),
    });
  }

  #features(table: readonly Permission[]): TemplateResult {
    const shown = table.filter(({ name, grantable }) =>
      this.isEditable ? grantable : this.value.includes(name),
    );
    if (shown.length === 0) return html`<p class="quiet">Nothing.</p>`;
    const features = Map.groupBy(shown, ({ name }) => name.split(':')[0] ?? name);
    return html`<div class="features">
      ${[...features].map(
        ([feature, permissions]) =>
          html`<fieldset>
            <legend>${titleOf(feature)}</legend>
            ${permissions.map((permission) => this.#permission(permission))}
          </fieldset>`,
      )}
    </div>`;
  }

  #permission(permission: Permission): TemplateResult {
    const { name, operations, concerns_all_hosts: isWhole } = permission;
    const verb = titleOf(name.split(':')[1] ?? name);
    const label = html`<span
      >${verb} ${isWhole ? html`<span class="quiet small">all hosts</span>` : nothing}</span
    >`;
    return html`${
        this.isEditable
          ? html`<label class="choice">
              <input
                type="checkbox"
                name=${name}
                .checked=${live(this.value.includes(name))}
                @change=${() => this.#toggle(name)}
              />
              ${label}
            </label>`
          : html`<div>${label}</div>`
      }
      <details>
        <summary class="small">
          ${plural(operations.length, 'call')}<span class="visually-hidden"> of ${name}</span>
        </summary>
        <ul class="small">
          ${operations.map(({ summary }) => html`<li>${summary}</li>`)}
        </ul>
      </details>`;
  }

  #toggle(name: string): void {
    const chosen = this.value;
    this.value = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name];
    this.dispatchEvent(new CustomEvent('fm-permissions', { detail: this.value }));
  }
}

const titleOf = (word: string): string => {
  const text = word.replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

define('fm-permissions', FmPermissions);
