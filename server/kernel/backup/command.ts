import { CommandRefused } from '../boot/commands.ts';
import type { Command } from '../boot/feature.ts';
import type { Made } from './backup.ts';
import { backupArgs, openerArgs } from './keys.ts';
import { BackupUnreadable, type Counted } from './lines.ts';
import { makeBackup } from './make.ts';

const TELL_EVERY_MS = 5_000;

/** `fleetmend backup FILE|-`: everything of this manager in one encrypted file, while it runs. */
export const backup: Command = {
  name: 'backup',
  usage: 'FILE|- --recipient AGE1… | --passphrase FILE',
  summary: 'everything of this installation in one encrypted file; the manager may run',
  async run(ctx, args) {
    const { file, to } = backupArgs(args);
    const made = await refusing(() =>
      makeBackup(ctx, { file, to, onProgress: progress(), actor: ctx.actor }),
    );
    // The standard output is the backup itself.
    if (file === '-')
      process.stderr.write(`${told(made)}, not read once more: fleetmend backup check does that\n`);
    else ctx.print(`${file}: ${told(made)}, read once more and found whole`);
    return 0;
  },
};

/** `fleetmend backup check FILE`: reads a backup as a restore would, and changes nothing. */
export const backupCheck: Command = {
  name: 'backup check',
  usage: 'FILE --identity FILE | --passphrase FILE',
  summary: 'reads a backup as a restore would; changes nothing, and needs no manager',
  async alone(args, print) {
    const { file, by } = openerArgs('backup check', args);
    const { checkBackup } = await import('./backup.ts');
    const { header, counted } = await refusing(() => checkBackup(file, by));
    print(`${file} is whole: made ${header.made_at} by version ${header.version}`);
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

const MIB = 1024 * 1024;

const told = ({ tables, rows, bytes }: Made): string =>
  `${tables} tables, ${rows} rows, ${(bytes / MIB).toFixed(1)} MiB`;

/** A line to the standard error every few seconds. */
function progress(): (counted: Counted, bytes: number) => void {
  let last = performance.now();
  return (counted, bytes) => {
    if (performance.now() - last < TELL_EVERY_MS) return;
    last = performance.now();
    process.stderr.write(`${told({ ...counted, bytes })} so far\n`);
  };
}
