import { OPEN_PERMISSIONS, type Actor } from './actor.ts';

/** Permission → the roles that have it. */
export type Permissions = Readonly<Record<string, readonly string[]>>;

/** Whether the actor has the permission. Denies by default: nobody has a permission that no role is given. */
export function mayCall(permissions: Permissions, permission: string, actor: Actor): boolean {
  if (OPEN_PERMISSIONS.has(permission)) return true;
  if (actor.role === null) return false;
  if (permission === 'authenticated') return true;
  return permissions[permission]?.includes(actor.role) ?? false;
}
