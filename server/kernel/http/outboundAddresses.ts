import { isIP } from 'node:net';
import { unlessAborted } from '../unlessAborted.ts';
import { createLookups, type Resolve } from './lookups.ts';
import { OutboundError, type OutboundFailure } from './outboundFailure.ts';
import { judgeOutbound, type OutboundRefusal, type Reach } from './outboundPolicy.ts';

export interface OutboundTarget {
  /** A name, or an address in any spelling. */
  hostname: string;
  reach: Reach;
  /** Refusals that do not count for this purpose: a mail server may stand on the manager's own machine, say. */
  allow?: readonly OutboundRefusal[];
  signal: AbortSignal;
}

export type OutboundAddresses =
  | { ok: true; addresses: readonly [string, ...string[]] }
  | { ok: false; failure: OutboundFailure };

export interface OutboundParts {
  /** All addresses of a name, in the order in which they are tried. */
  resolve: Resolve;
  judge(address: string, reach: Reach): OutboundRefusal | null;
}

/** Addresses of one name that are tried at most. */
const MAX_ADDRESSES = 4;

export const systemParts: OutboundParts = {
  resolve: createLookups(),
  judge: (address, reach) => judgeOutbound(address, reach),
};

/**
 * Resolves the URL's name and judges its addresses; throws an OutboundError where one is refused. Odd spellings of
 * addresses (`0x7f.1`) are made usual ones by the URL's parser already (127.0.0.1).
 */
export async function judgedAddresses(
  { resolve, judge }: OutboundParts,
  url: URL,
  { reach, signal }: { reach: Reach; signal: AbortSignal },
): Promise<string[]> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const found = isIP(hostname) ? [hostname] : await unlessAborted(resolve(hostname, signal), signal);
  const addresses = [...new Set(found)];
  if (addresses.length === 0)
    throw new OutboundError('NAME_NOT_FOUND', `The name ${hostname} has no address.`);
  for (const address of addresses) {
    const refusal = judge(address, reach);
    // One bad address spoils the name: whoever made that entry controls the others too.
    if (refusal) throw OutboundError.refused(hostname, address, refusal);
  }
  return addresses.slice(0, MAX_ADDRESSES);
}
