import { ts } from '#server/kernel/db/database.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { AuthorityFacts } from '../ca.ts';
import { CertificateModel, StateModel } from '../models.ts';
import { crlLifeDays, describeCertificate } from '../pki/index.ts';

const DAY_MS = 86_400_000;
const WEEKS = 14;

/** See AuthorityFacts. */
export async function authorityFacts(
  ctx: Context,
  { certificatePem }: { certificatePem: string },
): Promise<AuthorityFacts> {
  const { reader } = ctx.db;
  const now = ctx.clock.now();
  const state = await StateModel.query(reader).findById(1);
  if (!state) throw new Error('the state of the certificate authority is missing');
  const { commonName, serial, fingerprint, notBefore, notAfter } = describeCertificate(certificatePem);
  const weeks = await endsByWeek(ctx, now);
  const revokedTotal = await CertificateModel.query(reader)
    .where('status', 'revoked')
    .where('not_after', '>', ts(now))
    .resultSize();
  return {
    name: commonName ?? '',
    serialNumber: serial,
    fingerprintSha256: fingerprint,
    notBefore,
    notAfter,
    crlSignedAt: state.crlSignedAt,
    crlNextUpdateAt: new Date(state.crlSignedAt.getTime() + crlLifeDays * DAY_MS),
    revokedTotal,
    activeTotal: weeks.reduce((sum, { certificates }) => sum + certificates, 0),
    weeks,
  };
}

/** Counted by the database, in one pass over the active certificates. */
async function endsByWeek(ctx: Context, now: Date): Promise<AuthorityFacts['weeks']> {
  const { reader } = ctx.db;
  const weeks = Array.from({ length: WEEKS }, (_, index) => ({
    from: new Date(now.getTime() + index * 7 * DAY_MS),
    to: index === WEEKS - 1 ? null : new Date(now.getTime() + (index + 1) * 7 * DAY_MS),
  }));
  const row = (await reader('agents_certificates')
    .where('status', 'active')
    .where('not_after', '>', ts(now))
    .select(
      weeks.map(({ from, to }, index) =>
        to === null
          ? reader.raw(`sum(not_after >= ?) as week${index}`, [ts(from)])
          : reader.raw(`sum(not_after >= ? and not_after < ?) as week${index}`, [ts(from), ts(to)]),
      ),
    )
    .first()) as Record<string, number | string | null> | undefined;
  return weeks.map((week, index) => ({ ...week, certificates: Number(row?.[`week${index}`] ?? 0) }));
}

/** The number of active certificates that end before this time. */
export async function countExpiring(ctx: Context, before: Date): Promise<number> {
  return CertificateModel.query(ctx.db.reader)
    .where('status', 'active')
    .where('not_after', '>', ts(ctx.clock.now()))
    .where('not_after', '<', ts(before))
    .resultSize();
}
