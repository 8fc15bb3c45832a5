import type { Context } from '../../boot/feature.ts';
import type { Actor } from '../actor.ts';
import type { AuditEntry } from './rows.ts';

/** What a person tried out, and whether it worked. */
export interface Trial {
  action: Extract<AuditEntry['action'], `${string}.tested`>;
  resource: AuditEntry['resource'];
  success: boolean;
  /** Where the call went, if the caller chose that; without secrets. */
  target?: string;
}

/**
 * Records that somebody had the manager call something outside: through such tests a person could look around in
 * networks that only the manager reaches.
 */
export async function recordTrial(
  ctx: Pick<Context, 'tx' | 'audit'>,
  by: { actor: Actor; address: string },
  { action, resource, success, target }: Trial,
): Promise<void> {
  const after = { success, ...(target === undefined ? {} : { target }) };
  await ctx.tx(async (tx) => ctx.audit.record(tx, { ...by, action, resource, after }), {
    name: 'audit.trial',
  });
}
