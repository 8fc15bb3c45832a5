import { AppError } from '#server/shared/wire/appError.ts';
import { ts } from '#server/kernel/db/database.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import type { ActedBy } from '../../hosts/api.ts';
import { auditOf, statusAt, toCertificate } from '../domain.ts';
import { CertificateModel } from '../models.ts';
import type { Certificate, RevokeReason } from '../ca.ts';
import { signAgain } from './crl.ts';
import type { Authorities } from './root.ts';

export interface Retiring {
  ctx: Context;
  ca: Authorities;
  /** Called after the commit that changed the revocation list. */
  changed: () => Promise<void>;
}

/** See CertificateAuthority.revoke. */
export async function revoke(
  parts: Retiring,
  tx: Tx,
  { certificateId, reason = 'cessationOfOperation' }: { certificateId: string; reason?: RevokeReason },
  by: ActedBy,
): Promise<Certificate> {
  const { ctx } = parts;
  const now = ctx.clock.now();
  const row = await CertificateModel.query(tx.knex).findById(certificateId).forUpdate();
  if (!row) throw new AppError('CERTIFICATE_NOT_FOUND');
  // A superseded certificate still verifies until it ends, so it can be revoked too.
  const status = statusAt(row, now);
  if (status !== 'active' && status !== 'superseded')
    throw new AppError('CERTIFICATE_NOT_ACTIVE', { details: { status } });
  await revokeRows(parts, tx, [row], reason, by);
  // So that the host's page soon says whether the host can still be reached, and not only after the usual interval.
  if (row.hostId !== null) await ctx.core.hosts.pollSoon(tx, [row.hostId]);
  return toCertificate(
    { ...row, status: 'revoked', revokedAt: now, revocationReason: reason } as CertificateModel,
    now,
  );
}

/**
 * See CertificateAuthority.revokeAllOfHost. Superseded certificates that still verify are revoked too: a person who
 * kept an old key of a removed host must not get in.
 */
export async function revokeAllOfHost(
  parts: Retiring,
  tx: Tx,
  {
    hostId,
    exceptId,
    reason = 'cessationOfOperation',
  }: { hostId: string; exceptId?: string; reason?: RevokeReason },
  by: ActedBy,
): Promise<number> {
  const query = CertificateModel.query(tx.knex)
    .where('host_id', hostId)
    .whereIn('status', ['active', 'superseded'])
    .where('not_after', '>', ts(parts.ctx.clock.now()))
    .forUpdate();
  const rows = await (exceptId ? query.whereNot('id', exceptId) : query);
  await revokeRows(parts, tx, rows, reason, by);
  return rows.length;
}

async function revokeRows(
  parts: Retiring,
  tx: Tx,
  rows: readonly CertificateModel[],
  reason: RevokeReason,
  by: ActedBy,
): Promise<void> {
  const { ctx, ca, changed } = parts;
  if (rows.length === 0) return;
  const revokedAt = ctx.clock.now();
  await CertificateModel.query(tx.knex)
    .whereIn(
      'id',
      rows.map(({ id }) => id),
    )
    .patch({ status: 'revoked', revokedAt, revocationReason: reason });
  for (const row of rows) {
    ctx.audit.record(tx, {
      ...by,
      action: 'certificate.revoked',
      resource: { kind: 'certificate', id: row.id, name: row.commonName },
      before: auditOf(row),
      after: { reason },
    });
  }
  const hostIds = new Set(rows.flatMap(({ hostId }) => hostId ?? []));
  for (const hostId of hostIds) await followExpiry(ctx, tx, hostId);
  signAgain(ctx, ca, tx, changed);
}

/** See CertificateAuthority.supersedeOthers. */
export async function supersedeOthers(
  { ctx }: Retiring,
  tx: Tx,
  { hostId, keepId }: { hostId: string; keepId: string },
  by: ActedBy,
): Promise<number> {
  const others = await CertificateModel.query(tx.knex)
    .where({ host_id: hostId, status: 'active' })
    .whereNot('id', keepId)
    .forUpdate();
  if (others.length === 0) return 0;
  await CertificateModel.query(tx.knex)
    .whereIn(
      'id',
      others.map(({ id }) => id),
    )
    .patch({ status: 'superseded' });
  for (const row of others) {
    ctx.audit.record(tx, {
      ...by,
      action: 'certificate.superseded',
      resource: { kind: 'certificate', id: row.id, name: row.commonName },
      before: auditOf(row),
      after: { by: keepId },
    });
  }
  await followExpiry(ctx, tx, hostId);
  return others.length;
}

/** Copies the end of the host's newest active certificate to the host. */
async function followExpiry(ctx: Context, tx: Tx, hostId: string): Promise<void> {
  const newest = await CertificateModel.query(tx.knex)
    .where({ host_id: hostId, status: 'active' })
    .orderBy('id', 'desc')
    .first();
  await ctx.core.hosts.setCertificateExpiry(tx, hostId, newest?.notAfter ?? null);
}

/** For the sweep: marks certificates that have ended as expired. */
export async function markExpired(ctx: Context): Promise<void> {
  const now = ts(ctx.clock.now());
  const due = await CertificateModel.query(ctx.db.reader)
    .select('id')
    .where('status', 'active')
    .where('not_after', '<=', now)
    .limit(500);
  if (due.length === 0) return;
  await ctx.tx(
    async (tx) =>
      void (await CertificateModel.query(tx.knex)
        .whereIn(
          'id',
          due.map(({ id }) => id),
        )
        .where('status', 'active')
        .patch({ status: 'expired' })),
    { durable: false, name: 'agents.markExpired' },
  );
}
