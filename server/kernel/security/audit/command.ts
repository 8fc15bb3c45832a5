import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandRefused, UsageError } from '../../boot/commands.ts';
import type { Command, CommandContext } from '../../boot/feature.ts';
import type { AuditCheck } from './check.ts';
import { CHECKPOINT_KEY_FILE } from './checkpoints.ts';
import { checkFile } from './exported/checkFile.ts';
import { isMissing } from '../../privateFile.ts';

const TRIES = 5;
const PAUSE_MS = 1_000;
const SHOWN = 20;

/**
 * `node server/main.ts audit verify`: 0 when the audit log is intact, 1 when it is not. With a FILE it checks that
 * export instead, and with a key as well it needs no manager.
 */
export const auditVerify: Command = {
  name: 'audit verify',
  usage: '[FILE] [--key KEY] [--json]',
  summary:
    'checks the audit log, or an export FILE, with its hashes and signatures; exits with 1 unless it is intact',
  async alone(args, print) {
    const { file, key, json } = verifyWords(args);
    if (key !== null && file === null)
      throw new UsageError('--key is for an export: audit verify FILE --key KEY');
    return file === null || key === null ? null : checkFile({ file, key: readText(key), json, print });
  },
  async run(ctx, args) {
    const { file, json } = verifyWords(args);
    const { print } = ctx;
    if (file !== null) return checkFile({ file, key: ctx.audit.publicKey().pem, json, print });
    const check = await checkPatiently(ctx);
    const lines = json ? [JSON.stringify(wireOf(check))] : linesOf(check);
    for (const line of lines) print(line);
    await record(ctx, check);
    return check.intact ? 0 : 1;
  },
};

/**
 * `node server/main.ts audit public-key`: prints what is needed to check exports elsewhere. Keep it where the manager
 * cannot write.
 */
export const auditPublicKey: Command = {
  name: 'audit public-key',
  summary: "prints the public key of this manager's checkpoints and exports, for audit verify FILE --key KEY",
  async run(ctx, args) {
    if (args.length > 0) throw new UsageError(`audit public-key does not take ${args.join(' ')}`);
    if (isMissing(join(ctx.config.dataDir, CHECKPOINT_KEY_FILE)))
      throw new CommandRefused('the manager has signed nothing yet; start it once');
    ctx.print(ctx.audit.publicKey().pem.trimEnd());
    return 0;
  },
};

function verifyWords(args: readonly string[]): { file: string | null; key: string | null; json: boolean } {
  const at = args.indexOf('--key');
  const key = at === -1 ? null : args[at + 1];
  if (key === undefined) throw new UsageError('--key needs the file of a public key');
  const rest = args.filter((_, index) => at === -1 || (index !== at && index !== at + 1));
  const [file = null, ...more] = rest.filter((arg) => arg !== '--json');
  if (more.length > 0 || file?.startsWith('-'))
    throw new UsageError(
      `audit verify does not take ${(file?.startsWith('-') ? [file, ...more] : more).join(' ')}`,
    );
  return { file, key, json: rest.includes('--json') };
}

/**
 * A running manager tells the database of a checkpoint a moment before it has written it to its file: where only the
 * file lacks something, the check is repeated.
 */
async function checkPatiently(ctx: CommandContext): Promise<AuditCheck> {
  for (let attempt = 1; ; attempt++) {
    const check = await ctx.audit.check();
    const isPerhapsUnderWay = check.errors.every(({ fault }) => fault === 'checkpoints_damaged');
    if (check.intact || !isPerhapsUnderWay || attempt === TRIES) return check;
    await ctx.clock.sleep(PAUSE_MS);
  }
}

const wireOf = ({ intact, rowsChecked, coveredRows, archivedRows, errors }: AuditCheck) => ({
  intact,
  rows_checked: rowsChecked,
  rows_covered: coveredRows,
  rows_archived: archivedRows,
  errors: errors.map(({ rowId, fault, expectedHash, actualHash }) => ({
    row_id: rowId,
    fault,
    expected_hash: expectedHash,
    actual_hash: actualHash,
  })),
});

function linesOf({ intact, rowsChecked, coveredRows, archivedRows, errors }: AuditCheck): string[] {
  const covered = Math.max(0, coveredRows - archivedRows);
  const archived = archivedRows > 0 ? `; rows 1 to ${archivedRows} were archived` : '';
  const rows = `${rowsChecked} rows checked, the first ${covered} against signed checkpoints${archived}`;
  if (intact) return [`The audit log is intact: ${rows}.`];
  const faults = errors.slice(0, SHOWN).map(({ rowId, fault }) => `  row ${rowId}: ${fault}`);
  const more =
    errors.length > SHOWN ? [`  and ${errors.length - SHOWN} more; --json shows the first 1,000`] : [];
  return [`The audit log is NOT intact: ${rows}.`, ...faults, ...more];
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandRefused(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? ''}`, {
      cause: error,
    });
  }
}

/** Records the check. A broken log may refuse the row; then the outcome has been printed all the same. */
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
