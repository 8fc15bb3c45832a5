import { isIP } from 'node:net';

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Thrown when the configuration may be right, but the caller may not read it. */
export class ForbiddenError extends ConfigError {}

export function text(value: string): string {
  if (value.trim() === '') throw new ConfigError('must not be empty');
  return value;
}

export const firstLine = (error: unknown): string => (error as Error).message.split('\n')[0] ?? '';

export function address(value: string): string {
  if (!isIP(value)) throw new ConfigError(`"${value}" is not an IP address`);
  return value;
}

export function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new ConfigError(`"${value}" is not a whole number`);
  return Number(value);
}

export function positiveNumber(value: string): number {
  const number = wholeNumber(value);
  if (number < 1) throw new ConfigError(`"${value}" must be at least 1`);
  return number;
}

export function port(value: string): number {
  const number = wholeNumber(value);
  if (number < 1 || number > 65_535) throw new ConfigError(`"${value}" is not a port (1 to 65535)`);
  return number;
}

export function flag(value: string): boolean {
  if (value !== 'true' && value !== 'false') throw new ConfigError(`"${value}" is neither true nor false`);
  return value === 'true';
}

export const connections = ['listen', 'dial'] as const;
/** Who opens connections: the manager to this host, or this host to the manager. */
export type Connection = (typeof connections)[number];

export function connection(value: string): Connection {
  const known = connections.find((one) => one === value);
  if (!known) throw new ConfigError(`"${value}" is neither ${connections.join(' nor ')}`);
  return known;
}

export function logLevel(value: string): string {
  if (!logLevels.includes(value)) throw new ConfigError(`"${value}" is not one of ${logLevels.join(', ')}`);
  return value;
}

export function httpsUrl(value: string): string {
  if (!URL.canParse(value) || new URL(value).protocol !== 'https:')
    throw new ConfigError('must be a URL that starts with https://');
  return value;
}

/** A JSON list, or URLs separated by commas; it may be empty. */
export function httpsUrls(value: string): string[] {
  if (/^[\s[\]]*$/.test(value)) return [];
  return words(value.startsWith('[') ? value : value.replaceAll(',', ' ')).map(httpsUrl);
}

/** Null: empty, which is "none" whatever the environment says. The message never holds the value: it may be secret. */
export function proxyUrl(value: string): string | null {
  if (value === '') return null;
  const text = value.includes('://') ? value : `http://${value}`;
  const isProxy = /^http:\/\/([^/?#]*@)?(\[[0-9a-f:.]+\]|[^@/?#:]+):\d{1,5}\/?$/i.test(text);
  if (!isProxy || !URL.canParse(text) || !isDecodable(new URL(text)))
    throw new ConfigError(
      'must be http://HOST:PORT or http://USER:PASSWORD@HOST:PORT, with % / ? # in user name and password written %25 %2F %3F %23',
    );
  return text;
}

function isDecodable({ username, password }: URL): boolean {
  try {
    return decodeURIComponent(username + password) !== null;
  } catch {
    return false;
  }
}

export function token(value: string): string {
  if (!/^[A-Za-z0-9_-]{16,}\.[0-9a-f]{64}$/.test(value))
    throw new ConfigError('it is not a token as the manager shows it (<secret>.<fingerprint>)');
  return value;
}

export function fingerprint(value: string): string {
  const plain = value.replaceAll(':', '').toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(plain)) throw new ConfigError('it is not a SHA-256 fingerprint (64 hex digits)');
  return plain;
}

export function machineId(value: string): string {
  if (!/^[A-Za-z0-9_-]{8,128}$/.test(value)) throw new ConfigError(`"${value}" is not a machine id`);
  return value;
}

export function hostName(value: string): string {
  const label = '[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?';
  if (value.length > 253 || !new RegExp(`^${label}(\\.${label})*$`).test(value))
    throw new ConfigError(`"${value}" is not a host name, such as web1.example.org`);
  return value;
}

/** A JSON list of words, or words separated by white space; never a shell command. */
export function words(value: string): string[] {
  const list = value.startsWith('[') ? parseJson(value) : value.split(/\s+/).filter(Boolean);
  if (!Array.isArray(list) || list.length === 0 || !list.every((word) => typeof word === 'string'))
    throw new ConfigError('must be a list of words');
  return list;
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
