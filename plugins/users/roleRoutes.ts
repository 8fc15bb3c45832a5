import { actedBy, actors, type Context, empty, etags, idempotent, paging, reply, type Routes } from '#sdk';
import type { NamedRole } from '#sdk/identity.ts';
import type { components } from '../../generated/manager.ts';

type Operation = 'listPermissions' | 'listRoles' | 'createRole' | 'getRole' | 'updateRole' | 'deleteRole';

const FIXED_ROLES = ['admin', 'operator', 'reporter'] as const;

/** Roles as named sets of permissions; their rows are of `core/identity`. */
export function roleRoutes(ctx: Context): Pick<Routes<'users'>, Operation> {
  const { roles } = ctx.core.identity;
  return {
    async listPermissions({ query }) {
      const permissions = Object.keys(ctx.permissions).map((name) => permissionToWire(ctx, name));
      return reply(200, paging.list('permissions', permissions, query, byName));
    },
    async listRoles({ query }) {
      const all = (await roles.list()).map(roleToWire);
      return reply(200, paging.list('roles', all, query, byName));
    },
    async getRole({ params }) {
      const role = await roles.read(params.role_name);
      return reply(200, roleToWire(role));
    },
    async createRole(request) {
      const { name, description = null, permissions } = request.body;
      const call = idempotent.call('createRole', request);
      const role = await roles.create(call, { name, description, permissions }, actedBy(request));
      return reply(201, roleToWire(role));
    },
    async updateRole(request) {
      const { description, permissions } = request.body;
      const set = {
        ...(description === undefined ? {} : { description }),
        ...(permissions === undefined ? {} : { permissions }),
      };
      const edit = { set, ifMatch: etags.read(request.headers['if-match']) };
      const role = await roles.update(request.params.role_name, edit, actedBy(request));
      return reply(200, roleToWire(role));
    },
    async deleteRole(request) {
      const ifMatch = etags.read(request.headers['if-match']);
      await roles.remove(request.params.role_name, ifMatch, actedBy(request));
      return empty(204);
    },
  };
}

/** Their names are their ids. */
const byName = { idOf: ({ name }: { name: string }): string => name };

function permissionToWire(
  { permissions: table, operations }: Context,
  name: string,
): components['schemas']['PermissionDetails'] {
  const sets = table[name] ?? [];
  return {
    name,
    roles: FIXED_ROLES.filter((role) => sets.includes(role)),
    scopes: actors.TOKEN_SCOPES.filter((scope) => sets.includes(scope)),
    services: actors.ofServices([name]).length > 0,
    grantable: !actors.ADMINISTRATION.includes(name),
    concerns_all_hosts: actors.concerningAll(table, [name]).length > 0,
    operations: operations
      .filter(({ permission }) => permission === name)
      .map(({ operationId, summary }) => ({ operation_id: operationId, summary })),
  };
}

const roleToWire = (role: NamedRole): components['schemas']['RoleDetails'] => ({
  id: role.id,
  name: role.name,
  description: role.description,
  fixed: role.editVersion === null,
  permissions: [...role.permissions],
  created_at: role.createdAt?.toISOString() ?? null,
  updated_at: role.updatedAt?.toISOString() ?? null,
  edit_version: role.editVersion,
});
