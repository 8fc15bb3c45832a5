/** What the return from the identity provider left behind the `#`; see the callback in the contract. */
export interface SsoReturn {
  /** To be exchanged for tokens. */
  code: string | null;
  /** Another flow that is done: `linked`, `reauthenticated`. */
  done: string | null;
  /** The code of what went wrong. */
  error: string | null;
  returnTo: string | null;
}

/** Null: this is no return from the identity provider. */
export function ssoReturnIn(hash: string): SsoReturn | null {
  const given = new URLSearchParams(hash.slice(1));
  const [code, done, error] = [given.get('sso_code'), given.get('sso'), given.get('sso_error')];
  return (code ?? done ?? error) === null ? null : { code, done, error, returnTo: given.get('return_to') };
}
