import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-page-header/fm-page-header.ts';
import type { PageAction } from '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { features } from '#web/core/features.ts';
import { plural } from '#web/core/format.ts';
import { setQuery } from '#web/core/query.ts';
import { Resource } from '#web/core/resource.ts';
import type { Schemas } from '#web/core/schema.ts';
import { roleHelp, roleText } from '#web/domain/user/texts.ts';
import './fm-role-form.ts';

type Role = Schemas['RoleDetails'];

/** The roles, fixed and custom; `?role=` shows what one may call, `?new=1` makes another. */
export class FmPageRoles extends FmPage {
  readonly #roles = new Resource<readonly Role[]>(this, {
    args: () => [],
    read: async (_, signal) => (await must(api.GET('/api/v1/roles', { signal }))).roles,
    rereads: () => true,
  });

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading="Roles" .actions=${actions()}>
        <p>Named sets of what may be done. A user, an API token or a service account has one.</p>
      </fm-page-header>
      ${renderReading(this.#roles, { what: 'the roles', complete: (roles) => this.#all(roles) })}
    </div>`;
  }

  #all(roles: readonly Role[]): TemplateResult {
    const chosen = roles.find(({ name }) => name === this.query.get('role')) ?? null;
    return html`<fm-table
        label="Roles"
        .columns=${COLUMNS}
        .rows=${roles}
        .rowHref=${({ name }: Role) => `/roles?role=${encodeURIComponent(name)}`}
        .total=${roles.length}
      ></fm-table>
      ${this.query.has('new') ? this.#form(null) : chosen ? this.#form(chosen) : nothing}`;
  }

  #form(role: Role | null): TemplateResult {
    return html`<fm-role-form
      .edited=${role}
      @fm-saved=${({ detail }: CustomEvent<string | null>) => {
        this.#roles.retry();
        setQuery({ new: null, role: detail });
      }}
      @fm-again=${() => this.#roles.retry()}
    ></fm-role-form>`;
  }
}

const actions = (): PageAction[] =>
  features.serves('createRole')
    ? [{ key: 'new', label: 'New role', icon: 'plus', tone: 'primary', href: '/roles?new=1' }]
    : [];

const COLUMNS: readonly Column<Role>[] = [
  {
    key: 'name',
    header: 'Role',
    minRem: 10,
    isRowHeader: true,
    text: ({ name }) => name,
    render: ({ name }) => roleText(name),
  },
  {
    key: 'description',
    header: 'For',
    minRem: 14,
    grow: 2,
    priority: 2,
    render: ({ fixed, name, description }) => description ?? (fixed ? roleHelp(name) : ''),
  },
  {
    key: 'permissions',
    header: 'May',
    minRem: 8,
    render: ({ permissions }) => plural(permissions.length, 'permission'),
  },
  {
    key: 'fixed',
    header: 'Kind',
    minRem: 6,
    priority: 3,
    render: ({ fixed }) => (fixed ? 'Fixed' : 'Custom'),
  },
];

define('fm-page-roles', FmPageRoles);
