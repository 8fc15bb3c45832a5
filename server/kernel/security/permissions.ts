import { OPEN_PERMISSIONS, type Actor } from './actor.ts';

/**
 * The one table of permissions (`x-permissions` of the contract): permission → the named sets that hold it, which are
 * the fixed roles and the scopes of API tokens. A custom role is one more set of its permissions, kept as a row.
 */
export type Permissions = Readonly<Record<string, readonly string[]>>;

/** Roles that every manager has, and nobody changes. */
export const FIXED_ROLES: readonly string[] = ['admin', 'operator', 'reporter'];

/** What a token may be made for; it is never more than its owner and its role hold. */
export const TOKEN_SCOPES = ['read', 'patch', 'configuration', 'enroll', 'metrics'] as const;
/** A named set of permissions that narrows an API token. */
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/**
 * Whoever makes accounts, or says who vouches for them, can become anybody. So these are the administrators' alone: no
 * custom role and no service account holds them, and who holds them sees all hosts.
 */
export const ADMINISTRATION: readonly string[] = ['users:manage', 'settings:manage'];

/** People alone give approvals, and write the rules for them; nobody stands behind a service account. */
const OF_PEOPLE: readonly string[] = [...ADMINISTRATION, 'approvals:manage', 'approvals:decide'];

/** What a service account may do at most, of what its role holds. */
export const ofServices = (permissions: readonly string[]): string[] => beyond(permissions, OF_PEOPLE);

/** Whether the caller holds what makes an administrator: who could become anybody, and sees all hosts. */
export const isAdministrator = ({ permissions }: Pick<Actor, 'permissions'>): boolean =>
  ADMINISTRATION.every((permission) => permissions.includes(permission));

/** What a named set of the table holds, in the order of the table; nothing for a set that nobody gave anything. */
export const permissionsIn = (table: Permissions, set: string): string[] =>
  Object.keys(table).filter((permission) => table[permission]?.includes(set));

/** What counts of several sets: what each of them holds, never an order of them. */
export const intersection = (first: readonly string[], ...others: readonly (readonly string[])[]): string[] =>
  first.filter((permission) => others.every((set) => set.includes(permission)));

/** Those of the first set that the second does not hold. */
export const beyond = (set: readonly string[], held: readonly string[]): string[] =>
  set.filter((permission) => !held.includes(permission));

/**
 * Those that are about the whole installation: no operator has them, and their operations ask for no host scope. Nobody
 * who is limited to groups of hosts may use them.
 */
export const concerningAll = (table: Permissions, permissions: readonly string[]): string[] =>
  permissions.filter((permission) => table[permission]?.includes('operator') === false);

/** Whether the actor has the permission. Denies by default. */
export function mayCall(permission: string, { role, permissions }: Actor): boolean {
  if (OPEN_PERMISSIONS.has(permission)) return true;
  if (role === null) return false;
  return permission === 'authenticated' || permissions.includes(permission);
}
