import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { CertificateStatus } from '#sdk/agents.ts';
import type { HostClaims, HostConnection, Namesake, NewHost } from '#sdk/hosts.ts';

/** pending → approved | denied | expired; the last three are final. */
export type RequestState = 'pending' | 'approved' | 'denied' | 'expired';

export const REQUEST_LIFE_MS = 24 * 60 * 60_000;
/** How long past its expiry a certificate still proves its host for a renewal. */
export const RENEWAL_GRACE_MS = 30 * 24 * 60 * 60_000;

export function stateAt(request: { state: RequestState; expiresAt: Date }, now: Date): RequestState {
  return request.state === 'pending' && request.expiresAt <= now ? 'expired' : request.state;
}

/** The secret has 256 random bits, so a plain hash is enough. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** What lists show in place of a token. */
export function fingerprintOf(hash: string): string {
  return `sha256:${hash.slice(0, 16)}`;
}

/** What a person should know of a request before approving it. */
export interface RequestFlags {
  machineIdInUse: boolean;
  /** Another machine has the name, as its fqdn or its display name. */
  fqdnInUse: boolean;
  /** Another host is recorded at its address and port, and answered there at its last poll. */
  endpointInUse: boolean;
  /** Another request, with another key, waits with the same machine id. */
  twinPending: boolean;
}

/**
 * No enrollment token approves it: whether it is a clone, a machine set up anew or a stranger, only a person knows. (A
 * twin that waits does not count: anybody can ask under any name, and would hold up a roll-out.)
 */
export const needsPerson = ({ machineIdInUse, fqdnInUse, endpointInUse }: RequestFlags): boolean =>
  machineIdInUse || fqdnInUse || endpointInUse;

interface Claimant {
  machineId: string;
  fqdn: string;
  ipAddress: string;
  port: number;
  connection: HostConnection;
}

export function claimsOf(requests: readonly Claimant[]): HostClaims {
  return {
    machineIds: requests.map(({ machineId }) => machineId),
    names: requests.map(({ fqdn }) => fqdn),
    endpoints: requests,
  };
}

const ANSWERS: readonly Namesake['healthStatus'][] = ['healthy', 'degraded'];

/** `hosts` and `requests`: those that were found for the claims of this request, and maybe of others. */
export function flagsOf(
  { machineId, fqdn, ipAddress, port, connection, publicKeyPin }: Claimant & { publicKeyPin: string },
  hosts: readonly Namesake[],
  requests: readonly { machineId: string; publicKeyPin: string }[],
): RequestFlags {
  const name = fqdn.toLowerCase();
  const others = hosts.filter((host) => host.machineId !== machineId);
  return {
    machineIdInUse: others.length < hosts.length,
    fqdnInUse: others.some(
      (host) => host.fqdn.toLowerCase() === name || host.displayName?.toLowerCase() === name,
    ),
    // Nobody calls an agent that dials at its address, and hosts behind different routers may have the same one.
    endpointInUse: others.some(
      (host) =>
        connection === 'listen' &&
        host.connection === 'listen' &&
        host.ipAddress === ipAddress &&
        host.port === port &&
        ANSWERS.includes(host.healthStatus),
    ),
    twinPending: requests.some(
      (other) => other.machineId === machineId && other.publicKeyPin !== publicKeyPin,
    ),
  };
}

/** What an approval copies to the host; `name` wins over `os` and `os_version`. */
export function osOf(details: Readonly<Record<string, string>>): NonNullable<NewHost['os']> {
  const text = (key: string, length: number): string | null => details[key]?.trim().slice(0, length) || null;
  const built = [text('os', 100), text('os_version', 60)].filter((part) => part !== null).join(' ');
  return {
    family: text('os_family', 64),
    name: text('name', 200) ?? (built === '' ? null : built),
    version: text('os_version', 64),
    arch: text('arch', 32),
    kernel: text('kernel', 128),
  };
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function parseAddress(text: string): Address | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null;
}

/** The usual spelling, with IPv6-mapped IPv4 as IPv4; text that is no address is left as it is. */
export function normalAddress(text: string): string {
  return parseAddress(text)?.toString() ?? text;
}

export function isLoopback(text: string | null): boolean {
  return text !== null && parseAddress(text)?.range() === 'loopback';
}

/** Whether a URL with this name leads a machine only to itself. */
export function isOwnName(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare.endsWith('.localhost') || isLoopback(bare);
}

/** Reads `10.0.4.0/24`, or a single address; null when it is neither. */
export function parseNetwork(text: string): [Address, number] | null {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    return null;
  }
}

export function isInNetwork(address: string, network: string | null): boolean {
  if (network === null) return true;
  const range = parseNetwork(network);
  const parsed = parseAddress(address);
  return range !== null && parsed !== null && parsed.kind() === range[0].kind() && parsed.match(range);
}

/** Whether the token may still be used, from this address. */
export function isTokenUsable(
  token: { uses: number; maxUses: number; expiresAt: Date; allowedNetwork: string | null },
  source: string,
  now: Date,
): boolean {
  return token.uses < token.maxUses && token.expiresAt > now && isInNetwork(source, token.allowedNetwork);
}

/** A retired or revoked certificate proves nothing; an expired one is good for 30 days more. */
export function mayRenewWith(certificate: { status: CertificateStatus; notAfter: Date }, now: Date): boolean {
  if (certificate.status === 'revoked' || certificate.status === 'superseded') return false;
  return now.getTime() <= certificate.notAfter.getTime() + RENEWAL_GRACE_MS;
}

/** Keeps a value under a key, the newest last; of more than `most`, the oldest is forgotten. */
export function remember<Value>(
  map: Map<string, Value>,
  { key, value, most }: { key: string; value: Value; most: number },
): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
