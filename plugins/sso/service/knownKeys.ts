import { decodeProtectedHeader } from 'jose/decode/protected_header';
import * as openid from 'openid-client';
import type { Discovered } from './discovery.ts';

interface Parts {
  found: Discovered;
  call: openid.CustomFetch;
}

/**
 * Calls the provider, and gives openid-client the keys of earlier sign-ins only where they hold the one that signed the
 * ID token that comes. Otherwise it reads the keys now. (Left to itself it refuses a key that it does not know until
 * the keys are 60 s old, so after each change of keys people could not sign in.) Nobody can flood the provider by this:
 * a token is what the provider itself answered to this manager, so there is at most one call for keys to each token.
 */
export function knownKeysFor(config: openid.Configuration, { found, call }: Parts): openid.CustomFetch {
  const tokens = new URL(found.metadata.token_endpoint).href;
  return async (url, options) => {
    const answer = await call(url, options);
    if (url !== tokens || !found.keys) return answer;
    const kid = keyIdOf(
      await answer
        .clone()
        .json()
        .catch(() => null),
    );
    if (kid !== null && found.keys.jwks.keys.some((key) => key.kid === kid))
      openid.setJwksCache(config, found.keys);
    return answer;
  };
}

/** The id of the key that signed the ID token of this answer; null: the token names none, or there is no token. */
function keyIdOf(body: unknown): string | null {
  const { id_token: token } = (body ?? {}) as { id_token?: unknown };
  if (typeof token !== 'string') return null;
  try {
    return decodeProtectedHeader(token).kid ?? null;
  } catch {
    return null;
  }
}
