import type { Knex } from 'knex';
import { AppError } from '../../../shared/wire/appError.ts';
import { fromTs, ts } from '../../../kernel/db/database.ts';
import type { Context } from '../../../kernel/boot/feature.ts';
import { toCertificate } from '../domain.ts';
import { CertificateModel } from '../models.ts';
import type { Certificate, CertificateQuery } from '../api.ts';

export async function getCertificate(ctx: Context, id: string): Promise<Certificate | null> {
  const row = await CertificateModel.query(ctx.db.reader).findById(id);
  return row ? toCertificate(row, ctx.clock.now()) : null;
}

type CertificatePage = { certificates: Certificate[]; total: number; nextCursor: string | null };

/** Ids are UUID v7, so their order is that of issue. */
export async function listCertificates(ctx: Context, query: CertificateQuery): Promise<CertificatePage> {
  const { reader } = ctx.db;
  const now = ctx.clock.now();
  const limit = query.limit ?? 50;
  const narrow = <Q extends Knex.QueryBuilder>(builder: Q): Q => {
    if (query.hostId) builder.where('host_id', query.hostId);
    if (query.status) whereStatus(builder, query.status, now);
    return builder;
  };
  const counted = (await narrow(reader('agents_certificates')).count({ total: '*' }).first()) as {
    total: number | string;
  };
  const keys = narrow(reader('agents_certificates').select('id', 'not_after')).limit(limit + 1);
  applyOrder(keys, query);
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
    nextCursor: found.length > limit && last ? writeCursor(query, last) : null,
  };
}

interface Key {
  id: string;
  not_after: unknown;
}

const orderOf = ({ sort = '-issued_at' }: CertificateQuery) => ({
  sort,
  direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const),
  byEnd: sort.endsWith('not_after'),
});

function applyOrder(keys: Knex.QueryBuilder, query: CertificateQuery): void {
  const { sort, direction, byEnd } = orderOf(query);
  const beyond = direction === 'asc' ? '>' : '<';
  const position = query.cursor === undefined ? null : readCursor(query.cursor, sort);
  if (byEnd) keys.orderBy('not_after', direction);
  keys.orderBy('id', direction);
  if (position && byEnd) {
    const at = ts(position.endsMs);
    keys.where((q) =>
      q
        .where('not_after', beyond, at)
        .orWhere((r) => r.where('not_after', at).where('id', beyond, position.id)),
    );
  } else if (position) keys.where('id', beyond, position.id);
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

function writeCursor(query: CertificateQuery, { id, not_after: end }: Key): string {
  return Buffer.from(JSON.stringify([orderOf(query).sort, fromTs(end)?.getTime() ?? 0, id])).toString(
    'base64url',
  );
}

function readCursor(cursor: string, sort: string): { id: string; endsMs: number } {
  const [cursorSort, endsMs, id] = parsed(cursor);
  if (cursorSort === sort && typeof endsMs === 'number' && typeof id === 'string' && id.length <= 36)
    return { id, endsMs };
  const message = 'The cursor does not belong to this list and order.';
  throw new AppError('VALIDATION_FAILED', {
    message,
    details: { errors: [{ path: '/query/cursor', message }] },
  });
}

function parsed(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? (value as unknown[]) : [];
  } catch {
    return [];
  }
}

export async function newestOf(
  ctx: Context,
  hostId: string,
  activeOnly: boolean,
): Promise<{ certificate: Certificate; pem: string } | null> {
  const now = ctx.clock.now();
  const query = CertificateModel.query(ctx.db.reader).where('host_id', hostId).orderBy('id', 'desc').first();
  const row = await (activeOnly ? query.where('status', 'active').where('not_after', '>', ts(now)) : query);
  return row ? { certificate: toCertificate(row, now), pem: row.pem } : null;
}

/** See CertificateAuthority.provingOf. */
export async function provingOf(
  ctx: Context,
  hostId: string,
): Promise<{ certificate: Certificate; pem: string }[]> {
  const rows = await CertificateModel.query(ctx.db.reader)
    .where('host_id', hostId)
    .whereIn('status', ['active', 'expired'])
    .orderBy('id', 'desc')
    .limit(10);
  return rows.map((row) => ({ certificate: toCertificate(row, ctx.clock.now()), pem: row.pem }));
}
