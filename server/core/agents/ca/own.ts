import { isUniqueViolation } from '#server/kernel/db/database.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import { statusAt, webKeyName } from '../domain.ts';
import { CertificateModel, KeyModel } from '../models.ts';
import { createKeyPair, type KeyPairPem, type LeafProfile } from '../pki/index.ts';
import { bySystem, issue } from './issue.ts';
import type { Root } from './root.ts';

/** One of the manager's own certificates, with its key. */
export interface OwnCertificate {
  certificateId: string;
  certificatePem: string;
  privateKeyPem: string;
}

export type OwnProfile = Exclude<LeafProfile, { kind: 'host' }>;

/** Under the first root the names have no suffix, as before there could be a second root. */
function keyName(profile: OwnProfile, { id }: Root): string {
  const name = profile.kind === 'manager' ? 'manager' : webKeyName(profile.names);
  return id === 'root' ? name : `${name}@${id.slice(-12)}`;
}
const purposeOf = (name: string): string => `agents.key.${name}`;

/**
 * The certificate in force for the profile under this root; a new one when there is none, it is revoked, two thirds of
 * its life are over, or it has not begun yet. Managers on one database share it: one that loses the race reads the
 * winner's.
 */
export async function ownCertificate(ctx: Context, ca: Root, profile: OwnProfile): Promise<OwnCertificate> {
  const name = keyName(profile, ca);
  const present = await readOwn(ctx, name);
  if (present && !present.renewalDue) return present.own;
  const pair = await createKeyPair();
  try {
    const own = await ctx.tx(
      (tx) => replaceOwn(ctx, ca, tx, { name, profile, pair, oldId: present?.own.certificateId ?? null }),
      {
        name: 'agents.issueOwn',
      },
    );
    if (own) return own;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
  const theirs = await readOwn(ctx, name);
  if (!theirs) throw new Error(`the certificate ${name} is neither there nor could it be made`);
  return theirs.own;
}

async function readOwn(
  ctx: Context,
  name: string,
): Promise<{ own: OwnCertificate; renewalDue: boolean } | null> {
  const row = await KeyModel.query(ctx.db.knex).findById(name);
  if (!row?.certificateId) return null;
  const certificate = await CertificateModel.query(ctx.db.knex).findById(row.certificateId);
  if (!certificate) return null;
  const now = ctx.clock.now();
  const own = {
    certificateId: row.certificateId,
    certificatePem: row.certificatePem,
    privateKeyPem: ctx.secrets.open(row.sealedKey, purposeOf(name)),
  };
  // Issued by a clock that was ahead and set back since: nobody would believe it until it begins.
  const isAhead = certificate.notBefore > now;
  return {
    own,
    renewalDue: isAhead || statusAt(certificate, now) !== 'active' || certificate.renewAt <= now,
  };
}

interface Replacement {
  name: string;
  profile: OwnProfile;
  pair: KeyPairPem;
  oldId: string | null;
}

/** Null: another manager was first. */
async function replaceOwn(
  ctx: Context,
  ca: Root,
  tx: Tx,
  { name, profile, pair, oldId }: Replacement,
): Promise<OwnCertificate | null> {
  const row = await issue(ctx, ca, tx, { publicKeyPem: pair.publicKeyPem, profile }, bySystem);
  const stored = {
    name,
    sealedKey: ctx.secrets.seal(pair.privateKeyPem, purposeOf(name)),
    certificatePem: row.pem,
    certificateId: row.id,
    createdAt: ctx.clock.now(),
  };
  if (oldId === null) {
    await KeyModel.query(tx.knex).insert(stored);
  } else {
    const rows = await KeyModel.query(tx.knex).where({ name, certificate_id: oldId }).patch(stored);
    if (rows === 0) {
      await CertificateModel.query(tx.knex).findById(row.id).patch({ status: 'superseded' });
      return null;
    }
    await CertificateModel.query(tx.knex)
      .where({ id: oldId, status: 'active' })
      .patch({ status: 'superseded' });
  }
  return { certificateId: row.id, certificatePem: row.pem, privateKeyPem: pair.privateKeyPem };
}
