import { api, must } from './api.ts';
import type { User } from './schema.ts';
import { session } from './session.ts';

/**
 * Reads the signed-in user again, after a change to the account's factors, password or link: how a proof is asked for
 * depends on them. Never rejects. Null: it could not be read, and the old one stays.
 */
export async function rereadOwnUser(): Promise<User | null> {
  const user = await must(api.GET('/api/v1/users/me')).catch(() => null);
  if (user) session.userIs(user);
  return user;
}
