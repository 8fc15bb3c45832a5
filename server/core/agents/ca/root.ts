import { createHash, X509Certificate } from 'node:crypto';
import type { Knex } from 'knex';
import { systemActor } from '#server/kernel/security/actor.ts';
import { nextRun } from '#server/kernel/nextRun.ts';
import { isUniqueViolation } from '#server/kernel/db/database.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import { KeyModel, RootModel, StateModel } from '../models.ts';
import {
  type Authority,
  createKeyPair,
  createRootCertificate,
  describeCertificate,
  signCrl,
} from '../pki/index.ts';

/** The id of the first root, which is also the name of its key. */
const FIRST = 'root';
const purposeOf = (id: string): string => `agents.key.${id}`;

/** A root that is trusted. */
export interface Root extends Authority {
  id: string;
  /** The root's certificate as its predecessor signed it; null: not needed. */
  crossPem: string | null;
  /** The PEM of that predecessor, up to its root. */
  crossByPem: string | null;
  /** PEM of the root above it; null: it is a root itself. */
  issuerPem: string | null;
}

/** What agents pin and trust: the root itself, or the root above it. */
export const topOf = ({ certificatePem, issuerPem }: Pick<Root, 'certificatePem' | 'issuerPem'>): string =>
  issuerPem ?? certificatePem;

/** The certificates needed to verify what it has signed, up to and including the top. */
const upToTop = ({ certificatePem, issuerPem }: Pick<Root, 'certificatePem' | 'issuerPem'>): string =>
  issuerPem === null ? certificatePem : `${certificatePem}${issuerPem}`;

/** The roots in force: one, or two during a rotation. */
export interface RootSet {
  /** The anchor first. */
  roots: readonly Root[];
  /** It signs new host certificates. */
  signer: Root;
  /** Pins name it, and the manager's certificate towards agents is under it. */
  anchor: Root;
  /** All certificates that agents must trust, in PEM: roots, and the authorities below them. */
  trustPem: string;
}

export interface Authorities {
  /** As this manager read them last; it follows a change by another manager within 2 s. */
  current(): RootSet;
  /** As they are in the transaction: issuing and signing must use these. */
  within(tx: Tx): Promise<RootSet>;
  reload(): Promise<void>;
}

/** Reads the roots; makes the first one on the first start. */
export async function createAuthorities(ctx: Context): Promise<Authorities> {
  const opened = new Map<string, Authority>();
  const read = (knex: Knex): Promise<RootSet | null> => readRoots(ctx, knex, opened);
  let current = (await read(ctx.db.knex)) ?? (await createFirst(ctx, () => read(ctx.db.knex)));
  return {
    current: () => current,
    within: async (tx) => (await read(tx.knex)) ?? current,
    reload: nextRun(async () => {
      current = (await read(ctx.db.knex)) ?? current;
    }),
  };
}

/** Whether a verified certificate with this issuer name (in X509Certificate's form) is signed by a root in force. */
export function believes({ roots }: RootSet, issuer: string): boolean {
  return roots.some(({ certificatePem }) => nameOf(certificatePem) === issuer);
}

const names = new Map<string, string>();

/** The subject, which no two of our authorities ever share. Cached, because every connection asks for it. */
function nameOf(certificatePem: string): string {
  const known = names.get(certificatePem);
  if (known !== undefined) return known;
  const { subject } = new X509Certificate(certificatePem);
  names.set(certificatePem, subject);
  return subject;
}

/** The root's chain up to a root that agents can pin, by way of its predecessor while that is needed; PEM. */
export function chainOf(root: Root, now: Date): string {
  const { certificatePem, issuerPem, crossPem, crossByPem } = root;
  if (crossPem === null || crossByPem === null || new X509Certificate(crossPem).validToDate <= now)
    return upToTop(root);
  return `${issuerPem === null ? '' : certificatePem}${crossPem}${crossByPem}`;
}

/** Whether a client that trusts only the anchor can verify what this root has signed. */
export function isBridged(root: Root, anchor: Root, now: Date): boolean {
  if (topOf(root) === topOf(anchor)) return true;
  return root.crossPem !== null && new X509Certificate(root.crossPem).validToDate > now;
}

/** The certificates in a PEM text, each once: two authorities below one root both bring the root. */
export function pemsOf(pem: string): string[] {
  return [...new Set(pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [])];
}

async function readRoots(ctx: Context, knex: Knex, opened: Map<string, Authority>): Promise<RootSet | null> {
  const rows = await RootModel.query(knex).where('trusted', 1).orderBy('created_at');
  const anchor = rows.find((row) => row.anchor);
  const signer = rows.find((row) => row.signs);
  if (!anchor || !signer) return null;
  const roots: Root[] = [];
  for (const row of [anchor, ...rows.filter((one) => one !== anchor)])
    roots.push({
      ...(await openRoot(ctx, knex, opened, row.id)),
      id: row.id,
      crossPem: row.crossPem,
      crossByPem: row.crossBy && (await certificateOf(knex, row.crossBy)),
      issuerPem: row.issuerPem,
    });
  const byId = (id: string): Root => roots.find((root) => root.id === id) as Root;
  const trustPem = roots.map(upToTop).join('');
  return { roots, signer: byId(signer.id), anchor: byId(anchor.id), trustPem };
}

async function openRoot(
  ctx: Context,
  knex: Knex,
  opened: Map<string, Authority>,
  id: string,
): Promise<Authority> {
  const known = opened.get(id);
  if (known) return known;
  const row = await KeyModel.query(knex).findById(id);
  if (!row) throw new Error(`the key of the root ${id} is missing`);
  const authority = {
    certificatePem: row.certificatePem,
    privateKeyPem: ctx.secrets.open(row.sealedKey, purposeOf(id)),
  };
  opened.set(id, authority);
  return authority;
}

/** The certificate, followed by the root above it, if there is one. */
async function certificateOf(knex: Knex, id: string): Promise<string | null> {
  const key = await KeyModel.query(knex).select('certificate_pem').findById(id);
  const row = await RootModel.query(knex).select('issuer_pem').findById(id);
  return key ? `${key.certificatePem}${row?.issuerPem ?? ''}` : null;
}

export interface MadeRoot extends Authority {
  id: string;
  fingerprint: string;
  /** PEM of the root above it; null: it is a root itself. */
  issuerPem: string | null;
  /** Its key comes from the waiting request. */
  isRequested: boolean;
}

/** A key and its self-signed certificate; nothing is stored. */
export async function makeRoot(id: string, now: Date): Promise<MadeRoot> {
  const { privateKeyPem } = await createKeyPair();
  const certificatePem = createRootCertificate({ privateKeyPem, now });
  const fingerprint = createHash('sha256').update(new X509Certificate(certificatePem).raw).digest('hex');
  return { id, privateKeyPem, certificatePem, fingerprint, issuerPem: null, isRequested: false };
}

export interface RootRow {
  signs: boolean;
  anchor: boolean;
  crossPem: string | null;
  crossBy: string | null;
  crlNumber: number;
}

/** Stores key, certificate and an empty revocation list; returns the list. */
export async function insertRoot(
  ctx: Context,
  tx: Tx,
  { id, fingerprint, issuerPem, isRequested: _requested, ...ca }: MadeRoot,
  { crlNumber, ...row }: RootRow,
): Promise<string> {
  const now = ctx.clock.now();
  await KeyModel.query(tx.knex).insert({
    name: id,
    sealedKey: ctx.secrets.seal(ca.privateKeyPem, purposeOf(id)),
    certificatePem: ca.certificatePem,
    certificateId: null,
    createdAt: now,
  });
  const crlPem = signCrl({ ca, number: crlNumber, revoked: [], now });
  const root = { id, ...row, issuerPem, trusted: true, fingerprint, crlPem, createdAt: now, retiredAt: null };
  await RootModel.query(tx.knex).insert(root);
  return crlPem;
}

/** If two managers start on an empty database, one inserts the root and the other reads it. */
async function createFirst(ctx: Context, read: () => Promise<RootSet | null>): Promise<RootSet> {
  const now = ctx.clock.now();
  const made = await makeRoot(FIRST, now);
  try {
    await ctx.tx(
      async (tx) => {
        const row = { signs: true, anchor: true, crossPem: null, crossBy: null, crlNumber: 1 };
        const crlPem = await insertRoot(ctx, tx, made, row);
        await StateModel.query(tx.knex).insert({ id: 1, crlNumber: 1, crlPem, crlSignedAt: now });
        const { serial, commonName, fingerprint, notAfter } = describeCertificate(made.certificatePem);
        ctx.audit.record(tx, {
          actor: systemActor,
          address: null,
          action: 'ca.created',
          resource: { kind: 'ca', id: serial, name: commonName },
          after: { fingerprint, notAfter },
        });
      },
      { name: 'agents.createRoot' },
    );
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
  const roots = await read();
  if (!roots) throw new Error('the certificate authority is neither there nor could it be made');
  return roots;
}
