import { type Actor, AppError, type Context, reads } from '#sdk';

type AuditCheck = Awaited<ReturnType<Context['audit']['check']>>;

export interface CheckCall {
  by: { actor: Actor; address: string };
  signal: AbortSignal;
}

/**
 * Checks the whole log, and records the check. A broken log may be impossible to write to: the result is returned all
 * the same. Throws SERVICE_UNAVAILABLE when the check does not end.
 */
export async function checkIntegrity(ctx: Context, { by, signal }: CheckCall): Promise<AuditCheck> {
  const check = await ctx.audit.check({ timeoutMs: TIMEOUT_MS, signal }).catch((error: unknown) => {
    if (!(error instanceof reads.ReadFailed)) throw error;
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      { message: 'The check of the log did not finish; try again.' },
      { cause: error },
    );
  });
  const { intact, rowsChecked, errors } = check;
  const entry = {
    ...by,
    action: 'audit.verified' as const,
    resource: { kind: 'audit' as const, id: null, name: null },
    after: { intact, rowsChecked, faults: errors.length },
  };
  try {
    await ctx.tx(async (tx) => ctx.audit.record(tx, entry), { name: 'audit.verified' });
  } catch (error) {
    if (intact) throw error;
    ctx.log.error({ error }, 'that the audit log was verified could not be written to it');
  }
  return check;
}

const TIMEOUT_MS = 900_000;
