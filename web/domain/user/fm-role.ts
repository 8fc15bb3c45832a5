import { html, type TemplateResult } from 'lit';
import '../../components/fm-field/fm-field.ts';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { features } from '../../core/features.ts';
import { Resource } from '../../core/resource.ts';
import type { Schemas } from '../../core/schema.ts';
import { roleHelp, roleOptions } from './texts.ts';

type Role = Schemas['RoleDetails'];

/** One of the roles, fixed and custom. Fires `fm-role` with its name. */
export class FmRole extends FmElement {
  static override properties = { value: {}, isBare: { type: Boolean, attribute: 'bare' } };
  declare value: string;
  /** Without the line that says what the role is for. */
  declare isBare: boolean;
  /** Until they are here, or where they cannot be read, the fixed ones are offered, and the one that is chosen. */
  readonly #custom = new Resource<Role[]>(this, {
    args: () => (features.serves('listRoles') ? [] : null),
    read: async (_, signal) => {
      const { roles } = await must(api.GET('/api/v1/roles', { signal }));
      return roles.filter(({ fixed }) => !fixed);
    },
  });

  constructor() {
    super();
    this.value = 'reporter';
    this.isBare = false;
  }

  override render(): TemplateResult {
    const custom = this.#custom.value ?? [];
    const names = [...new Set([...custom.map(({ name }) => name), this.value])];
    const known = roleOptions.map(({ value }): string => value);
    const more = names.filter((name) => !known.includes(name)).map((name) => ({ value: name, label: name }));
    return html`<fm-field
      kind="select"
      name="role"
      label="Role"
      help=${this.isBare ? '' : (custom.find(({ name }) => name === this.value)?.description ?? roleHelp(this.value))}
      .options=${[...roleOptions, ...more]}
      .value=${this.value}
      @fm-change=${({ detail }: CustomEvent<string>) => this.#chosen(detail)}
    ></fm-field>`;
  }

  #chosen(value: string): void {
    this.value = value;
    this.dispatchEvent(new CustomEvent('fm-role', { detail: value }));
  }
}

define('fm-role', FmRole);
