import { actedBy, actors, type Context, type HandlerRequest, reply, type Routes } from '#sdk';
import { prepare, type Prepared } from './service/reportRequest.ts';
import { scheduleRoutes } from './scheduleRoutes.ts';
import type { MakeCall, Reports } from './service/make.ts';

export function reportRoutes(ctx: Context, reports: Reports, wake: () => void): Routes<'reports'> {
  return {
    ...scheduleRoutes(ctx, wake),
    async downloadReport(request) {
      const { format, bom = false, closed = false } = request.query;
      const prepared = await prepareCall(ctx, request, format === 'csv' && closed);
      const { data, sizeBytes } = await reports.file(prepared, {
        format,
        bom,
        by: actedBy(request),
        ...callOf(request),
      });
      const day = prepared.to.toISOString().slice(0, 10);
      const file = {
        contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf',
        fileName: `${prepared.type}-${day}.${format}`,
        data,
      };
      return reply(200, file, { 'Content-Length': String(sizeBytes) });
    },
    async getReportFigures(request) {
      const prepared = await prepareCall(ctx, request);
      const { rows, summary } = await reports.figures(prepared, callOf(request));
      const { figures, chart, notes } = summary;
      return reply(200, {
        report_type: prepared.type,
        made_at: prepared.madeAt.toISOString(),
        from: prepared.from.toISOString(),
        to: prepared.to.toISOString(),
        group: prepared.group,
        hosts_limited: prepared.isLimited,
        rows,
        figures,
        chart,
        notes,
      });
    },
  };
}

const callOf = ({ actor, signal }: Pick<HandlerRequest<'downloadReport'>, 'actor' | 'signal'>): MakeCall => ({
  account: actors.budgetKey(actor),
  signal,
});

function prepareCall(
  ctx: Context,
  { params, query, actor, scope }: HandlerRequest<'downloadReport'> | HandlerRequest<'getReportFigures'>,
  withClosed = false,
): Promise<Prepared> {
  const { from, to, group_id: groupId } = query;
  return prepare(ctx, { type: params.report_type, from, to, groupId, actor, scope, withClosed });
}
