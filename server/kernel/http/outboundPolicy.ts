import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { judgeAddress, normalAddress, type AddressRefusal } from './address.ts';

/**
 * How far a call may go: `internet` to public addresses alone, `network` also to private ranges (10.0.0.0/8,
 * 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, fc00::/7), where a person who may configure it has named the target.
 */
export type Reach = 'internet' | 'network';

export type OutboundRefusal =
  | AddressRefusal
  /** A private range, where `reach` is `internet`. */
  | 'PRIVATE'
  /** The manager itself: calls from there may be trusted as no others are. */
  | 'OWN_ADDRESS';

const PRIVATE_RANGES: readonly string[] = ['private', 'uniqueLocal', 'carrierGradeNat'];

/** Whether the manager may connect to this address for such a call; null: yes. Only usual spellings are addresses. */
export function judgeOutbound(
  address: string,
  reach: Reach,
  own: readonly string[] = ownAddresses(),
): OutboundRefusal | null {
  const refusal = judgeAddress(address);
  if (refusal !== null) return refusal;
  if (own.includes(normalAddress(address))) return 'OWN_ADDRESS';
  const range = ipaddr.process(address).range();
  if (range === 'unicast') return null;
  if (!PRIVATE_RANGES.includes(range)) return 'RESERVED';
  return reach === 'network' ? null : 'PRIVATE';
}

/** The addresses of all interfaces, as they are now. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((some = []) =>
    some.map(({ address }) => normalAddress(address)),
  );
}
