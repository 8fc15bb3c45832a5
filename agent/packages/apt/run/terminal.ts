import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * apt gives dpkg a terminal, for its output to be shown and kept in term.log. A script that asks there (`/dev/tty`), past
 * its input, would wait for an answer until its time limit. This program comes between the two: dpkg goes on writing to
 * the terminal, but it is no longer its own, so a script that opens it is told that there is none. (Without any terminal
 * dpkg would write into the job's file itself, and give up on a full disk.) 0x5422 is TIOCNOTTY, which sends a SIGHUP.
 */
const script = `#!/usr/bin/perl
$SIG{HUP} = 'IGNORE';
if (open(my $tty, '+<', '/dev/tty')) { ioctl($tty, 0x5422, 0); close($tty); }
$SIG{HUP} = 'DEFAULT';
exec('/usr/bin/dpkg', @ARGV) or exit(127);
`;

const programOf = (dir: string) => path.join(dir, 'dpkg');

/** Writes that program into the folder of a transaction. */
export async function leaveTerminalOut(dir: string): Promise<void> {
  await writeFile(programOf(dir), script, { mode: 0o700 });
}

/** The apt options that make apt run it. */
export async function terminalOptions(dir: string): Promise<string[]> {
  const found = await stat(programOf(dir)).catch(() => null);
  return found === null ? [] : ['-o', `Dir::Bin::dpkg=${programOf(dir)}`];
}
