import type { Knex } from 'knex';
import { AppError, validationError } from '#server/shared/wire/appError.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import { lockByName } from '#server/kernel/db/locks.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import { Editable } from '#server/kernel/editable/editable.ts';
import { changesNothing } from '#server/kernel/http/etag.ts';
import {
  ADMINISTRATION,
  beyond,
  FIXED_ROLES,
  permissionsIn,
  TOKEN_SCOPES,
} from '#server/kernel/security/permissions.ts';
import type { ChangedBy } from '../accounts.ts';
import { RoleModel, UserModel } from '../models.ts';
import type { NamedRole, RoleDraft, Roles } from '../roles.ts';

/** What roles need; also available to commands on the manager's machine. */
export type RolesContext = Pick<Context, 'db' | 'permissions'>;

type Held = ReadonlyMap<string, readonly string[]>;

export const MOST_ROLES = 200;
/** Held by whoever gives a custom role, changes or deletes one. */
const LOCK = 'identity.roles';

const roleNotFound = (): AppError => new AppError('ROLE_NOT_FOUND');

const edits = new Editable(RoleModel, {
  kind: 'role',
  fields: ['name', 'description', 'permissions'],
  full: 'ROLE_LIMIT_REACHED',
  notFound: roleNotFound,
});

export function createRoles(ctx: Context): Roles {
  const { reader } = ctx.db;
  return {
    permissionsOf: async (name, tx) => (await heldBy(ctx, tx?.knex ?? reader, [name])).get(name) ?? [],
    permissionsOfAll: (names, tx) => heldBy(ctx, tx?.knex ?? reader, names),
    give: (tx, name, by) => giveRole(ctx, tx, name, by),
    async holding(permissions) {
      const roles = await listRoles(ctx);
      return roles
        .filter((role) => beyond(permissions, role.permissions).length === 0)
        .map(({ name }) => name);
    },
    list: () => listRoles(ctx),
    async read(name) {
      const role = (await listRoles(ctx)).find((one) => one.name === name);
      if (!role) throw roleNotFound();
      return role;
    },
    create: (call, draft, by) =>
      ctx.tx(async (tx) => shown(ctx, await edits.once(ctx, tx, call, () => create(ctx, tx, draft, by))), {
        name: 'create role',
      }),
    update: (name, { set, ifMatch }, by) =>
      ctx.tx(
        async (tx) => {
          const before = await edits.locked(tx, await customId(tx, name), ifMatch);
          if (changesNothing<Partial<RoleDraft>>(before, set)) return shown(ctx, before);
          if (set.permissions) judge(ctx, set.permissions, by);
          const after = await edits.update(ctx, tx, { before, set: changeOf(set) }, { by });
          await ctx.steps.join(tx, 'identity.roleChanged', {
            role: name,
            permissions: after.permissions,
            by,
          });
          ctx.events.emit(tx, 'identity.roleChanged', { role: name });
          return shown(ctx, after);
        },
        { name: 'update role' },
      ),
    remove: (name, ifMatch, by) =>
      ctx.tx(
        async (tx) => {
          const role = await edits.locked(tx, await customId(tx, name), ifMatch);
          const holder = await UserModel.query(tx.knex).findOne({ role: name }).forUpdate();
          if (holder) throw new AppError('ROLE_IN_USE');
          await ctx.steps.join(tx, 'identity.roleRemoved', { role: name, by });
          await edits.delete(ctx, tx, [role], { by });
        },
        { name: 'delete role' },
      ),
  };
}

const changeOf = ({ description, permissions }: Partial<RoleDraft>): Partial<RoleModel> => ({
  ...(description === undefined ? {} : { description }),
  ...(permissions === undefined ? {} : { permissions: [...permissions] }),
});

/** What roles hold now: the fixed ones by the table, the others by their rows, of what the table still knows. */
export async function heldBy(
  { permissions: table }: Pick<RolesContext, 'permissions'>,
  knex: Knex,
  names: readonly string[],
): Promise<Held> {
  const wanted = [...new Set(names)];
  const held = new Map(
    wanted.map((name) => [name, FIXED_ROLES.includes(name) ? permissionsIn(table, name) : []]),
  );
  const custom = wanted.filter((name) => !FIXED_ROLES.includes(name));
  if (custom.length === 0) return held;
  for (const { name, permissions } of await RoleModel.query(knex).whereIn('name', custom))
    held.set(name, grantable(table, permissions));
  return held;
}

/** Also of rows that somebody wrote past the manager: what no custom role may hold, none holds. */
const grantable = (table: Context['permissions'], permissions: readonly string[]): string[] =>
  Object.keys(table).filter((one) => permissions.includes(one) && !ADMINISTRATION.includes(one));

/** See `Roles.give`. */
export async function giveRole(
  ctx: RolesContext,
  tx: Tx,
  name: string,
  by: ChangedBy,
): Promise<readonly string[]> {
  if (!FIXED_ROLES.includes(name)) {
    await lockByName(tx, LOCK);
    if (!(await RoleModel.query(tx.knex).findOne({ name }))) throw roleNotFound();
  }
  const held = (await heldBy(ctx, tx.knex, [name])).get(name) ?? [];
  refuseBeyond(held, by);
  return held;
}

/** Nobody makes what he is not: throws FORBIDDEN for a person or a tool that does not hold all of these itself. */
export function refuseBeyond(permissions: readonly string[], { actor }: ChangedBy): void {
  if (actor.kind !== 'user' && actor.kind !== 'token') return;
  const more = beyond(permissions, actor.permissions);
  if (more.length === 0) return;
  throw new AppError('FORBIDDEN', {
    message: `You cannot give, or take over, what you do not have yourself: ${more.join(', ')}.`,
  });
}

async function create(ctx: Context, tx: Tx, draft: RoleDraft, by: ChangedBy): Promise<RoleModel> {
  const { name, description, permissions } = draft;
  const reserved = [...FIXED_ROLES, ...TOKEN_SCOPES];
  await lockByName(tx, LOCK);
  if (reserved.includes(name)) throw new AppError('ROLE_EXISTS');
  await edits.refuseFull(tx, MOST_ROLES);
  judge(ctx, permissions, by);
  return edits.insert(ctx, tx, { name, description, permissions: [...permissions] }, { by });
}

/** Throws VALIDATION_FAILED for what is no permission, or administrators' alone, and FORBIDDEN as `refuseBeyond`. */
function judge({ permissions: table }: RolesContext, permissions: readonly string[], by: ChangedBy): void {
  const issues = permissions.flatMap((permission, at) => {
    const path = `/body/permissions/${at}`;
    if (!Object.hasOwn(table, permission))
      return [{ path, message: `${permission} is no permission of this manager` }];
    if (!ADMINISTRATION.includes(permission)) return [];
    return [{ path, message: `${permission} is the role admin's alone: who has it could become anybody` }];
  });
  if (issues.length > 0) throw validationError(issues);
  refuseBeyond(permissions, by);
}

/** With the lock of roles. Throws ROLE_FIXED and ROLE_NOT_FOUND. */
async function customId(tx: Tx, name: string): Promise<string> {
  if (FIXED_ROLES.includes(name)) throw new AppError('ROLE_FIXED');
  await lockByName(tx, LOCK);
  const row = await RoleModel.query(tx.knex).findOne({ name });
  if (!row) throw roleNotFound();
  return row.id;
}

async function listRoles({ db, permissions: table }: RolesContext): Promise<NamedRole[]> {
  const fixed = FIXED_ROLES.map((name) => ({
    id: null,
    name,
    description: null,
    permissions: permissionsIn(table, name),
    editVersion: null,
    createdAt: null,
    updatedAt: null,
  }));
  const rows = await RoleModel.query(db.reader).orderBy('name');
  return [...fixed, ...rows.map((row) => shown({ permissions: table }, row))];
}

function shown({ permissions: table }: Pick<RolesContext, 'permissions'>, row: RoleModel): NamedRole {
  const { id, name, description, permissions, editVersion, createdAt, updatedAt } = row;
  return {
    id,
    name,
    description,
    permissions: grantable(table, permissions),
    editVersion,
    createdAt,
    updatedAt,
  };
}
