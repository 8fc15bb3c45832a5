import type { Knex } from 'knex';
import { type Context, type HostScope, reads } from '#sdk';
import type { ExposureQueries } from '../api.ts';
import { closedKeptSince } from '../settings.ts';

/** See ExposureService.reportQueries. */
export async function reportQueries(
  ctx: Context,
  { from, to, scope }: { from: Date; to: Date; scope: HostScope },
): Promise<ExposureQueries> {
  const { db, core } = ctx;
  const { reader, dialect } = db;
  const inScope = await core.hosts.idsIn(scope);
  const of = (table: string): Knex.QueryBuilder =>
    reader(`${table} as own`).modify(
      (query) => void (inScope && query.whereIn('own.host_id', inScope(reader))),
    );
  /** Rows that were open at some time of the period and are closed now. */
  const ended = (table: string): Knex.QueryBuilder =>
    of(table)
      .where('own.closed_at', '>=', from)
      .where((query) => void query.whereNull('own.opened_at').orWhere('own.opened_at', '<', to));
  const openMs =
    dialect === 'sqlite'
      ? 'own.closed_at - own.opened_at'
      : 'timestampdiff(microsecond, own.opened_at, own.closed_at) div 1000';
  const sums = [
    reader.raw('sum(case when own.closed_at < ? then 1 else 0 end) as closed', [to]),
    reader.raw('sum(case when own.closed_at >= ? then 1 else 0 end) as closed_later', [to]),
    reader.raw(
      'sum(case when own.closed_at < ? and own.opened_at is not null then 1 else 0 end) as closed_dated',
      [to],
    ),
    reader.raw(`sum(case when own.closed_at < ? then ${openMs} else 0 end) as open_ms`, [to]),
  ];
  return {
    keptSince: await closedKeptSince(ctx),
    open: reads.queryOf(
      of('exposure_findings').where('own.open', 1).select('own.host_id', 'own.cve', 'own.packages'),
    ),
    cves: reads.queryOf(
      ended('exposure_findings')
        .leftJoin('exposure_cves as known', 'known.cve', 'own.cve')
        .groupBy('own.cve')
        .select('own.cve', reader.raw('max(known.severity_rank) as severity_rank'), ...sums)
        .orderBy('own.cve'),
    ),
    patches: reads.queryOf(
      ended('exposure_patches')
        .groupBy('own.severity_rank')
        .select(
          'own.severity_rank',
          ...sums,
          // A patch without a due time is not in time. One that was excepted when it was closed broke no service level.
          reader.raw(
            'sum(case when own.closed_at < ? and (own.due_at >= own.closed_at or own.excepted_until >= own.closed_at) then 1 else 0 end) as closed_in_time',
            [to],
          ),
        ),
    ),
    closed: reads.queryOf(
      closedRows(of('exposure_findings').leftJoin('exposure_cves as known', 'known.cve', 'own.cve'), {
        columns: ["'cve' as kind", 'own.cve as name', 'null as arch', 'own.packages', 'known.severity_rank'],
        more: ['null as due_at', 'own.closed_by'],
        from,
        to,
      })
        .unionAll(
          closedRows(of('exposure_patches'), {
            columns: ["'patch' as kind", 'own.name', 'own.arch', 'null as packages', 'own.severity_rank'],
            more: ['own.due_at', 'null as closed_by'],
            from,
            to,
          }),
        )
        .orderBy(['host_id', 'kind', 'name']),
    ),
  };
}

function closedRows(
  rows: Knex.QueryBuilder,
  { columns, more, from, to }: { columns: string[]; more: string[]; from: Date; to: Date },
): Knex.QueryBuilder {
  const all = ['own.host_id', ...columns, 'own.opened_at', 'own.closed_at', ...more];
  return rows
    .where('own.closed_at', '>=', from)
    .where('own.closed_at', '<', to)
    .select(rows.client.raw(all.join(', ')));
}
