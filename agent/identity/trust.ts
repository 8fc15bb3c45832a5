import type { X509Certificate } from 'node:crypto';
import { managerServerName, managerUri, sanDnsNames, sanUris } from '../../server/shared/pki/names.ts';
import {
  certificateFingerprint,
  clockSkewMs,
  isIssuedBy,
  readCertificates,
  validityProblem,
} from './certificates.ts';
import { isListed, parseRevocationLists } from '../../server/shared/pki/revocationLists.ts';
import type { RevocationList } from '../../server/shared/pki/revocationLists.ts';

/**
 * The part that the manager plays in a connection: of one that this agent accepted it is the client, of one that this
 * agent dialled the server. It has a certificate for each, and neither counts for the other.
 */
export type ManagerSide = 'client' | 'server';

interface SideMarks {
  usage: string;
  otherUsage: string;
  isNamed(subjectAltName: string | undefined): boolean;
}

const marksOf: Readonly<Record<ManagerSide, SideMarks>> = {
  client: {
    usage: '1.3.6.1.5.5.7.3.2',
    otherUsage: 'the certificate is not meant for clients',
    isNamed: (names) => sanUris(names).includes(managerUri),
  },
  server: {
    usage: '1.3.6.1.5.5.7.3.1',
    otherUsage: 'the certificate is not meant for servers',
    isNamed: (names) => sanDnsNames(names).includes(managerServerName),
  },
};

interface TrustedRoot {
  certificate: X509Certificate;
  /** Its newest revocation list; null until the manager sends one. */
  list: RevocationList | null;
}

/** Whom the agent trusts: roots, and the newest revocation list of each. Never changed, only replaced. */
export interface Trust {
  roots: readonly TrustedRoot[];
  /** Authorities that a root has signed and that sign in its place. */
  below: readonly TrustedRoot[];
  /** Roots and lists in one PEM text, as stored: in one file, so that both change at once. */
  pem: string;
}

export class TrustError extends Error {
  override readonly name = 'TrustError';
}

/** Reads roots and revocation lists from one PEM text. Throws TrustError with the reason. */
export function readTrust(pem: string): Trust {
  const certificates = attempt('a root cannot be read', () => distinct(readCertificates(pem)));
  const lists = attempt('a revocation list cannot be read', () => parseRevocationLists(pem));
  if (certificates.length === 0) throw new TrustError('there is no root');
  const tops = certificates.filter((one) => one.ca && isIssuedBy(one, one));
  const others = certificates.filter((one) => !tops.includes(one));
  if (others.some((one) => !one.ca || !tops.some((root) => isIssuedBy(one, root))))
    throw new TrustError('a certificate is neither a self-signed root nor signed by one of the roots');
  if (tops.length === 0) throw new TrustError('there is no root');
  const withList = (certificate: X509Certificate) => ({ certificate, list: newestOf(lists, certificate) });
  const [roots, below] = [tops.map(withList), others.map(withList)];
  const signed = new Set(lists.filter((list) => certificates.some((root) => list.isSignedBy(root))));
  if (signed.size < lists.length) throw new TrustError('a revocation list is signed by none of the roots');
  return { roots, below, pem };
}

/** All authorities that sign. */
export const authoritiesOf = ({ roots, below }: Trust): readonly TrustedRoot[] => [...roots, ...below];

/**
 * Whether `next` may replace `current`; throws TrustError otherwise. Lists must not go back, so that a replayed list
 * cannot restore a revoked certificate. And an agent whose own certificate none of the roots covers could no longer
 * be reached.
 */
export function assertSuccessor(current: Trust, next: Trust, own: X509Certificate, now: Date): void {
  if (!issuerOf(next, own)) throw new TrustError("none of the roots issued this agent's own certificate");
  const known = authoritiesOf(current);
  for (const { certificate, list } of authoritiesOf(next)) {
    const problem = validityProblem(certificate, now);
    if (problem) throw new TrustError(`a root is not usable: ${problem}`);
    assertNewer(known.find((root) => sameKey(root.certificate, certificate))?.list ?? null, list);
    if (list && list.thisUpdate.getTime() > now.getTime() + clockSkewMs)
      throw new TrustError(
        `a revocation list begins at ${list.thisUpdate.toISOString()}, but this host's clock says ${now.toISOString()}; check the clocks`,
      );
  }
}

function assertNewer(before: RevocationList | null, after: RevocationList | null): void {
  if (before && !after) throw new TrustError('the revocation list of a known root is missing');
  if (before && after && after.number < before.number)
    throw new TrustError('a revocation list is older than the one in force');
}

export interface Judgement {
  side: ManagerSide;
  now: Date;
  /** Whether OpenSSL has just built a chain to one of these roots. */
  crossed?: boolean;
}

/**
 * Why this peer is not the manager, in words, or null when it is: issued by a root, valid now, not revoked, for its
 * side of the connection, and with the manager's name there. The newest revocation list counts even past its
 * `nextUpdate`: an agent that was offline for weeks must be reachable to get a new one. Roots sign other authorities
 * only for the change to the next root, so an agent that missed the change still recognises the manager by the old
 * root: its peer is `crossed`.
 */
export function managerProblem(
  trust: Trust,
  certificate: X509Certificate,
  { side, now, crossed = false }: Judgement,
): string | null {
  const marks = marksOf[side];
  const root = issuerOf(trust, certificate);
  if (!root && !crossed) return 'the certificate was not issued by a trusted authority';
  const dated = (root && validityProblem(root.certificate, now)) ?? validityProblem(certificate, now);
  if (dated) return dated;
  if (isRevoked(trust, certificate)) return 'the certificate was revoked';
  if (!certificate.keyUsage?.includes(marks.usage)) return marks.otherUsage;
  return marks.isNamed(certificate.subjectAltName) ? null : "the certificate is not the manager's";
}

export function issuerOf(trust: Trust, certificate: X509Certificate): TrustedRoot | undefined {
  return authoritiesOf(trust).find((root) => isIssuedBy(certificate, root.certificate));
}

export function isRevoked(trust: Trust, certificate: X509Certificate): boolean {
  const list = issuerOf(trust, certificate)?.list;
  return list ? isListed(list, certificate) : false;
}

export function rootFingerprints(trust: Trust): string[] {
  return trust.roots.map((root) => certificateFingerprint(root.certificate));
}

/** The earliest `nextUpdate` of the lists; null without lists. */
export function nextUpdateAt(trust: Trust): Date | null {
  const times = authoritiesOf(trust).flatMap(({ list }) => (list ? [list.nextUpdate.getTime()] : []));
  return times.length ? new Date(Math.min(...times)) : null;
}

function newestOf(lists: readonly RevocationList[], root: X509Certificate): RevocationList | null {
  const own = lists.filter((list) => list.isSignedBy(root));
  return own.reduce<RevocationList | null>(
    (best, list) => (best && best.number >= list.number ? best : list),
    null,
  );
}

/** Drops duplicates: a renewal may bring roots that are known already. */
function distinct(certificates: readonly X509Certificate[]): X509Certificate[] {
  return [...new Map(certificates.map((one) => [one.fingerprint256, one])).values()];
}

function sameKey(one: X509Certificate, other: X509Certificate): boolean {
  return one.publicKey.equals(other.publicKey);
}

function attempt<T>(message: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw new TrustError(message, { cause });
  }
}
