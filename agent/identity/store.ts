import type { X509Certificate } from 'node:crypto';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hostIdFromSan } from '../../server/shared/pki/names.ts';
import { privateKeyPin, publicKeyPin, readCertificates } from './certificates.ts';
import { moveDurably, readIfPresent, writeAtomic } from '../files/atomic.ts';

/** The agent's key and certificate; they are checked to match. */
export interface Identity {
  hostId: string;
  privateKeyPem: string;
  /** The leaf, then any other certificates that the manager sent with it. */
  certificatePem: string;
  certificate: X509Certificate;
}

/** What a waiting key is for; there is one key for each purpose, and a new one replaces it. */
export type KeyPurpose = 'enrollment' | 'manager' | 'renewal';

/** An enrollment in progress. Stored before the request is sent, so that a restart goes on with the same key. */
export interface PendingEnrollment {
  managerUrl: string;
  keyPin: string;
  /** From the manager's 201; null: not accepted yet. */
  accepted: { id: string; pollingToken: string; expiresAt: string } | null;
}

export interface IdentityState {
  enrollment: PendingEnrollment | null;
  /** The address that the manager calls: told at the enrollment, or by its last answer since; null: not known. */
  announcedAddress: string | null;
  /** The address last told after the enrollment, and what became of it; null: none. */
  toldAddress: ToldAddress | null;
  /**
   * The manager at which this host enrolled; the configuration may name another one by now. null: from before this
   * was stored.
   */
  managerUrl: string | null;
  /** The highest epoch of the installation that a manager has named; see the contract. */
  epoch: number;
}

/** An address that the manager was told, and its answer; see AddressReport in the contract. */
export interface ToldAddress {
  address: string;
  outcome: string;
  reason: string | null;
}

/** Of a host that has not asked to be enrolled. */
export const emptyState: IdentityState = {
  enrollment: null,
  announcedAddress: null,
  toldAddress: null,
  managerUrl: null,
  epoch: 0,
};

/**
 * `<dataDir>/identity/`: agent.key, agent.crt, previous.*, ca.pem (roots and their revocation lists), manager-ca.pem,
 * state.json, and the waiting keys in pending/. After a crash at any step the next start can go on.
 */
export class IdentityStore {
  readonly dir: string;
  private updating: Promise<void> = Promise.resolve();

  constructor(dataDir: string) {
    this.dir = join(dataDir, 'identity');
  }

  async prepare(): Promise<void> {
    await mkdir(join(this.dir, 'pending'), { recursive: true, mode: 0o700 });
    const leftovers = (await readdir(this.dir)).filter((name) => name.endsWith('.tmp'));
    await Promise.all(leftovers.map((name) => rm(this.path(name), { force: true })));
  }

  /** The identity in use; the previous one when the current pair is unusable; null when never enrolled. */
  async load(): Promise<Identity | null> {
    await this.finishInterruptedCommit();
    return (await this.loadPair('agent')) ?? (await this.loadPair('previous'));
  }

  async savePendingKey(purpose: KeyPurpose, privateKeyPem: string): Promise<void> {
    await writeAtomic(this.path('pending', `${purpose}.key`), privateKeyPem);
  }

  async readPendingKey(purpose: KeyPurpose): Promise<string | null> {
    return readIfPresent(this.path('pending', `${purpose}.key`));
  }

  /** The waiting key with this pin, if there is one. */
  async findPending(pin: string): Promise<{ purpose: KeyPurpose; privateKeyPem: string } | null> {
    for (const purpose of ['manager', 'renewal', 'enrollment'] as const) {
      const privateKeyPem = await this.readPendingKey(purpose);
      if (privateKeyPem && safePin(privateKeyPem) === pin) return { purpose, privateKeyPem };
    }
    return null;
  }

  /**
   * Starts to use a certificate, with the waiting key that it certifies (or the current one). The former pair stays
   * as previous.* until dropPrevious.
   */
  async commit(certificatePem: string): Promise<Identity> {
    if (await this.loadPair('agent')) {
      await copyFile(this.path('agent.key'), this.path('previous.key'));
      await copyFile(this.path('agent.crt'), this.path('previous.crt'));
    }
    await writeAtomic(this.path('agent.crt'), certificatePem, 0o644);
    await this.finishInterruptedCommit();
    const identity = await this.loadPair('agent');
    if (!identity) throw new Error('the certificate matches no key of this agent');
    return identity;
  }

  /** Drops nothing while the current pair is damaged: then the host has no other. */
  async dropPrevious(): Promise<void> {
    if (!(await this.loadPair('agent'))) return;
    await Promise.all(['previous.key', 'previous.crt'].map((name) => rm(this.path(name), { force: true })));
  }

  /** Roots and revocation lists as one PEM text; null before the first enrollment. */
  readTrust(): Promise<string | null> {
    return readIfPresent(this.path('ca.pem'));
  }

  saveTrust(pem: string): Promise<void> {
    return writeAtomic(this.path('ca.pem'), pem, 0o644);
  }

  /** The root with which the manager's own listener was verified; it may differ from the CA of the certificates. */
  readManagerRoot(): Promise<string | null> {
    return readIfPresent(this.path('manager-ca.pem'));
  }

  saveManagerRoot(pem: string): Promise<void> {
    return writeAtomic(this.path('manager-ca.pem'), pem, 0o644);
  }

  /** A damaged file counts as empty: all of it can be found out again, at worst by a new enrollment. */
  async readState(): Promise<IdentityState> {
    const text = await readIfPresent(this.path('state.json'));
    return { ...emptyState, ...parseState(text) };
  }

  /** One after the other: of two at once the later would write back what the earlier has changed. */
  updateState(change: Partial<IdentityState>): Promise<void> {
    const update = async (): Promise<void> => {
      const state = { ...(await this.readState()), ...change };
      await writeAtomic(this.path('state.json'), `${JSON.stringify(state, null, 2)}\n`);
    };
    const updated = this.updating.then(update);
    this.updating = updated.catch(() => undefined);
    return updated;
  }

  /** After a crash between certificate and key, the certificate's key still waits in pending/: move it. */
  private async finishInterruptedCommit(): Promise<void> {
    const certificate = firstCertificate(await readIfPresent(this.path('agent.crt')));
    if (!certificate || (await this.loadPair('agent'))) return;
    const waiting = await this.findPending(publicKeyPin(certificate.publicKey));
    if (waiting) await moveDurably(this.path('pending', `${waiting.purpose}.key`), this.path('agent.key'));
  }

  private async loadPair(name: 'agent' | 'previous'): Promise<Identity | null> {
    const privateKeyPem = await readIfPresent(this.path(`${name}.key`));
    const certificatePem = await readIfPresent(this.path(`${name}.crt`));
    const certificate = firstCertificate(certificatePem);
    const hostId = certificate && hostIdFromSan(certificate.subjectAltName);
    if (!privateKeyPem || !certificatePem || !certificate || !hostId) return null;
    return safePin(privateKeyPem) === publicKeyPin(certificate.publicKey)
      ? { hostId, privateKeyPem, certificatePem, certificate }
      : null;
  }

  private path(...parts: string[]): string {
    return join(this.dir, ...parts);
  }
}

/** The pin of a key file; null when it is damaged. */
function safePin(privateKeyPem: string): string | null {
  try {
    return privateKeyPin(privateKeyPem);
  } catch {
    return null;
  }
}

function firstCertificate(pem: string | null): X509Certificate | null {
  try {
    return (pem && readCertificates(pem)[0]) || null;
  } catch {
    return null;
  }
}

function parseState(text: string | null): Partial<IdentityState> {
  try {
    const state: unknown = JSON.parse(text ?? '{}');
    return typeof state === 'object' ? (state as Partial<IdentityState>) : {};
  } catch {
    return {};
  }
}
