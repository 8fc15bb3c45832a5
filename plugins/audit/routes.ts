import { Readable } from 'node:stream';
import { actedBy, reply, type Context, type HandlerRequest, type Routes } from '#sdk';
import { checkIntegrity } from './check.ts';
import { csvOf } from './csv.ts';
import { recordExport } from './exports.ts';
import { archivedToWire, rowToWire } from './wire.ts';

export function auditRoutes(ctx: Context): Routes<'audit'> {
  return {
    async listAuditRows({ query }) {
      const { sort, cursor, limit, ...rest } = query;
      const filters = filtersOf(rest);
      const order = sort === 'row_id' ? ('oldest' as const) : ('newest' as const);
      const [page, total, archived] = await Promise.all([
        ctx.audit.list({ ...filters, order, cursor, limit }),
        ctx.audit.count(filters),
        ctx.audit.archived(),
      ]);
      return reply(200, {
        rows: page.rows.map(rowToWire),
        total,
        next_cursor: page.nextCursor,
        archived: archivedToWire(archived),
      });
    },
    async checkAuditIntegrity(request) {
      const { intact, rowsChecked, errors } = await checkIntegrity(ctx, {
        by: actedBy(request),
        signal: request.signal,
      });
      return reply(200, {
        intact,
        rows_checked: rowsChecked,
        errors: errors.map(({ rowId, expectedHash, actualHash }) => ({
          row_id: rowId,
          expected_hash: expectedHash,
          actual_hash: actualHash,
        })),
      });
    },
    async exportAuditLog(request) {
      const { exported, fileName } = await exportAs('json', request);
      const data = Readable.from(exported.json());
      return reply(200, { contentType: 'application/json', fileName, data });
    },
    async exportAuditLogCsv(request) {
      const { exported, fileName } = await exportAs('csv', request);
      const data = Readable.from(csvOf(exported.pages()));
      return reply(200, { contentType: 'text/csv; charset=utf-8', fileName, data });
    },
  };

  async function exportAs(
    format: 'json' | 'csv',
    request: HandlerRequest<'exportAuditLog' | 'exportAuditLogCsv'>,
  ) {
    const exported = await ctx.audit.export(filtersOf(request.query));
    await recordExport(ctx, { query: { format, ...request.query }, exported, by: actedBy(request) });
    const day = ctx.clock.now().toISOString().slice(0, 10);
    return { exported, fileName: `audit-${day}.${format}` };
  }
}

type Filters = HandlerRequest<'exportAuditLog'>['query'];

function filtersOf({ at_from: from, at_to: to, ...rest }: Filters) {
  return { ...rest, ...(from && { from: new Date(from) }), ...(to && { to: new Date(to) }) };
}
