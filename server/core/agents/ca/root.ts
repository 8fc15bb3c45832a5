import { systemActor } from '../../../kernel/security/actor.ts';
import { isUniqueViolation } from '../../../kernel/db/database.ts';
import type { Context } from '../../../kernel/boot/feature.ts';
import { KeyModel, StateModel } from '../models.ts';
import {
  type Authority,
  createKeyPair,
  createRootCertificate,
  describeCertificate,
  signCrl,
} from '../pki/index.ts';

export const rootKeyPurpose = 'agents.key.root';

/**
 * The root, made on the first start. Of two managers that start on an empty database one inserts it and the
 * other reads it.
 */
export async function loadRoot(ctx: Context): Promise<Authority> {
  return (await readRoot(ctx)) ?? (await createRoot(ctx));
}

async function readRoot(ctx: Context): Promise<Authority | null> {
  const row = await KeyModel.query(ctx.db.knex).findById('root');
  return row
    ? { certificatePem: row.certificatePem, privateKeyPem: ctx.secrets.open(row.sealedKey, rootKeyPurpose) }
    : null;
}

async function createRoot(ctx: Context): Promise<Authority> {
  const { privateKeyPem } = await createKeyPair();
  const now = ctx.clock.now();
  const ca: Authority = { privateKeyPem, certificatePem: createRootCertificate({ privateKeyPem, now }) };
  try {
    await ctx.tx(
      async (tx) => {
        const sealedKey = ctx.secrets.seal(privateKeyPem, rootKeyPurpose);
        await KeyModel.query(tx.knex).insert({
          name: 'root',
          sealedKey,
          certificatePem: ca.certificatePem,
          certificateId: null,
          createdAt: now,
        });
        await StateModel.query(tx.knex).insert({
          id: 1,
          crlNumber: 1,
          crlPem: signCrl({ ca, number: 1, revoked: [], now }),
          crlSignedAt: now,
        });
        const { serial, commonName, fingerprint, notAfter } = describeCertificate(ca.certificatePem);
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
    return ca;
  } catch (error) {
    const theirs = isUniqueViolation(error) ? await readRoot(ctx) : null;
    if (!theirs) throw error;
    return theirs;
  }
}
