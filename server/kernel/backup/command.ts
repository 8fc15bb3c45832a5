import { CommandRefused } from '../boot/commands.ts';
import type { Command } from '../boot/feature.ts';
import { withProgress } from '../progress.ts';
import { sizeText } from '../../shared/sizeText.ts';
import type { Made } from './backup.ts';
import { backupArgs, openerArgs } from './keys.ts';
import { BackupUnreadable, type OnReading } from './lines.ts';
import { makeBackup } from './make.ts';

/** `fleetmend backup FILE|-`: everything of this manager in one encrypted file, while it runs. */
export const backup: Command = {
  name: 'backup',
  usage: 'FILE|- --recipient AGE1… | --passphrase FILE',
  summary: 'writes the whole installation to one encrypted file; the manager may run',
  async run(ctx, args) {
    const { file, to } = backupArgs(args);
    const made = await refusing(() =>
      withProgress((tell) =>
        makeBackup(ctx, {
          file,
          to,
          actor: ctx.actor,
          onProgress: (counted, bytes) => tell(`${told({ ...counted, bytes })} so far`),
          onReading: tellReading('verifying', tell),
        }),
      ),
    );
    // The standard output is the backup itself.
    if (file === '-') process.stderr.write(`${told(made)}, not verified: run fleetmend backup check\n`);
    else ctx.print(`${file}: ${told(made)}, read back and verified`);
    return 0;
  },
};

/** `fleetmend backup check FILE`: reads a backup as a restore would, and changes nothing. */
export const backupCheck: Command = {
  name: 'backup check',
  usage: 'FILE --identity FILE | --passphrase FILE',
  summary: 'verifies a backup by reading it as a restore would; changes nothing',
  async alone(args, print) {
    const { file, by } = openerArgs('backup check', args);
    const { checkBackup } = await import('./backup.ts');
    const { header, counted } = await refusing(() =>
      withProgress((tell) => checkBackup(file, by, { onReading: tellReading('reading', tell) })),
    );
    print(`${file} is intact: made ${header.made_at} by version ${header.version}`);
    print(`${counted.tables} tables, ${counted.rows} rows, ${counted.files} files`);
    return 0;
  },
};

/** What is wrong with a file is told in one line. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isFile = error instanceof Error && 'syscall' in error;
    if (error instanceof BackupUnreadable || isFile)
      throw new CommandRefused((error as Error).message, { cause: error });
    throw error;
  }
}

const told = ({ tables, rows, bytes }: Made): string => `${tables} tables, ${rows} rows, ${sizeText(bytes)}`;

/** `reading: 45 %, 120000 rows` */
export const tellReading =
  (what: string, tell: (text: string) => void): OnReading =>
  (rows, share) =>
    tell(`${what}: ${Math.floor(share * 100)} %, ${rows} rows`);
