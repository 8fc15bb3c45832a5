import { publicKeyPin, readCertificates } from '../../identity/certificates.ts';
import { emptyState, IdentityStore } from '../../identity/store.ts';
import type { Identity, IdentityState, KeyPurpose } from '../../identity/store.ts';
import { hostIdFromSan } from '#server/shared/pki/names.ts';
import type { HostPair } from './certificates.ts';

/** What a thin host has of its own beside its certificate at the enrollment; null: it is as it was. */
export interface KeptIdentity {
  pair: HostPair | null;
  trustPem: string | null;
}

/**
 * The identity of a thin host, in memory: a hundred thousand directories of keys would be written for nothing. What
 * changes (a renewed certificate, new roots) is in `kept`, and is forgotten when the simulator ends.
 */
export class MemoryStore extends IdentityStore {
  readonly kept: KeptIdentity;
  readonly #enrolled: HostPair | null;
  readonly #enrolledTrustPem: string | null;
  readonly #pending = new Map<KeyPurpose, string>();
  #state: Partial<IdentityState> = {};

  constructor(
    enrolled: HostPair | null,
    trustPem: string | null,
    kept: KeptIdentity = { pair: null, trustPem: null },
  ) {
    super('/nowhere');
    this.#enrolled = enrolled;
    this.#enrolledTrustPem = trustPem;
    this.kept = kept;
  }

  override prepare(): Promise<void> {
    return Promise.resolve();
  }

  override load(): Promise<Identity | null> {
    const pair = this.kept.pair ?? this.#enrolled;
    return Promise.resolve(pair && identityOf(pair));
  }

  override savePendingKey(purpose: KeyPurpose, privateKeyPem: string): Promise<void> {
    this.#pending.set(purpose, privateKeyPem);
    return Promise.resolve();
  }

  override readPendingKey(purpose: KeyPurpose): Promise<string | null> {
    return Promise.resolve(this.#pending.get(purpose) ?? null);
  }

  override async commit(certificatePem: string): Promise<Identity> {
    const [certificate] = readCertificates(certificatePem);
    const waiting = certificate && (await this.findPending(publicKeyPin(certificate.publicKey)));
    const present = this.kept.pair ?? this.#enrolled;
    const privateKeyPem = waiting?.privateKeyPem ?? present?.privateKeyPem;
    const hostId = certificate && hostIdFromSan(certificate.subjectAltName);
    if (privateKeyPem === undefined || !hostId)
      throw new Error('the certificate matches no key of this host');
    this.kept.pair = { hostId, privateKeyPem, certificatePem };
    return identityOf(this.kept.pair);
  }

  override dropPrevious(): Promise<void> {
    return Promise.resolve();
  }

  override readTrust(): Promise<string | null> {
    return Promise.resolve(this.kept.trustPem ?? this.#enrolledTrustPem);
  }

  override saveTrust(pem: string): Promise<void> {
    this.kept.trustPem = pem;
    return Promise.resolve();
  }

  override readManagerRoot(): Promise<string | null> {
    return Promise.resolve(null);
  }

  override saveManagerRoot(): Promise<void> {
    return Promise.resolve();
  }

  override async readState(): Promise<IdentityState> {
    return { ...emptyState, ...this.#state };
  }

  override updateState(change: Partial<IdentityState>): Promise<void> {
    this.#state = { ...this.#state, ...change };
    return Promise.resolve();
  }
}

/** Throws when the certificate cannot be read. */
export function identityOf({ hostId, privateKeyPem, certificatePem }: HostPair): Identity {
  const [certificate] = readCertificates(certificatePem);
  if (certificate) return { hostId, privateKeyPem, certificatePem, certificate };
  throw new Error(`the certificate of host ${hostId} cannot be read`);
}
