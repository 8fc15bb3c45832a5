import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** `__Host-`: no other host of the domain, and nobody on a plain connection, can set it (RFC 6265bis, 4.1.3.2). */
export const COOKIE = '__Host-fleetmend-sso';
const LIFE_SECS = 600;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits, for states, codes and cookies. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** What binds a sign-in to the browser that began it; null: the browser sent no such cookie, or two. */
export function bindingOf({ cookie = '' }: IncomingHttpHeaders): string | null {
  const found = cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${COOKIE}=`))
    .map((pair) => pair.slice(COOKIE.length + 1));
  const [only, ...others] = found;
  return only !== undefined && others.length === 0 && SECRET.test(only) ? only : null;
}

/** Two tabs that sign in at once share the binding: a second cookie would replace the first. */
export const bindingFor = (headers: IncomingHttpHeaders): string => bindingOf(headers) ?? newSecret();

export const cookieHeader = (binding: string): Record<string, string> => ({
  'Set-Cookie': `${COOKIE}=${binding}; Path=/; Max-Age=${LIFE_SECS}; Secure; HttpOnly; SameSite=Lax`,
});
