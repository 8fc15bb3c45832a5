import { v7 as uuid } from 'uuid';
import { systemActor } from '#server/kernel/security/actor.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import { broughtInADay } from '#server/kernel/db/lastDay.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import { waitError } from '#server/shared/wire/appError.ts';
import type { ActedBy } from '../../hosts/api.ts';
import { auditOf, certificateRow, toCertificate, wirePki } from '../domain.ts';
import { CertificateModel } from '../models.ts';
import { createKeyPair, issueLeaf, type LeafProfile, parseCsr } from '../pki/index.ts';
import type { Authorities, Root, RootSet } from './root.ts';
import type { IssuedCertificate, IssuedWithKey } from '../ca.ts';

export const bySystem: ActedBy = { actor: systemActor, address: null };

export interface LeafRequest {
  publicKeyPem: string;
  profile: LeafProfile;
}

/** Issues, stores and audits one certificate under this root. */
export async function issue(
  ctx: Context,
  ca: Root,
  tx: Tx,
  { publicKeyPem, profile }: LeafRequest,
  by: ActedBy,
): Promise<CertificateModel> {
  const now = ctx.clock.now();
  const leaf = wirePki(() => issueLeaf({ ca, publicKeyPem, profile, now }));
  const hostId = profile.kind === 'host' ? profile.hostId : null;
  const row = await CertificateModel.query(tx.knex).insertAndFetch(
    certificateRow(leaf, { id: uuid(), kind: profile.kind, hostId, issuerId: ca.id, now }),
  );
  if (hostId) await ctx.core.hosts.setCertificateExpiry(tx, hostId, row.notAfter);
  ctx.audit.record(tx, {
    ...by,
    action: 'certificate.issued',
    resource: { kind: 'certificate', id: row.id, name: row.commonName },
    after: auditOf(row),
  });
  return row;
}

/** A host with more could not be revoked any more in one transaction; one that renews and fails tries hourly. */
const MOST_A_DAY = 24;
const RETRY_SECS = 3_600;

async function requireRoom({ clock }: Context, { knex }: Tx, hostId: string): Promise<void> {
  const count = { table: 'agents_certificates', hostIds: [hostId], at: 'issued_at', now: clock.now() };
  if (((await broughtInADay(knex, count)).get(hostId) ?? 0) >= MOST_A_DAY)
    throw waitError('RATE_LIMITED', RETRY_SECS, {
      message: `This host was issued ${MOST_A_DAY} certificates within 24 hours. The next one can be issued once the oldest of them is a day old.`,
    });
}

/** See CertificateAuthority.issueForCsr. */
export async function issueForCsr(
  ctx: Context,
  ca: Authorities,
  tx: Tx,
  { hostId, csrPem, hostname }: { hostId: string; csrPem: string; hostname?: string },
  by: ActedBy,
): Promise<IssuedCertificate> {
  const { publicKeyPem } = wirePki(() => parseCsr(csrPem));
  if (by.actor.kind === 'agent' || by.actor.kind === 'system') await requireRoom(ctx, tx, hostId);
  const roots = await ca.within(tx);
  const request = { publicKeyPem, profile: { kind: 'host', hostId, hostname } as const };
  return issued(ctx, roots, await issue(ctx, roots.signer, tx, request, by));
}

/** See CertificateAuthority.issueWithKey. The host is polled soon. */
export async function issueWithKey(
  ctx: Context,
  ca: Authorities,
  tx: Tx,
  { hostId, hostname }: { hostId: string; hostname?: string },
  by: ActedBy,
): Promise<IssuedWithKey> {
  const { publicKeyPem, privateKeyPem } = await createKeyPair();
  const roots = await ca.within(tx);
  const request = { publicKeyPem, profile: { kind: 'host', hostId, hostname } as const };
  const row = await issue(ctx, roots.signer, tx, request, by);
  await ctx.core.hosts.pollSoon(tx, [hostId]);
  return { ...issued(ctx, roots, row), keyPem: privateKeyPem };
}

function issued(ctx: Context, { trustPem }: RootSet, row: CertificateModel): IssuedCertificate {
  return {
    certificate: toCertificate(row, ctx.clock.now()),
    certificatePem: row.pem,
    caPem: trustPem,
  };
}
