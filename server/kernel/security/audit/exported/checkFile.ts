import { CommandRefused } from '#server/kernel/boot/commands.ts';
import type { FileError } from './types.ts';
import { NoExport, verifyExport, type FileReport } from './verify.ts';

export interface FileCheck {
  file: string;
  /** PEM. */
  key: string;
  json: boolean;
  print(line: string): void;
}

const SHOWN = 20;

/** Checks an export and prints the outcome; answers the exit code. Throws CommandRefused for what is no export. */
export async function checkFile({ file, key, json, print }: FileCheck): Promise<number> {
  const report = await verifyExport(file, key).catch((error: unknown) => {
    throw refusal(file, error);
  });
  for (const line of json ? [JSON.stringify(wireOf(report))] : linesOf(report)) print(line);
  return report.verdict === 'intact' ? 0 : 1;
}

function refusal(file: string, cause: unknown): unknown {
  if (cause instanceof NoExport) return new CommandRefused(`${file}: ${cause.message}`, { cause });
  const { code = '' } = cause as NodeJS.ErrnoException;
  if (/^E[A-Z]+$/.test(code)) return new CommandRefused(`${file} cannot be read: ${code}`, { cause });
  if (code.startsWith('ERR_OSSL'))
    return new CommandRefused('the key is no public key in PEM form', { cause });
  return cause;
}

const wireOf = (report: FileReport) => ({
  verdict: report.verdict,
  rows_checked: report.rowsChecked,
  from_row: report.fromRow,
  to_row: report.toRow,
  covered_row: report.coveredRow,
  exported_at: report.exportedAt,
  errors: report.errors.map(({ line, rowId, fault, message }) => ({ line, row_id: rowId, fault, message })),
});

function linesOf(report: FileReport): string[] {
  const { verdict, errors } = report;
  const rows = `rows ${report.fromRow ?? '-'} to ${report.toRow ?? '-'}, ${report.rowsChecked} in number`;
  if (verdict === 'intact') return [`The export is intact: ${rows}.`, coverage(report)];
  const told = errors.slice(0, SHOWN).map(lineOf);
  const more =
    errors.length > SHOWN ? [`  and ${errors.length - SHOWN} more; --json shows the first 1,000`] : [];
  const heading =
    verdict === 'damaged'
      ? `The export is NOT intact: ${rows}.`
      : `The export cannot be verified: ${rows}; each fits its own hash, and that is all that can be said.`;
  return [heading, ...told, ...more];
}

const lineOf = ({ line, fault, message }: FileError): string => `  line ${line}: ${message} (${fault})`;

/** What an intact file proves: a manager whose log was changed before the export signs the changed log. */
function coverage({ coveredRow, toRow, exportedAt }: FileReport): string {
  const later = `signed when the file was made, at ${exportedAt}`;
  if (coveredRow === null) return `No checkpoint of their own time lies in it; they were ${later}.`;
  if (coveredRow === toRow) return 'All of them are held by checkpoints that were signed at their time.';
  return `Rows up to ${coveredRow} are held by checkpoints that were signed at their time; those after it were ${later}.`;
}
