import { rolePermissions } from '../../generated/managerOperations.ts';
import type { Permission, User } from './schema.ts';

/** What a page requires of its reader: a permission of the contract, a signed-in user, or nothing. */
export type PagePermission = Permission | 'authenticated' | 'public';

/**
 * Whether the manager would let this user do it. Only decides what the screen offers: the manager checks for itself.
 */
export function may(user: User | null, permission: PagePermission): boolean {
  if (permission === 'public') return true;
  if (!user) return false;
  if (permission === 'authenticated') return true;
  // What the manager said at the sign-in. A page that was open before it knew of that goes by the fixed roles.
  return (user.permissions ?? permissionsOf(user.role)).includes(permission);
}

/** What a named set of the contract's table holds: a fixed role, or a scope of tokens. Not those of installed plugins. */
export const permissionsOf = (set: string): string[] =>
  Object.entries(rolePermissions).flatMap(([permission, sets]: [string, readonly string[]]) =>
    sets.includes(set) ? [permission] : [],
  );

/** Whether the user sees the hosts of some groups alone. */
export const isLimited = (user: User | null): boolean => (user?.scope_group_ids ?? null) !== null;
