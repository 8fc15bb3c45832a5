import { rolePermissions } from '../../generated/managerOperations.ts';
import type { Permission, User } from './schema.ts';

/** What a page asks of its reader: a permission of the contract, any signed-in user, or nobody in particular. */
export type PagePermission = Permission | 'authenticated' | 'public';

/** Whether the manager would let this user do it. Only for what the screen offers: the manager checks by itself. */
export function may(user: User | null, permission: PagePermission): boolean {
  if (permission === 'public') return true;
  if (!user) return false;
  if (permission === 'authenticated') return true;
  return (rolePermissions[permission] as readonly string[]).includes(user.role);
}
