import type { Knex } from 'knex';
import { fromTs, ts } from '#server/kernel/db/database.ts';
import { applyKeyset, writeCursor, type Keyset } from '#server/kernel/db/keyset.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import { toCertificate } from '../domain.ts';
import { CertificateModel } from '../models.ts';
import type { Certificate, CertificateQuery } from '../ca.ts';

export async function getCertificate(ctx: Context, id: string): Promise<Certificate | null> {
  const row = await CertificateModel.query(ctx.db.reader).findById(id);
  return row ? toCertificate(row, ctx.clock.now()) : null;
}

type CertificatePage = { certificates: Certificate[]; total: number; nextCursor: string | null };

export async function listCertificates(ctx: Context, query: CertificateQuery): Promise<CertificatePage> {
  const { reader } = ctx.db;
  const now = ctx.clock.now();
  const limit = query.limit ?? 50;
  const narrow = <Q extends Knex.QueryBuilder>(builder: Q): Q => {
    if (query.hostId) builder.where('host_id', query.hostId);
    if (query.status) whereStatus(builder, query.status, now);
    if (query.expiresBefore) builder.where('not_after', '<', ts(query.expiresBefore));
    if (query.search !== undefined) whereSearch(builder, query.search.toLowerCase());
    return builder;
  };
  const counted = (await narrow(reader('agents_certificates')).count({ total: '*' }).first()) as {
    total: number | string;
  };
  const keys = narrow(reader('agents_certificates').select('id', 'not_after')).limit(limit + 1);
  const keyset = keysetOf(query);
  applyKeyset(keys, keyset, query.cursor);
  const found = (await keys) as Key[];
  const shown = found.slice(0, limit);
  const rows = await CertificateModel.query(reader).whereIn(
    'id',
    shown.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, toCertificate(row, now)]));
  const last = shown.at(-1);
  return {
    certificates: shown.flatMap(({ id }) => byId.get(id) ?? []),
    total: Number(counted.total),
    nextCursor:
      found.length > limit && last
        ? writeCursor(keyset, keyset.isTime ? fromTs(last.not_after) : last.id, last.id)
        : null,
  };
}

function whereSearch(builder: Knex.QueryBuilder, search: string): void {
  builder.where((q) => {
    q.whereRaw('instr(lower(common_name), ?) > 0', [search]);
    if (/^[0-9a-f]{1,40}$/.test(search)) q.orWhere('serial', 'like', `${search}%`);
  });
}

interface Key {
  id: string;
  not_after: unknown;
}

/** Ids are UUID v7, so they sort in the order of issue. */
function keysetOf({ sort = '-issued_at' }: CertificateQuery): Keyset {
  const byEnd = sort.endsWith('not_after');
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  return { sort, column: byEnd ? 'not_after' : 'id', direction, isTime: byEnd };
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
