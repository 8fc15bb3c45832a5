import type { Actor, auditLog, Context } from '#sdk';

export interface ExportCall {
  /** The format and the filters of the call. */
  query: object;
  exported: auditLog.Export;
  by: { actor: Actor; address: string };
}

/** Records the export before the first row is sent, so that a broken-off one is in the log, too. */
export async function recordExport(ctx: Context, { query, exported, by }: ExportCall): Promise<void> {
  const { range, verifiable } = exported;
  const after = { ...query, fromRow: range?.fromRow ?? null, toRow: range?.toRow ?? null, verifiable };
  const resource = { kind: 'audit' as const, id: null, name: null };
  await ctx.tx(async (tx) => ctx.audit.record(tx, { ...by, action: 'audit.exported', resource, after }), {
    name: 'audit.exported',
  });
}
