import { api, must } from './api.ts';
import { session } from './session.ts';

/**
 * Reads anew who is signed in, after something changed what an account has: its factors, its password, its link. What
 * asks for a proof goes by it. Never rejects: where it cannot be read, the old one stays.
 */
export async function rereadOwnUser(): Promise<void> {
  const user = await must(api.GET('/api/v1/users/me')).catch(() => null);
  if (user) session.userIs(user);
}
