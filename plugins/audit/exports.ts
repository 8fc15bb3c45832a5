import type { Actor, AuditExport, Context } from '../../server/plugin.ts';

export interface ExportCall {
  /** The call's own words: its format and filters. */
  query: object;
  exported: AuditExport;
  by: { actor: Actor; address: string };
}

/** Before the first row leaves: whoever takes the log away stands in it, even if he never gets the whole file. */
export async function recordExport(ctx: Context, { query, exported, by }: ExportCall): Promise<void> {
  const { range, verifiable } = exported;
  const after = { ...query, fromRow: range?.fromRow ?? null, toRow: range?.toRow ?? null, verifiable };
  const resource = { kind: 'audit' as const, id: null, name: null };
  await ctx.tx(async (tx) => ctx.audit.record(tx, { ...by, action: 'audit.exported', resource, after }), {
    name: 'audit.exported',
  });
}
