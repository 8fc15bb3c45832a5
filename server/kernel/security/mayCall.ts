import { OPEN_PERMISSIONS, type Actor } from './actor.ts';

/** Permission → the roles that have it. */
export type Permissions = Readonly<Record<string, readonly string[]>>;

/** Denies by default: an operation whose permission nobody was given is nobody's. */
export function mayCall(permissions: Permissions, permission: string, actor: Actor): boolean {
  if (OPEN_PERMISSIONS.has(permission)) return true;
  if (actor.role === null) return false;
  if (permission === 'authenticated') return true;
  return permissions[permission]?.includes(actor.role) ?? false;
}
