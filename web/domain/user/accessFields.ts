import { html, type TemplateResult } from 'lit';
import type { Schemas } from '../../core/schema.ts';
import './fm-scope.ts';
import './fm-role.ts';

type Role = Schemas['Role'];

/** What somebody may do, and on which hosts: ids of groups, null for all. */
export interface Access {
  role: Role;
  scope: readonly string[] | null;
}

/** The form fields for role and scope; `changed` is called with what has changed. */
export function accessFields(
  { role, scope }: Access,
  changed: (access: Partial<Access>) => void,
): TemplateResult {
  return html`<fm-role
      .value=${role}
      @fm-role=${({ detail }: CustomEvent<Role>) => changed({ role: detail })}
    ></fm-role>
    ${
      role === 'admin'
        ? html`<p class="quiet small">Administrators see all hosts.</p>`
        : html`<fm-scope
            empty="Without a group, this account sees no hosts."
            .value=${scope}
            @fm-scope=${({ detail }: CustomEvent<Access['scope']>) => changed({ scope: detail })}
          ></fm-scope>`
    }`;
}

/** The scope as the manager takes it: an administrator's is all hosts. */
export const scopeOf = ({ role, scope }: Access): string[] | null =>
  role === 'admin' || scope === null ? null : [...scope];
