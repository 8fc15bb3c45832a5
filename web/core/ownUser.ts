import { api, must } from './api.ts';
import type { User } from './schema.ts';
import { session } from './session.ts';

/**
 * Reads anew who is signed in, after something changed what an account has: its factors, its password, its link. What
 * asks for a proof goes by it. Never rejects. Null: it could not be read, and the old one stays.
 */
export async function rereadOwnUser(): Promise<User | null> {
  const user = await must(api.GET('/api/v1/users/me')).catch(() => null);
  if (user) session.userIs(user);
  return user;
}
