/** Scheme, host and port of an absolute target, before its path, its query or its end (RFC 9112, 3.2.2). */
const ORIGIN = /^https?:\/\/(?:\[[0-9a-f:.]+\]|[\w.-]+)(?::\d*)?(?=[/?]|$)/i;

/**
 * Path and query of a raw request target. An absolute target loses its host. Null for all that names no path
 * (`//`, `/\`, `*`, a host and port, text): what begins with two slashes would be taken for the name of a host.
 * Never throws, whatever a peer sent.
 */
export function originForm(target = ''): string | null {
  const rest = target.replace(ORIGIN, '');
  const path = rest === target || rest.startsWith('/') ? rest : `/${rest}`;
  return /^\/(?![/\\])/.test(path) ? path : null;
}

/** The target as a URL of a host that does not exist; null as for originForm. */
export function urlOfTarget(target: string | undefined): URL | null {
  const path = originForm(target);
  return path === null ? null : URL.parse(`http://host.invalid${path}`);
}

/** The URL of a request; null where it names no path, or two hosts. Never throws: it is called for every request. */
export const urlOfRequest = ({
  rawHeaders,
  url,
}: {
  rawHeaders: string[];
  url?: string | undefined;
}): URL | null => (namesOneHost(rawHeaders) ? urlOfTarget(url) : null);

/**
 * Whether a request names at most one host: of two, each might be believed by some program (RFC 9112, 3.2: answer 400).
 */
export function namesOneHost(rawHeaders: readonly string[]): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length <= 1;
}
