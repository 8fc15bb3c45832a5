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
  // Those of installed plugins are not known here; the manager decides.
  const roles: Partial<Record<string, readonly string[]>> = rolePermissions;
  return roles[permission]?.includes(user.role) ?? false;
}

/** Whether the user sees the hosts of some groups alone. */
export const isLimited = (user: User | null): boolean => (user?.scope_group_ids ?? null) !== null;
