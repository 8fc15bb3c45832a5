import { resolve } from 'node:path';
import { CommandRefused, UsageError } from '../../boot/commands.ts';
import type { Command } from '../../boot/feature.ts';
import { archiveAudit } from './archive.ts';

const DAY_MS = 86_400_000;
/** Rows of the last days stay, so that a mistyped year takes nothing that is still being asked for. */
const KEPT_DAYS = 30;

/**
 * `node server/main.ts audit archive FILE --before DATE`: the one way by which rows leave the audit log. DATE is a day
 * (its beginning in UTC) or an instant, in ISO 8601.
 */
export const auditArchive = {
  name: 'audit archive',
  usage: 'FILE --before DATE',
  summary: 'moves rows older than DATE out of the database into FILE, which audit verify checks',
  async run(ctx, args) {
    const { file, before } = archiveWords(args);
    if (before.getTime() > ctx.clock.now().getTime() - KEPT_DAYS * DAY_MS)
      throw new CommandRefused(`the rows of the last ${KEPT_DAYS} days stay: name an earlier date`);
    const parts = { ...ctx, reader: ctx.db.reader, runTx: ctx.tx };
    const tell = (sentence: string): void => ctx.print(sentence);
    const { fromRow, toRow, sha256 } = await archiveAudit(parts, { actor: ctx.actor, before, file, tell });
    ctx.print(`Rows ${fromRow} to ${toRow} are in ${file} and no longer in the database.`);
    ctx.print(`SHA-256 of the file, which the audit log holds too: ${sha256}`);
    ctx.print('Keep the file with your backups: nothing puts its rows back.');
    return 0;
  },
} satisfies Command;

function archiveWords(args: readonly string[]): { file: string; before: Date } {
  const at = args.indexOf('--before');
  const [file, ...more] = args.filter((_, index) => at === -1 || (index !== at && index !== at + 1));
  const text = at === -1 ? undefined : args[at + 1];
  if (file === undefined || file.startsWith('-') || more.length > 0 || text === undefined)
    throw new UsageError(
      'audit archive takes FILE --before DATE, such as audit-2024.json --before 2025-01-01',
    );
  return { file: resolve(file), before: dateOf(text) };
}

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

function dateOf(text: string): Date {
  const date = new Date(DATE.test(text) ? text : Number.NaN);
  // A 30 February would count as 2 March.
  const isDay =
    !Number.isNaN(date.getTime()) &&
    new Date(`${text.slice(0, 10)}T00:00Z`).toJSON()?.startsWith(text.slice(0, 10));
  if (!isDay)
    throw new UsageError(`"${text}" is no date: give a day such as 2025-01-01, or an instant with its zone`);
  return date;
}
