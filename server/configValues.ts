/** The values of the configuration, read from text. Each throws a ConfigError that says what is wrong with it. */
import { callerResolver } from './kernel/http/network.ts';
import { isMasterKey } from './kernel/security/secrets.ts';

export class ConfigError extends Error {}

export const text = (value: string): string => value;
export const list = (value: string): string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

export function pathName(value: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(value))
    throw new ConfigError(`"${value}" is not a name of small letters, digits and hyphens`);
  return value;
}

/** One line that people read above every page. */
export function notice(value: string): string {
  if (value.length > 200 || /[\u0000-\u001f\u007f]/.test(value))
    throw new ConfigError('must be one line of at most 200 characters');
  return value;
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export function port(value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > 65_535) throw new ConfigError(`"${value}" is not a port (0 to 65535)`);
  return number;
}

/** Seconds, from 0 to 60. */
/** `host:port`, the host a name or an address, IPv6 in brackets. */
export function hostAndPort(value: string): string {
  const [, host] = /^([^\s/:@[\]]+|\[[0-9a-f:]+\]):\d{1,5}$/i.exec(value) ?? [];
  if (host === undefined || Number(value.slice(host.length + 1)) > 65_535)
    throw new ConfigError(`"${value}" is not host:port`);
  return value;
}

export function seconds(value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > 60)
    throw new ConfigError(`"${value}" is no number of seconds (0 to 60)`);
  return number;
}

export function flag(value: string): boolean {
  if (value !== 'true' && value !== 'false') throw new ConfigError(`"${value}" is neither true nor false`);
  return value === 'true';
}

export function logLevel(value: string): string {
  if (!LOG_LEVELS.includes(value)) throw new ConfigError(`"${value}" is not one of ${LOG_LEVELS.join(', ')}`);
  return value;
}

export function url(...schemes: string[]): (value: string) => string {
  return (value) => {
    const scheme = URL.canParse(value) ? new URL(value).protocol.slice(0, -1) : '';
    if (!schemes.includes(scheme))
      throw new ConfigError(`must be a URL that starts with ${schemes.map((s) => `${s}://`).join(' or ')}`);
    return value;
  };
}

/**
 * The address of a database. User and password are percent-encoded there, so it throws where a character that ends or
 * begins something stands unencoded, and would be read as part of another: it names the place, never the value.
 */
export function databaseUrl(value: string): string {
  const [, userInfo] = /^\w+:\/\/(.*)@/s.exec(value) ?? [];
  const colon = userInfo?.indexOf(':') ?? -1;
  const parts = {
    user: colon < 0 ? userInfo : userInfo?.slice(0, colon),
    password: colon < 0 ? '' : userInfo?.slice(colon + 1),
  };
  for (const [name, part = ''] of Object.entries(parts)) {
    const [odd] = /[/?#@[\]\s]|%(?![0-9a-f]{2})/i.exec(part) ?? [];
    if (odd !== undefined)
      throw new ConfigError(
        `the ${name} in it contains a plain "${odd}": write it as ${encodeURIComponent(odd)}, or leave user and password out here and give them by DATABASE_USER and DATABASE_PASSWORD`,
      );
  }
  return url('mysql', 'mariadb')(value);
}

/** Puts user and password, as they are, into the address of a database. Throws ConfigError if it has such already. */
export function withCredentials(address: string, user: string | null, password: string | null): string {
  const found = new URL(address);
  for (const [name, given, there] of [
    ['user', user, found.username],
    ['password', password, found.password],
  ] as const)
    if (given !== null && there !== '')
      throw new ConfigError(
        `the database's ${name} is given twice: in DATABASE_URL and in a setting of its own`,
      );
  if (user !== null) found.username = encodeURIComponent(user);
  if (password !== null) found.password = encodeURIComponent(password);
  return found.href;
}

/** Its path would be ignored: pages, links and agents use the root of that address. */
export function publicUrl(value: string): string {
  const { protocol, pathname, search, hash, username } = URL.canParse(value)
    ? new URL(value)
    : { protocol: '', pathname: '/', search: '', hash: '', username: '' };
  if (protocol !== 'https:' || pathname !== '/' || search || hash || username)
    throw new ConfigError(`"${value}" is not of the form https://name or https://name:port`);
  return value;
}

export function proxies(value: string): string[] {
  const wrong = list(value).find((item) => !isProxy(item));
  if (wrong !== undefined)
    throw new ConfigError(`"${wrong}" is not an address or a network such as 10.0.4.0/24`);
  return list(value);
}

/** Asks the code that will read the entry. */
function isProxy(item: string): boolean {
  try {
    callerResolver([item]);
    return true;
  } catch {
    return false;
  }
}

export function secretKey(value: string): string {
  if (!isMasterKey(value))
    throw new ConfigError('must be 32 bytes, as base64 or hex (openssl rand -base64 32 makes one)');
  return value;
}
