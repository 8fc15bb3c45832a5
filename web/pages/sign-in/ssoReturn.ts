import { ApiError } from '../../core/apiError.ts';
import { ssoReturnIn } from '../../core/ssoReturn.ts';

export type SsoReturn = { code: string } | { error: ApiError };

const PATH = /^\/(?!\/)[!-~]{0,511}$/;

/**
 * What the return from the identity provider left behind the `#`. The address becomes the one that the person wanted,
 * and neither a reload nor the history brings the code or the error again. Null: this is no such return.
 */
export function takeSsoReturn(): SsoReturn | null {
  const back = ssoReturnIn(location.hash);
  // The results of other flows are for the page behind the sign-in.
  if (!back || (back.code ?? back.error) === null) return null;
  history.replaceState(null, '', ownPath(back.returnTo) ?? location.pathname + location.search);
  if (back.code !== null) return { code: back.code };
  const message = 'The sign-in at the identity provider failed.';
  return { error: new ApiError({ code: back.error ?? '', message, status: 0 }) };
}

/** A path of this UI; null if it leads elsewhere: a link with a return of its own may come from anybody. */
function ownPath(path: string | null): string | null {
  if (path === null || !PATH.test(path)) return null;
  const url = new URL(path, location.origin);
  return url.origin === location.origin ? url.pathname + url.search + url.hash : null;
}

/** The path to come back to: here, or home from the sign-in itself; null: the manager would not take the address. */
export function returnPath(): string | null {
  const path = location.pathname === '/sign-in' ? '/' : location.pathname + location.search;
  return PATH.test(path) ? path : null;
}
