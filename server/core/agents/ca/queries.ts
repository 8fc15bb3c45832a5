import type { Knex } from 'knex';
import { ts } from '#server/kernel/db/database.ts';
import { keysetPage } from '#server/kernel/db/keyset.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import { toCertificate } from '../domain.ts';
import { CertificateModel, LostRevocationModel } from '../models.ts';
import type { Certificate, CertificateQuery } from '../ca.ts';

export async function getCertificate(ctx: Context, id: string): Promise<Certificate | null> {
  const row = await CertificateModel.query(ctx.db.reader).findById(id);
  return row ? toCertificate(row, ctx.clock.now()) : null;
}

type CertificatePage = { certificates: Certificate[]; total: number; nextCursor: string | null };

/** Ids are UUID v7, so they sort in the order of issue. */
const COLUMNS = { issued_at: 'id' };

export async function listCertificates(
  ctx: Context,
  { hostId, status, notAfterFrom, notAfterTo, search, sort = '-issued_at', ...query }: CertificateQuery,
): Promise<CertificatePage> {
  const { reader } = ctx.db;
  const now = ctx.clock.now();
  // Only what an index holds: the rows have the whole certificates.
  const found = CertificateModel.query(reader).select('id', 'not_after');
  found.modify((some) => {
    const builder = some as unknown as Knex.QueryBuilder;
    if (hostId) builder.where('host_id', hostId);
    if (status) whereStatus(builder, status, now);
    if (notAfterFrom) builder.where('not_after', '>=', ts(notAfterFrom));
    if (notAfterTo) builder.where('not_after', '<', ts(notAfterTo));
    if (search !== undefined) whereSearch(builder, search.toLowerCase());
  });
  const { rows: keys, ...page } = await keysetPage(found, { sort, ...query }, { columns: COLUMNS });
  const ids = keys.map(({ id }) => id);
  const rows = await CertificateModel.query(reader).whereIn('id', ids);
  const byId = new Map(rows.map((row) => [row.id, toCertificate(row, now)]));
  return { ...page, certificates: ids.flatMap((id) => byId.get(id) ?? []) };
}

function whereSearch(builder: Knex.QueryBuilder, search: string): void {
  builder.where((q) => {
    q.whereRaw('instr(lower(common_name), ?) > 0', [search]);
    if (/^[0-9a-f]{1,40}$/.test(search)) q.orWhere('serial', 'like', `${search}%`);
  });
}

function whereStatus(builder: Knex.QueryBuilder, status: CertificateQuery['status'], now: Date): void {
  if (status === 'active') builder.where('status', 'active').where('not_after', '>', ts(now));
  else if (status === 'expired')
    builder.where((q) =>
      q
        .where('status', 'expired')
        .orWhere((r) => r.where('status', 'active').where('not_after', '<=', ts(now))),
    );
  else builder.where('status', status);
}

type WithPem = { certificate: Certificate; pem: string };

/** See CertificateAuthority.activeOf. */
export async function activeOf(ctx: Context, hostId: string): Promise<WithPem | null> {
  const now = ctx.clock.now();
  const row = await newestFirst(ctx, hostId)
    .where('status', 'active')
    .where('not_after', '>', ts(now))
    .first();
  return row ? { certificate: toCertificate(row, now), pem: row.pem } : null;
}

const MOST = 10;

/** See CertificateAuthority.latestOf. */
export const latestOf = async (ctx: Context, hostId: string): Promise<WithPem[]> =>
  withPems(ctx, await newestFirst(ctx, hostId).limit(MOST));

/** See CertificateAuthority.provingOf. */
export const provingOf = async (ctx: Context, hostId: string): Promise<WithPem[]> =>
  withPems(ctx, await newestFirst(ctx, hostId).whereIn('status', ['active', 'expired']).limit(MOST));

const newestFirst = (ctx: Context, hostId: string) =>
  CertificateModel.query(ctx.db.reader).where('host_id', hostId).orderBy('id', 'desc');

const withPems = (ctx: Context, rows: readonly CertificateModel[]): WithPem[] =>
  rows.map((row) => ({ certificate: toCertificate(row, ctx.clock.now()), pem: row.pem }));

/** Longer than any certificate of a host or a manager lives. */
const LOST_KEPT_MS = 400 * 86_400_000;

/** Serial numbers that count as revoked though this database has no such certificate. */
export async function lostRevocations(
  knex: Knex,
  now: Date,
  issuerId?: string,
): Promise<LostRevocationModel[]> {
  const since = ts(now.getTime() - LOST_KEPT_MS);
  const query = LostRevocationModel.query(knex).where('taken_at', '>', since).orderBy('serial');
  return issuerId === undefined ? query : query.where('issuer_id', issuerId);
}
