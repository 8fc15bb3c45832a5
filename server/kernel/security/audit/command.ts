import { UsageError } from '../../boot/commands.ts';
import type { Command, CommandContext } from '../../boot/feature.ts';
import type { AuditCheck } from './check.ts';

const TRIES = 5;
const PAUSE_MS = 1_000;
const SHOWN = 20;

/** `fleetmend audit verify`: 0 when the audit log is intact, 1 when it is not. */
export const auditVerify: Command = {
  name: 'audit verify',
  usage: '[--json]',
  summary: 'compares the audit log with its hashes and signed checkpoints; exits with 1 unless it is intact',
  async run(ctx, args) {
    const unknown = args.filter((arg) => arg !== '--json');
    if (unknown.length > 0) throw new UsageError(`audit verify does not take ${unknown.join(' ')}`);
    const check = await checkPatiently(ctx);
    const lines = args.includes('--json') ? [JSON.stringify(wireOf(check))] : linesOf(check);
    for (const line of lines) ctx.print(line);
    await record(ctx, check);
    return check.intact ? 0 : 1;
  },
};

/**
 * A manager beside this process tells the database of a checkpoint a moment before it has written it to its file:
 * what is missing in the file alone is looked at again.
 */
async function checkPatiently(ctx: CommandContext): Promise<AuditCheck> {
  for (let attempt = 1; ; attempt++) {
    const check = await ctx.audit.check();
    const isPerhapsUnderWay = check.errors.every(({ fault }) => fault === 'checkpoints_damaged');
    if (check.intact || !isPerhapsUnderWay || attempt === TRIES) return check;
    await ctx.clock.sleep(PAUSE_MS);
  }
}

const wireOf = ({ intact, rowsChecked, coveredRows, errors }: AuditCheck) => ({
  intact,
  rows_checked: rowsChecked,
  rows_covered: coveredRows,
  errors: errors.map(({ rowId, fault, expectedHash, actualHash }) => ({
    row_id: rowId,
    fault,
    expected_hash: expectedHash,
    actual_hash: actualHash,
  })),
});

function linesOf({ intact, rowsChecked, coveredRows, errors }: AuditCheck): string[] {
  const rows = `${rowsChecked} rows checked, the first ${coveredRows} of them against signed checkpoints`;
  if (intact) return [`The audit log is intact: ${rows}.`];
  const faults = errors.slice(0, SHOWN).map(({ rowId, fault }) => `  row ${rowId}: ${fault}`);
  const more =
    errors.length > SHOWN ? [`  and ${errors.length - SHOWN} more; --json shows the first 1,000`] : [];
  return [`The audit log is NOT intact: ${rows}.`, ...faults, ...more];
}

/** A broken log may be beyond writing; what was found is told all the same. */
async function record(ctx: CommandContext, { intact, rowsChecked, errors }: AuditCheck): Promise<void> {
  try {
    await ctx.tx(
      async (tx) =>
        ctx.audit.record(tx, {
          actor: ctx.actor,
          address: null,
          action: 'audit.verified',
          resource: { kind: 'audit', id: null, name: null },
          after: { intact, rowsChecked, faults: errors.length },
        }),
      { name: 'audit.verified' },
    );
  } catch (error) {
    if (intact) throw error;
    ctx.log.error({ error }, 'that the audit log was verified could not be written to it');
  }
}
