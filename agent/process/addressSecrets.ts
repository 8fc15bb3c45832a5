/** `https://user:password@`, up to the last `@` before the path: not every program escapes one in a password. */
const login = /([a-z][\w+.-]{0,20}:\/\/)[^/\s'"]*@/gi;
/** A query that is nothing but a token, as SUSE's update servers have it, or that names one. */
const token =
  /([a-z][\w+.-]{0,20}:\/\/[^\s'"?]{1,500}\?)(?:[^\s'"=&()[\]]{16,}|[^\s'"]{0,500}(?:auth|key|pass|sig|token)[^\s'"=]{0,50}=[^\s'"()[\]]*)/gi;

/**
 * The text as people may read it: package sources have passwords and tokens in their addresses, which package managers
 * print. What they print goes into logs, messages and problems, and with these to whoever may see the host.
 */
export function withoutAddressSecrets(text: string): string {
  return text.includes('://') ? text.replace(login, '$1').replace(token, '$1…') : text;
}
