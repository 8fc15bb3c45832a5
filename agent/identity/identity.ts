import type { IncomingMessage } from 'node:http';
import { createPrivateKey, generateKeyPair } from 'node:crypto';
import type { X509Certificate } from 'node:crypto';
import type { SecureContextOptions, TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { AppError } from '../../server/shared/wire/appError.ts';
import { createCsr } from '../../server/shared/pki/csr.ts';
import { toPem } from '../../server/shared/pki/der.ts';
import { hostIdFromSan, hostServerName, sanDnsNames } from '../../server/shared/pki/names.ts';
import { listenerTls } from '../../server/shared/connections/tls.ts';
import type { HealthProblem } from '../host/healthProblem.ts';
import { certificateFingerprint, publicKeyPin, readCertificates, validityProblem } from './certificates.ts';
import type { Identity, IdentityStore, KeyPurpose } from './store.ts';
import {
  assertSuccessor,
  authoritiesOf,
  isRevoked,
  issuerOf,
  managerProblem,
  readTrust,
  TrustError,
} from './trust.ts';
import type { ManagerSide, Trust } from './trust.ts';

const serverAuth = '1.3.6.1.5.5.7.3.1';
const clientAuth = '1.3.6.1.5.5.7.3.2';
const generate = promisify(generateKeyPair);

/** The verdict on a peer's certificate, kept for the connection: while `revision` stays, only dates can change it. */
interface PeerVerdict {
  revision: number;
  certificate: X509Certificate;
  problem: string | null;
}

/** Who made an authorized call. */
export interface Caller {
  certificate: X509Certificate;
  /** Of the connection on which it came. */
  side: ManagerSide;
}

/**
 * The agent's certificate and trust while it runs. Only this class changes them, and it informs the listener of each
 * change. The private keys stay in here and on disk.
 */
export class AgentIdentity {
  readonly store: IdentityStore;
  private readonly now: () => Date;
  private readonly listeners = new Set<() => void>();
  private readonly verdicts = new WeakMap<object, PeerVerdict>();
  private readonly callers = new WeakMap<object, Caller>();
  private readonly dialled = new WeakSet<object>();
  private current: Identity;
  private trusted: Trust;
  private revision = 0;
  private previousKept = true;
  /** Changes of certificate and trust run one at a time. */
  private queue: Promise<unknown> = Promise.resolve();
  private metEpoch: number;

  constructor(
    store: IdentityStore,
    identity: Identity,
    trust: Trust,
    { now = () => new Date(), epoch = 0 }: { now?: (() => Date) | undefined; epoch?: number } = {},
  ) {
    this.store = store;
    this.metEpoch = epoch;
    this.current = identity;
    this.trusted = trust;
    this.now = now;
  }

  get identity(): Identity {
    return this.current;
  }

  get trust(): Trust {
    return this.trusted;
  }

  /** The highest epoch of the installation that a manager has named; see the contract. */
  get epoch(): number {
    return this.metEpoch;
  }

  /** Runs after every change of certificate or trust, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** All options: setSecureContext keeps none of the former ones. */
  tlsOptions(): SecureContextOptions {
    return {
      key: this.current.privateKeyPem,
      cert: this.current.certificatePem,
      ca: authoritiesOf(this.trusted).map(({ certificate }) => certificate.toString()),
      ...listenerTls,
    };
  }

  /** Has the peer of a connection that this agent dialled judged as its server; call it before the first judgement. */
  wasDialled(socket: TLSSocket): void {
    this.dialled.add(socket);
  }

  /**
   * Why the peer of this connection is not the manager, in words, or null when it is. The peer is judged again
   * after every change of trust, its dates every time: a resumed session or an old connection proves nothing about now.
   */
  peerProblem(socket: TLSSocket): string | null {
    const known = this.verdicts.get(socket);
    if (known && known.revision === this.revision)
      return known.problem ?? validityProblem(known.certificate, this.now());
    const certificate = known?.certificate ?? socket.getPeerX509Certificate?.();
    if (!certificate) return 'there is no certificate';
    // `authorized` refers to the trust at the handshake: after a change, a peer that relied on a chain must connect
    // again.
    const crossed = !known && socket.authorized;
    const judgement = { side: this.sideOf(socket), now: this.now(), crossed };
    const problem = handshakeProblem(socket) ?? managerProblem(this.trusted, certificate, judgement);
    this.verdicts.set(socket, { revision: this.revision, certificate, problem });
    return problem;
  }

  /** Whether nothing but the dates of certificates speaks against this peer: then this host's clock may be wrong. */
  isOutOfDate(socket: TLSSocket): boolean {
    const certificate = this.verdicts.get(socket)?.certificate ?? socket.getPeerX509Certificate?.();
    if (!certificate || handshakeProblem(socket) !== null) return false;
    const isManagerAt = (now: Date): boolean =>
      managerProblem(this.trusted, certificate, { side: this.sideOf(socket), now }) === null;
    return !isManagerAt(this.now()) && isManagerAt(certificate.validFromDate);
  }

  isManager(socket: TLSSocket): boolean {
    return this.peerProblem(socket) === null;
  }

  /** For AgentDeps.authorize: true only for the manager's certificate. */
  readonly authorize = (req: IncomingMessage): boolean => {
    const socket = req.socket as TLSSocket;
    if (!this.isManager(socket)) return false;
    const certificate = this.verdicts.get(socket)?.certificate;
    // Handlers get the request's headers but not its socket, and installTrust must know the caller's certificate.
    if (certificate) this.callers.set(req.headers, { certificate, side: this.sideOf(socket) });
    return true;
  };

  /**
   * For AgentDeps.admit: keeps the epoch that an authorized call names, and throws MANAGER_REPLACED where a manager of a
   * higher one has called before. The higher one is on the disk before the call is served.
   */
  readonly admit = async ({ headers }: IncomingMessage): Promise<void> => {
    const named = epochIn(headers['fleetmend-epoch']);
    if (named < this.epoch)
      throw new AppError('MANAGER_REPLACED', { details: { epoch: this.epoch, own_epoch: named } });
    await this.keepEpoch(named);
  };

  /** Keeps the epoch that the manager has named, where it is the highest so far. */
  async keepEpoch(named: number): Promise<void> {
    if (named <= this.epoch) return;
    await this.enqueue(async () => {
      if (named <= this.epoch) return;
      await this.store.updateState({ epoch: named });
      this.metEpoch = named;
    });
  }

  /** Who made an authorized call, by its headers object. */
  callerOf(headers: object): Caller | null {
    return this.callers.get(headers) ?? null;
  }

  /**
   * Makes a new key and returns its CSR. The key is kept until its certificate comes; another call replaces it, but not
   * while its certificate is being installed.
   */
  createCsr(purpose: KeyPurpose): Promise<string> {
    return this.enqueue(() => makeCsr(this.store, purpose, this.current.hostId));
  }

  /**
   * Starts to use a certificate. Throws CERTIFICATE_MISMATCH, with nothing changed, unless it is this host's, from a
   * trusted root, valid now, and for a key that this agent made. Installing the current one again changes nothing.
   */
  installCertificate(pem: string): Promise<Identity> {
    return this.enqueue(async () => {
      const certificate = this.assertInstallable(pem);
      if (certificate.raw.equals(this.current.certificate.raw)) return this.current;
      const pin = publicKeyPin(certificate.publicKey);
      const isCurrentKey = pin === publicKeyPin(this.current.certificate.publicKey);
      if (!isCurrentKey && !(await this.store.findPending(pin)))
        throw mismatch('the certificate is for a key that this agent did not make');
      this.current = await this.store.commit(pem);
      this.previousKept = true;
      this.changed();
      return this.current;
    });
  }

  /**
   * Replaces roots and revocation lists. Throws CERTIFICATE_MISMATCH, with nothing changed, when they contradict the
   * present ones or would lock out the caller.
   */
  installTrust(pem: string, caller: Caller | null): Promise<Trust> {
    return this.enqueue(async () => {
      const next = this.checkedTrust(pem, caller);
      await this.store.saveTrust(next.pem);
      this.trusted = next;
      this.changed();
      return next;
    });
  }

  /**
   * Called when the manager has accepted a connection: the certificate that it was shown works, so the former one can be
   * deleted.
   */
  certificateWasUsed(socket: TLSSocket): void {
    const served = socket.getX509Certificate();
    if (!this.previousKept || !served?.raw.equals(this.current.certificate.raw)) return;
    void this.enqueue(async () => {
      if (!this.previousKept || !served.raw.equals(this.current.certificate.raw)) return;
      this.previousKept = false;
      await this.store.dropPrevious();
      // If the disk refuses, the former pair stays; it is read only when the current one is damaged.
    }).catch(() => undefined);
  }

  problems(): HealthProblem[] {
    const { certificate } = this.current;
    const now = this.now().getTime();
    const [from, to] = [certificate.validFromDate.getTime(), certificate.validToDate.getTime()];
    const until = certificate.validToDate.toISOString();
    if (isRevoked(this.trusted, certificate))
      return [
        { code: 'CERTIFICATE_EXPIRING', message: "The agent's certificate was revoked; enroll again." },
      ];
    if (now < from)
      return [
        {
          code: 'CLOCK_SKEW',
          message: "The agent's certificate is not valid yet: this host's clock is probably wrong.",
        },
      ];
    if (to - now < (to - from) / 3)
      return [{ code: 'CERTIFICATE_EXPIRING', message: `The agent's certificate ends at ${until}.` }];
    return [];
  }

  private assertInstallable(pem: string): X509Certificate {
    const certificate = readFirst(pem);
    const { hostId } = this.current;
    if (hostIdFromSan(certificate.subjectAltName) !== hostId)
      throw mismatch("the certificate is not this host's");
    if (!sanDnsNames(certificate.subjectAltName).includes(hostServerName(hostId)))
      throw mismatch('the certificate lacks the server name of this host');
    if (!issuerOf(this.trusted, certificate))
      throw mismatch('the certificate was not issued by a trusted root');
    const usages = certificate.keyUsage ?? [];
    if (!usages.includes(serverAuth) || !usages.includes(clientAuth))
      throw mismatch('the certificate is not meant for server and client');
    const problem = validityProblem(certificate, this.now());
    if (problem) throw mismatch(problem);
    if (isRevoked(this.trusted, certificate)) throw mismatch('the certificate was revoked');
    return certificate;
  }

  private sideOf(socket: TLSSocket): ManagerSide {
    return this.dialled.has(socket) ? 'server' : 'client';
  }

  private checkedTrust(pem: string, caller: Caller | null): Trust {
    try {
      const next = readTrust(pem);
      assertSuccessor(this.trusted, next, this.current.certificate, this.now());
      const problem =
        caller && managerProblem(next, caller.certificate, { side: caller.side, now: this.now() });
      if (problem) throw new TrustError(`the caller's own certificate would be refused: ${problem}`);
      return next;
    } catch (error) {
      throw error instanceof TrustError ? mismatch(error.message) : error;
    }
  }

  private changed(): void {
    this.revision += 1;
    for (const listener of this.listeners) listener();
  }

  private enqueue<T>(act: () => Promise<T>): Promise<T> {
    const result = this.queue.then(act);
    this.queue = result.catch(() => undefined);
    return result;
  }
}

/** Reads the stored identity; null when this host is not enrolled. Throws TrustError when the trust is damaged. */
export async function loadAgentIdentity(
  store: IdentityStore,
  now?: () => Date,
): Promise<AgentIdentity | null> {
  const identity = await store.load();
  const trust = await store.readTrust();
  if (!identity || trust === null) return null;
  const { epoch } = await store.readState();
  return new AgentIdentity(store, identity, readTrust(trust), { now, epoch });
}

/** 0 for what is no epoch, as from a manager that was never restored. */
function epochIn(header: string | string[] | undefined): number {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : 0;
}

/** Makes a new P-256 key, stores it for `purpose` and returns its CSR. */
export async function makeCsr(store: IdentityStore, purpose: KeyPurpose, name: string): Promise<string> {
  const { privateKey } = await generate('ec', { namedCurve: 'prime256v1' });
  const privateKeyPem = toPem('PRIVATE KEY', privateKey.export({ type: 'pkcs8', format: 'der' }));
  await store.savePendingKey(purpose, privateKeyPem);
  return createCsr(createPrivateKey(privateKeyPem), name);
}

/** OpenSSL's own verdict, except for dates: this module allows the clocks to differ by five minutes. */
function handshakeProblem(socket: TLSSocket): string | null {
  // The types say Error, but it is the code of OpenSSL's verify result.
  const code = String(socket.authorizationError);
  if (socket.authorized || code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') return null;
  return `the certificate does not verify (${code})`;
}

export function fingerprintOf(identity: Identity): string {
  return certificateFingerprint(identity.certificate);
}

function readFirst(pem: string): X509Certificate {
  try {
    const [certificate] = readCertificates(pem);
    if (certificate) return certificate;
  } catch {
    // OpenSSL's own reason would tell a caller nothing.
  }
  throw mismatch('the certificate cannot be read');
}

function mismatch(reason: string): AppError {
  return new AppError('CERTIFICATE_MISMATCH', { message: `Refused: ${reason}.`, details: { reason } });
}
